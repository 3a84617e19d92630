package revision

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

const (
	maxEntry   = 256 << 20 // bytes of one build that are kept
	maxEntries = 40        // builds that are kept, the newest
	sumsName   = "sums.json"
	filesName  = "files"

	newPrefix = ".new-" // of an entry that is being written
	oldPrefix = ".old-" // of one that is being removed
	leftover  = time.Hour
)

// Cache stores the products of builds, by commit and command, in a folder. It is safe for
// concurrent use, also by several processes. An entry appears and vanishes as a whole by
// being renamed, is never written to in place, and is checked against its sums at each use.
// A damaged one is ignored.
type Cache struct{ Folder string }

// compilers lists the environment variables that change a build.
var compilers = []string{
	"CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "ARCH", "COMP", "MAKEFLAGS", "RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC",
	"GOFLAGS", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOEXPERIMENT", "GOTOOLCHAIN", "CGO_ENABLED",
}

// entry returns the folder of a build. The key holds the commit, the command, where
// it runs, the system and the variables that compilers read.
func (c *Cache) entry(t *Tree, commit Commit, command []string) string {
	key := []string{commit.Hash, filepath.ToSlash(t.repository.sub), runtime.GOOS, runtime.GOARCH}
	for _, name := range compilers {
		key = append(key, name+"="+os.Getenv(name))
	}
	sum := sha256.Sum256([]byte(strings.Join(append(key, command...), "\x00")))
	return filepath.Join(c.Folder, fmt.Sprintf("%s-%x", commit.ShortHash(), sum[:8]))
}

// RestoreBuild puts the products of an earlier build of the commit into the tree and
// reports whether there was one. If there was none, the tree has the files that it had.
func (c *Cache) RestoreBuild(t *Tree, commit Commit, command []string) (bool, error) {
	folder := c.entry(t, commit, command)
	sums, err := readSums(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, c.removeEntry(folder)
	}
	for name := range sums {
		whole, err := restore(filepath.Join(folder, filesName, name), filepath.Join(t.root, name), sums[name])
		if whole {
			continue
		}
		for name := range sums { // git does not track them
			err = errors.Join(err, os.RemoveAll(filepath.Join(t.root, name)))
		}
		if err == nil {
			err = c.removeEntry(folder)
		}
		return false, err
	}
	now := time.Now() // the newest are kept; a folder that cannot be touched is only older
	os.Chtimes(folder, now, now)
	return true, nil
}

// readSums reads the sums of an entry by the names of its files, which lie in it.
func readSums(folder string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(folder, sumsName))
	if err != nil {
		return nil, err
	}
	var sums map[string]string
	if err := json.Unmarshal(text, &sums); err != nil {
		return nil, err
	}
	for name := range sums {
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("file %q is not of the entry", name)
		}
	}
	return sums, nil
}

// restore copies a file and reports whether the copy has the digest want: another process
// may have replaced or removed the entry meanwhile.
func restore(from, to, want string) (bool, error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return false, err
	}
	if err := copyFile(from, to); err != nil {
		return false, ignoreMissing(err)
	}
	state, err := os.Lstat(from)
	if err == nil && state.Mode().IsRegular() { // whatever the umask is now
		err = os.Chmod(to, state.Mode().Perm())
	}
	if err != nil {
		return false, ignoreMissing(err)
	}
	got, err := fileDigest(to)
	return got == want, err
}

// ignoreMissing returns err, or nil where it is that there is no such file.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// removeEntry removes an entry as a whole, if it exists.
func (c *Cache) removeEntry(folder string) error {
	beside, err := os.MkdirTemp(c.Folder, oldPrefix+"*")
	if err != nil {
		return ignoreMissing(err)
	}
	err = os.Rename(folder, filepath.Join(beside, filesName))
	return errors.Join(ignoreMissing(err), os.RemoveAll(beside))
}

// TooLargeError says that a build makes more than is kept.
type TooLargeError struct{ Size int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("build makes %d MiB of files (kept are at most %d MiB)", e.Size>>20, int64(maxEntry)>>20)
}

// StoreBuild stores every file that the build made: those in the tree that git does not
// track. An intact entry, stored by another process meanwhile, stays. The error is
// *TooLargeError if the files are too large; nothing is stored then.
func (c *Cache) StoreBuild(ctx context.Context, t *Tree, commit Commit, command []string) error {
	made, err := t.builtFiles(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Folder, 0o777); err != nil {
		return err
	}
	beside, err := os.MkdirTemp(c.Folder, newPrefix+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside) // gone already when all went well
	if err := t.copyBuilt(made, beside); err != nil {
		return err
	}
	if err := c.renameEntry(beside, c.entry(t, commit, command)); err != nil {
		return err
	}
	return c.prune()
}

// copyBuilt writes the files of an entry, and their sums last.
func (t *Tree) copyBuilt(made []string, beside string) error {
	sums := make(map[string]string)
	for _, name := range made {
		to := filepath.Join(beside, filesName, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := copyFile(filepath.Join(t.root, name), to); err != nil {
			return err
		}
		var err error
		if sums[name], err = fileDigest(to); err != nil {
			return err
		}
	}
	text, err := json.Marshal(sums)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(beside, sumsName), text, 0o666)
}

// renameEntry gives an entry its name. Of two that were written at once the first stays,
// unless it is damaged.
func (c *Cache) renameEntry(beside, folder string) (err error) {
	for range 10 { // each time another process was in between
		if err = os.Rename(beside, folder); err == nil || isIntact(folder) {
			return nil
		}
		if err := c.removeEntry(folder); err != nil {
			return err
		}
	}
	return err
}

// isIntact reports whether an entry is as it was written.
func isIntact(folder string) bool {
	sums, err := readSums(folder)
	if err != nil {
		return false
	}
	for name, want := range sums {
		if got, err := fileDigest(filepath.Join(folder, filesName, name)); err != nil || got != want {
			return false
		}
	}
	return true
}

// builtFiles lists the files in the tree that git does not track, from its root.
func (t *Tree) builtFiles(ctx context.Context) ([]string, error) {
	list, err := git(ctx, t.root, "ls-files", "--others", "-z")
	if err != nil {
		return nil, err
	}
	var made []string
	var size int64
	for name := range strings.SplitSeq(list, "\x00") {
		if name == "" {
			continue
		}
		err := filepath.WalkDir(filepath.Join(t.root, filepath.FromSlash(name)), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			state, err := entry.Info()
			if err != nil {
				return err
			}
			local, err := filepath.Rel(t.root, path)
			size += state.Size()
			made = append(made, local)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if size > maxEntry {
		return nil, &TooLargeError{Size: size}
	}
	return made, nil
}

// prune removes the oldest entries beyond maxEntries, and the leftovers of killed
// processes. A recent leftover may be in use by another process. Its age is counted up to
// the time of the folder, into which an entry has just been put.
func (c *Cache) prune() error {
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		return err
	}
	state, err := os.Stat(c.Folder)
	if err != nil {
		return err
	}
	now := state.ModTime()
	var all []fs.FileInfo
	for _, entry := range entries {
		state, err := entry.Info()
		if err != nil {
			continue // another process has removed it
		}
		left := strings.HasPrefix(entry.Name(), newPrefix) || strings.HasPrefix(entry.Name(), oldPrefix)
		switch {
		case left && now.Sub(state.ModTime()) > leftover:
			if err := os.RemoveAll(filepath.Join(c.Folder, entry.Name())); err != nil {
				return err
			}
		case !strings.HasPrefix(entry.Name(), "."):
			all = append(all, state)
		}
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, old := range all[min(len(all), maxEntries):] {
		if err := c.removeEntry(filepath.Join(c.Folder, old.Name())); err != nil {
			return err
		}
	}
	return nil
}

// fileDigest returns the SHA-256 of a file with its kind and permissions.
func fileDigest(path string) (string, error) {
	state, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	fmt.Fprintln(hash, state.Mode())
	var content io.Reader
	if state.Mode()&os.ModeSymlink != 0 {
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		content = bytes.NewReader([]byte(target))
	} else {
		file, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer file.Close()
		content = file
	}
	if _, err := io.Copy(hash, content); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

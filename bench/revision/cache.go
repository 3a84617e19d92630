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
)

// Cache keeps what builds made, by commit and command, in a folder. It is safe
// for concurrent use, also by several processes: an entry is there as a whole or
// not at all, and one that was damaged counts as none.
type Cache struct{ Folder string }

// compilers are the variables that change what a build makes.
var compilers = []string{
	"CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "ARCH", "COMP", "MAKEFLAGS", "RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC",
	"GOFLAGS", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOEXPERIMENT", "GOTOOLCHAIN", "CGO_ENABLED",
}

// entry is the folder of a build. The key holds the commit, the command, where
// it runs, the system and the variables that compilers read.
func (c *Cache) entry(t *Tree, commit Commit, command []string) string {
	key := []string{commit.Hash, filepath.ToSlash(t.repository.sub), runtime.GOOS, runtime.GOARCH}
	for _, name := range compilers {
		key = append(key, name+"="+os.Getenv(name))
	}
	sum := sha256.Sum256([]byte(strings.Join(append(key, command...), "\x00")))
	return filepath.Join(c.Folder, fmt.Sprintf("%s-%x", commit.Short(), sum[:8]))
}

// Restore puts what an earlier build of the commit made into the tree and tells
// whether there was such a build.
func (c *Cache) Restore(t *Tree, commit Commit, command []string) (bool, error) {
	folder := c.entry(t, commit, command)
	text, err := os.ReadFile(filepath.Join(folder, sumsName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var sums map[string]string
	if err != nil || json.Unmarshal(text, &sums) != nil {
		return false, os.RemoveAll(folder)
	}
	for name, want := range sums {
		got, err := sum(filepath.Join(folder, filesName, name))
		if err != nil || got != want || !filepath.IsLocal(name) {
			return false, os.RemoveAll(folder)
		}
	}
	for name := range sums {
		to := filepath.Join(t.root, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return false, err
		}
		if err := copyFile(filepath.Join(folder, filesName, name), to); err != nil {
			return false, err
		}
	}
	now := time.Now() // the newest are kept; a folder that can not be touched is only older
	os.Chtimes(folder, now, now)
	return true, nil
}

// TooLargeError says that a build makes more than is kept.
type TooLargeError struct{ Size int64 }

// Error says how much it is.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("build makes %d MiB of files (kept are at most %d MiB)", e.Size>>20, int64(maxEntry)>>20)
}

// Keep stores every file that the build made: those in the tree that git does
// not track. Its error is *TooLargeError where that is too much; nothing is
// kept then.
func (c *Cache) Keep(ctx context.Context, t *Tree, commit Commit, command []string) error {
	made, err := t.made(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Folder, 0o777); err != nil {
		return err
	}
	beside, err := os.MkdirTemp(c.Folder, ".new-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside) // gone already when all went well
	sums := make(map[string]string)
	for _, name := range made {
		to := filepath.Join(beside, filesName, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := copyFile(filepath.Join(t.root, name), to); err != nil {
			return err
		}
		if sums[name], err = sum(to); err != nil {
			return err
		}
	}
	text, err := json.Marshal(sums)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(beside, sumsName), text, 0o666); err != nil {
		return err
	}
	folder := c.entry(t, commit, command)
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.Rename(beside, folder); err != nil {
		return err
	}
	return c.prune()
}

// made lists the files in the tree that git does not track, from its root.
func (t *Tree) made(ctx context.Context) ([]string, error) {
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

// prune removes the oldest entries beyond those that are kept.
func (c *Cache) prune() error {
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		return err
	}
	type aged struct {
		name string
		time time.Time
	}
	var all []aged
	for _, entry := range entries {
		if state, err := entry.Info(); err == nil && !strings.HasPrefix(entry.Name(), ".") {
			all = append(all, aged{entry.Name(), state.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b aged) int { return b.time.Compare(a.time) })
	for _, old := range all[min(len(all), maxEntries):] {
		if err := os.RemoveAll(filepath.Join(c.Folder, old.name)); err != nil {
			return err
		}
	}
	return nil
}

// sum is the SHA-256 of a file with its kind and permissions.
func sum(path string) (string, error) {
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

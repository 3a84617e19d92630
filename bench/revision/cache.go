package revision

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha256"
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
	newPrefix  = ".new-"   // of an entry that is being written
	leftover   = time.Hour
)

// Cache stores the products of builds, by commit and command, in a folder: one archive for each.
// It is safe for concurrent use, also by several processes. An entry appears as a whole by being
// renamed, is never written to in place, and is checked against its checksum at each use. A
// damaged one is removed.
type Cache struct{ Folder string }

// compilers lists the environment variables that change a build, beside those of CMake.
var compilers = []string{
	"CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "ARCH", "COMP", "MAKEFLAGS", "RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC",
	"GOFLAGS", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOEXPERIMENT", "GOTOOLCHAIN", "CGO_ENABLED",
	"EVALFILE", "EXE", "RUSTUP_TOOLCHAIN", "CARGO_ENCODED_RUSTFLAGS",
}

// cmakePrefix begins the names of the variables that CMake reads.
const cmakePrefix = "CMAKE_"

// buildVariables returns the variables of an environment that change a build, as NAME=VALUE and in a fixed order.
func buildVariables(environment []string) []string {
	var found []string
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		if value != "" && (slices.Contains(compilers, name) || strings.HasPrefix(name, cmakePrefix)) {
			found = append(found, variable)
		}
	}
	slices.Sort(found)
	return found
}

// entry returns the archive of a build. The key holds the commit, the command, where
// it runs, the system and the variables that compilers read.
func (c *Cache) entry(t *Tree, commit Commit, command []string) string {
	key := []string{commit.Hash, filepath.ToSlash(t.repository.sub), runtime.GOOS, runtime.GOARCH}
	key = append(key, buildVariables(os.Environ())...)
	sum := sha256.Sum256([]byte(strings.Join(append(key, command...), "\x00")))
	return filepath.Join(c.Folder, fmt.Sprintf("%s-%x.tar.gz", commit.ShortHash(), sum[:8]))
}

// RestoreBuild puts the products of an earlier build of the commit into the tree and
// reports whether there was one. If there was none, the tree has the files that it had.
func (c *Cache) RestoreBuild(t *Tree, commit Commit, command []string) (bool, error) {
	entry := c.entry(t, commit, command)
	archive, err := os.Open(entry)
	if err != nil {
		return false, ignoreMissing(err)
	}
	names, damage := t.unpack(archive)
	if err := archive.Close(); err != nil {
		return false, err
	}
	if damage == nil {
		now := time.Now() // the newest are kept; an entry that cannot be touched is only older
		os.Chtimes(entry, now, now)
		return true, nil
	}
	err = ignoreMissing(os.Remove(entry))
	for _, name := range names { // git does not track them
		err = errors.Join(err, os.RemoveAll(filepath.Join(t.root, name)))
	}
	return false, err
}

// unpack writes the files of an archive into the tree. It returns their names with an error too.
func (t *Tree) unpack(archive io.Reader) (names []string, err error) {
	root, err := os.OpenRoot(t.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	unzipped, err := gzip.NewReader(archive)
	if err != nil {
		return nil, err
	}
	files := tar.NewReader(unzipped)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, unzipped) // up to the checksum
			return names, err
		}
		if err != nil {
			return names, err
		}
		name := filepath.FromSlash(header.Name)
		if names = append(names, name); !filepath.IsLocal(name) {
			return names[:len(names)-1], fmt.Errorf("file %q is not of the tree", name)
		}
		if err := errors.Join(root.MkdirAll(filepath.Dir(name), 0o777), root.RemoveAll(name)); err != nil {
			return names, err
		}
		if header.Typeflag == tar.TypeSymlink {
			err = root.Symlink(header.Linkname, name)
		} else {
			err = unpackFile(root, name, header.FileInfo().Mode().Perm(), files)
		}
		if err != nil {
			return names, err
		}
	}
}

// unpackFile writes a file with its permissions, whatever the umask is now.
func unpackFile(root *os.Root, name string, mode fs.FileMode, content io.Reader) error {
	file, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close(), root.Chmod(name, mode))
}

// ignoreMissing returns err, or nil where it is that there is no such file.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// TooLargeError says that a build makes more than is kept.
type TooLargeError struct{ Size int64 }

// Error says how much it is.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("build makes %d MiB of files (kept are at most %d MiB)", e.Size>>20, int64(maxEntry)>>20)
}

// StoreBuild stores every file that the build made: those in the tree that git does not
// track. An entry that another process has stored meanwhile stays. The error is
// *TooLargeError if the files are too large; nothing is stored then.
func (c *Cache) StoreBuild(ctx context.Context, t *Tree, commit Commit, command []string) error {
	made, err := t.builtFiles(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Folder, 0o777); err != nil {
		return err
	}
	archive, err := os.CreateTemp(c.Folder, newPrefix+"*")
	if err != nil {
		return err
	}
	defer os.Remove(archive.Name()) // gone already when all went well
	if err := errors.Join(t.pack(made, archive), archive.Close()); err != nil {
		return err
	}
	entry := c.entry(t, commit, command)
	if _, there := os.Stat(entry); there == nil {
		return nil
	}
	if err := os.Rename(archive.Name(), entry); err != nil {
		return err
	}
	return c.prune()
}

// pack writes files of the tree as an archive, which is compressed for its checksum alone.
func (t *Tree) pack(made []string, archive io.Writer) error {
	zipped, err := gzip.NewWriterLevel(archive, gzip.NoCompression)
	if err != nil {
		return err
	}
	files := tar.NewWriter(zipped)
	for _, name := range made {
		if err := packFile(files, filepath.Join(t.root, name), filepath.ToSlash(name)); err != nil {
			return err
		}
	}
	return errors.Join(files.Close(), zipped.Close())
}

// packFile adds a regular file with its permissions, or a symbolic link as it is.
func packFile(files *tar.Writer, path, name string) error {
	state, err := os.Lstat(path)
	if err != nil {
		return err
	}
	var link string
	switch {
	case state.Mode()&fs.ModeSymlink != 0:
		if link, err = os.Readlink(path); err != nil {
			return err
		}
	case !state.Mode().IsRegular():
		return fmt.Errorf("%s: not a file (found %v)", path, state.Mode().Type())
	}
	header, err := tar.FileInfoHeader(state, link)
	if err != nil {
		return err
	}
	header.Name = name
	if err := files.WriteHeader(header); err != nil || link != "" {
		return err
	}
	source, err := os.Open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = io.Copy(files, source)
	return err
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
		switch {
		case strings.HasPrefix(entry.Name(), newPrefix) && now.Sub(state.ModTime()) > leftover:
			if err := os.RemoveAll(filepath.Join(c.Folder, entry.Name())); err != nil {
				return err
			}
		case !strings.HasPrefix(entry.Name(), "."):
			all = append(all, state)
		}
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, old := range all[min(len(all), maxEntries):] {
		if err := os.RemoveAll(filepath.Join(c.Folder, old.Name())); err != nil {
			return err
		}
	}
	return nil
}

package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// WriteError says at which step the writing of a file failed. The file that was
// there before is untouched, unless the step is "sync directory": then the new
// one is in place but may not survive a power failure.
type WriteError struct {
	Path string
	Step string // "create", "open", "write", "truncate", "sync", "close", "rename", "remove" or "sync directory"
	Err  error
}

// Error names the file, the step and the cause.
func (e *WriteError) Error() string { return fmt.Sprintf("%s: %s: %v", e.Path, e.Step, e.Err) }

// Unwrap is the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// disk is what writing asks of a file system, one call for each thing that can
// go wrong.
type disk interface {
	create(path string) (*os.File, error) // of a new file
	extend(path string) (*os.File, error) // of an old file, to write at its end
	write(file *os.File, data []byte) error
	truncate(file *os.File, size int64) error
	sync(file *os.File) error
	close(file *os.File) error
	rename(from, to string) error
	remove(path string) error
	makeDirectory(path string) error // or find it there
	syncDirectory(directory string) error
}

// writeAtomic puts data into a file by way of a temporary one in the same
// directory. A sync that failed is not tried again: the system may have
// dropped what it could not write.
func writeAtomic(d disk, path string, data []byte) error {
	target, err := targetOf(path)
	if err != nil {
		return &WriteError{Path: path, Step: "create", Err: err}
	}
	directory, name := filepath.Split(target)
	temporary := directory + temporaryPrefix(name) + rand.Text() + temporarySuffix
	file, err := d.create(temporary)
	if err != nil {
		return &WriteError{Path: path, Step: "create", Err: err}
	}
	if step, err := fill(d, file, data); err != nil {
		file.Close() // a second close does no harm, and the first error counts
		d.remove(temporary)
		return &WriteError{Path: path, Step: step, Err: err}
	}
	if err := d.rename(temporary, target); err != nil {
		d.remove(temporary)
		return &WriteError{Path: path, Step: "rename", Err: err}
	}
	if err := d.syncDirectory(filepath.Dir(target)); err != nil {
		return &WriteError{Path: path, Step: "sync directory", Err: err}
	}
	return nil
}

// temporarySuffix ends the name of a temporary file.
const temporarySuffix = ".tmp"

func temporaryPrefix(name string) string { return "." + name + "." }

// sweep removes the temporary files that a killed process has left beside the
// files with the names. Nobody may be writing these.
func sweep(d disk, directory string, names ...string) error {
	entries, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		for _, name := range names {
			middle, begins := strings.CutPrefix(entry.Name(), temporaryPrefix(name))
			random, ends := strings.CutSuffix(middle, temporarySuffix)
			if !begins || !ends || len(random) != len(rand.Text()) || strings.Contains(random, ".") {
				continue
			}
			if err := d.remove(filepath.Join(directory, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// targetOf follows a symbolic link, so that the file it leads to is replaced and
// not the link, and refuses to replace what is no file: a directory, a pipe, a
// device.
func targetOf(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("is not a regular file")
	}
	return filepath.EvalSymlinks(path)
}

// fill writes and closes the temporary file and names the step that failed.
func fill(d disk, file *os.File, data []byte) (step string, err error) {
	if err := d.write(file, data); err != nil {
		return "write", err
	}
	if err := d.sync(file); err != nil {
		return "sync", err
	}
	return "close", d.close(file)
}

// system is the disk of the operating system.
type system struct{}

// create makes a new file with the permissions that the umask leaves.
func (system) create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func (system) extend(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
}

func (system) write(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return err
}

func (system) truncate(file *os.File, size int64) error { return file.Truncate(size) }
func (system) sync(file *os.File) error                 { return file.Sync() }
func (system) close(file *os.File) error                { return file.Close() }
func (system) rename(from, to string) error             { return os.Rename(from, to) }
func (system) remove(path string) error                 { return os.Remove(path) }

func (system) makeDirectory(path string) error {
	err := os.Mkdir(path, 0o777)
	if info, other := os.Stat(path); other == nil && info.IsDir() {
		return nil
	}
	return err
}

// syncDirectory makes the rename last. Windows has no such call and does not
// need it.
func (system) syncDirectory(directory string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(directory)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// WriteError says at which step the writing of a file failed. The file that was
// there before is untouched, unless the step is "sync directory": then the new
// one is in place but may not survive a power failure.
type WriteError struct {
	Path string
	Step string // "create", "write", "sync", "close", "rename" or "sync directory"
	Err  error
}

// Error names the file, the step and the cause.
func (e *WriteError) Error() string { return fmt.Sprintf("%s: %s: %v", e.Path, e.Step, e.Err) }

// Unwrap is the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// disk is what an atomic write asks of a file system, one call for each thing
// that can go wrong.
type disk interface {
	create(path string) (*os.File, error)
	write(file *os.File, data []byte) error
	sync(file *os.File) error
	close(file *os.File) error
	rename(from, to string) error
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
	file, err := d.create(directory + "." + name + "." + rand.Text() + ".tmp")
	if err != nil {
		return &WriteError{Path: path, Step: "create", Err: err}
	}
	if step, err := fill(d, file, data); err != nil {
		file.Close() // a second close does no harm, and the first error counts
		os.Remove(file.Name())
		return &WriteError{Path: path, Step: step, Err: err}
	}
	if err := d.rename(file.Name(), target); err != nil {
		os.Remove(file.Name())
		return &WriteError{Path: path, Step: "rename", Err: err}
	}
	if err := d.syncDirectory(filepath.Dir(target)); err != nil {
		return &WriteError{Path: path, Step: "sync directory", Err: err}
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

func (system) write(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return err
}

func (system) sync(file *os.File) error     { return file.Sync() }
func (system) close(file *os.File) error    { return file.Close() }
func (system) rename(from, to string) error { return os.Rename(from, to) }

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

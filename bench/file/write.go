package file

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// WriteError says at which step the writing of a file failed. The file that was there before is untouched, unless the
// step is "sync directory". Then the new one is in place but may not survive a power failure.
type WriteError struct {
	Path string
	Step string // "create", "open", "write", "truncate", "sync", "close", "rename", "remove" or "sync directory"
	Err  error
}

// Error names the file, the step and the cause.
func (e *WriteError) Error() string { return fmt.Sprintf("%s: %s: %v", e.Path, e.Step, e.Err) }

// Unwrap returns the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// Disk writes files. The zero value uses the file system. A sync that failed is never
// tried again: the system may have dropped what it could not write.
type Disk struct {
	// Fault simulates a disk that fails: it is called before each step, and the step
	// fails with the error that it returns. A write that fails with an io.ErrShortWrite
	// leaves half of its bytes. With Fault nothing is really synced, which matters only
	// at a power failure. It may be called concurrently.
	Fault func(step string) error
}

// DoStep does one of the steps of writing path. The error is a *WriteError.
func (d Disk) DoStep(path, step string, call func() error) error {
	var err error
	if d.Fault != nil {
		err = d.Fault(step)
	}
	if err == nil {
		err = call()
	}
	if err == nil {
		return nil
	}
	return &WriteError{Path: path, Step: step, Err: err}
}

// Write gives a file the content. It is either the old one or the whole new one,
// whatever happens; see Replace. The error is a *WriteError.
func (d Disk) Write(path string, content []byte) error {
	return d.Replace(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Replace gives a file the content that fill writes, by way of a temporary file in
// the same directory. A symbolic link is followed, and a file that was there keeps
// its permissions. The error is a *WriteError, or that of fill when it is not one
// of writing.
func (d Disk) Replace(path string, fill func(io.Writer) error) error {
	target, old, err := targetOf(path)
	if err != nil {
		return &WriteError{Path: path, Step: "create", Err: err}
	}
	directory, name := filepath.Split(target)
	temporary := directory + temporaryPrefix(name) + rand.Text() + temporarySuffix
	var file *os.File
	if err := d.DoStep(path, "create", func() (err error) {
		file, err = create(temporary, old)
		return err
	}); err != nil {
		return err
	}
	err = d.fill(path, file, fill)
	if err == nil {
		err = d.DoStep(path, "rename", func() error { return os.Rename(temporary, target) })
	} else {
		file.Close() // a second close does no harm, and the first error counts
	}
	if err != nil {
		d.DoStep(path, "remove", func() error { return os.Remove(temporary) })
		return err
	}
	return d.syncDirectory(path, filepath.Dir(target))
}

// fill writes, syncs and closes the temporary file.
func (d Disk) fill(path string, file *os.File, fill func(io.Writer) error) error {
	w := &diskWriter{disk: d, path: path, file: file}
	buffered := bufio.NewWriterSize(w, 1<<16)
	err := fill(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if w.err != nil {
		err = w.err
	}
	if err == nil {
		err = d.sync(path, file)
	}
	if err != nil {
		return err
	}
	return d.close(path, file)
}

// diskWriter writes to a file and holds the first error of that.
type diskWriter struct {
	disk Disk
	path string
	file *os.File
	err  error
}

func (w *diskWriter) Write(data []byte) (int, error) {
	if w.err = w.disk.write(w.path, w.file, data); w.err != nil {
		return 0, w.err
	}
	return len(data), nil
}

func (d Disk) write(path string, file *os.File, data []byte) error {
	err := d.DoStep(path, "write", func() error {
		_, err := file.Write(data)
		return err
	})
	if d.Fault != nil && errors.Is(err, io.ErrShortWrite) {
		file.Write(data[:len(data)/2])
	}
	return err
}

func (d Disk) sync(path string, file *os.File) error {
	return d.DoStep(path, "sync", func() error {
		if d.Fault != nil {
			return nil
		}
		return file.Sync()
	})
}

// close closes the file whether the step fails or not.
func (d Disk) close(path string, file *os.File) error {
	err := d.DoStep(path, "close", file.Close)
	file.Close()
	return err
}

// syncDirectory makes what was done to path last. Windows has no such call and
// does not need it.
func (d Disk) syncDirectory(path, directory string) error {
	return d.DoStep(path, "sync directory", func() error {
		if runtime.GOOS == "windows" || d.Fault != nil {
			return nil
		}
		opened, err := os.Open(directory)
		if err != nil {
			return err
		}
		defer opened.Close()
		return opened.Sync()
	})
}

// create makes a new file with the permissions of the old one, or without one
// those that the umask leaves.
func create(path string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil || old == nil {
		return file, err
	}
	if own, err := file.Stat(); err == nil && own.Mode().Perm() == mode {
		return file, nil
	}
	if err := file.Chmod(mode); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return file, nil
}

// temporarySuffix ends the name of a temporary file.
const temporarySuffix = ".tmp"

func temporaryPrefix(name string) string { return "." + name + "." }

// RemoveTemporary removes the temporary files that a killed process has left beside path.
// Nobody may be writing it. The error is a *WriteError.
func (d Disk) RemoveTemporary(path string) error {
	directory, name := filepath.Dir(path), filepath.Base(path)
	entries, err := os.ReadDir(directory)
	if err != nil {
		return &WriteError{Path: path, Step: "remove", Err: err}
	}
	for _, entry := range entries {
		middle, begins := strings.CutPrefix(entry.Name(), temporaryPrefix(name))
		random, ends := strings.CutSuffix(middle, temporarySuffix)
		if !begins || !ends || len(random) != len(rand.Text()) || strings.Contains(random, ".") {
			continue
		}
		if err := d.DoStep(path, "remove", func() error { return os.Remove(filepath.Join(directory, entry.Name())) }); err != nil {
			return err
		}
	}
	return nil
}

// CheckTarget reports early what would keep Write from replacing path: it makes a file
// beside it, and removes that. The error is a *WriteError.
func CheckTarget(path string) error {
	target, _, err := targetOf(path)
	if err == nil {
		err = probeWritable(target)
	}
	if err != nil {
		return &WriteError{Path: path, Step: "create", Err: err}
	}
	return nil
}

// Target returns the file that Write replaces. It is the target of a symbolic link, or path itself if it is no link
// or the link leads nowhere.
func Target(path string) string {
	if target, _, err := targetOf(path); err == nil {
		return target
	}
	return path
}

// probeWritable returns an error if no temporary file can be made for path.
func probeWritable(path string) error {
	directory, name := filepath.Split(path)
	temporary := directory + temporaryPrefix(name) + rand.Text() + temporarySuffix
	file, err := create(temporary, nil)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(temporary))
}

// targetOf follows a symbolic link, so that its target is replaced and not the link. It
// refuses to replace anything except a regular file, such as a directory, a pipe or a
// device. Old is the existing file, nil if there is none.
func targetOf(path string) (target string, old fs.FileInfo, err error) {
	old, err = os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil, nil
	case err != nil:
		return "", nil, err
	case !old.Mode().IsRegular():
		return "", nil, errors.New("is not a regular file")
	}
	target, err = filepath.EvalSymlinks(path)
	return target, old, err
}

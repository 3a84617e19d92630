package file

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// errHeld reports that another process holds a lock.
var errHeld = errors.New("lock is held")

// LockedError says that another process is writing the same file.
type LockedError struct {
	Path   string // of the lock
	Holder string // the holder's name for itself; empty while it has not written one
}

// Error names the file and its holder.
func (e *LockedError) Error() string {
	return fmt.Sprintf("%s: file is locked by %s (expected one runner for each output)", e.Path, cmp.Or(e.Holder, "another process"))
}

// maxHolder is the largest part of a holder's name that is read, in bytes.
const maxHolder = 200

// Lock is a file that one process at a time can hold. The operating system
// keeps the lock, so that it ends with its holder, however that ends; the file
// may stay.
type Lock struct {
	path string
	file *os.File
}

// Acquire takes the lock or returns a *LockedError at once. Holder is written
// into the file for others to read.
func Acquire(path, holder string) (*Lock, error) {
	for {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		err = lockFile(file)
		if errors.Is(err, errHeld) {
			content, _ := io.ReadAll(io.NewSectionReader(file, 0, maxHolder))
			line, _, _ := strings.Cut(string(content), "\n")
			err = &LockedError{Path: path, Holder: text.ASCII(line)} // without characters that a terminal would act on
		}
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if !isCurrent(file, path) { // its holder has removed it since it was opened
			file.Close()
			continue
		}
		lock := &Lock{path: path, file: file}
		if err := lock.writeHolder(holder); err != nil {
			return nil, errors.Join(err, lock.Release())
		}
		return lock, nil
	}
}

// isCurrent reports whether the open file is still the one at its path.
func isCurrent(file *os.File, path string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	found, err := os.Stat(path)
	return err == nil && os.SameFile(own, found)
}

func (l *Lock) writeHolder(holder string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(holder+"\n"), 0)
	return err
}

// Release removes the file and lets others in.
func (l *Lock) Release() error {
	return releaseFile(l.file, l.path)
}

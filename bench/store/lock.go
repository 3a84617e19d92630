package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// errHeld says that somebody else holds a lock.
var errHeld = errors.New("lock is held")

// LockedError says that another process is writing the same run.
type LockedError struct {
	Path   string // of the lock
	Holder string // who that is, as it said itself; empty when it has not said yet
}

// Error names the file and its holder.
func (e *LockedError) Error() string {
	holder := e.Holder
	if holder == "" {
		holder = "another process"
	}
	return fmt.Sprintf("%s: file is locked by %s (expected one runner for each output)", e.Path, holder)
}

// maxHolder is what is read of a holder's name, in bytes.
const maxHolder = 200

// fileLock is a file that one process at a time can hold. The operating system
// keeps the lock, so that it ends with its holder, however that ends; the file
// may stay.
type fileLock struct {
	path string
	file *os.File
}

// acquire takes the lock or returns a *LockedError at once. Holder is written
// into the file for others to read.
func acquire(path, holder string) (*fileLock, error) {
	for {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		err = lockFile(file)
		if errors.Is(err, errHeld) {
			err = &LockedError{Path: path, Holder: holderOf(file)}
		}
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if !current(file, path) { // its holder has removed it since it was opened
			file.Close()
			continue
		}
		lock := &fileLock{path: path, file: file}
		if err := lock.sign(holder); err != nil {
			return nil, errors.Join(err, lock.release())
		}
		return lock, nil
	}
}

// current tells whether the open file is the one that others find by its path.
func current(file *os.File, path string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	found, err := os.Stat(path)
	return err == nil && os.SameFile(own, found)
}

func (l *fileLock) sign(holder string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(holder+"\n"), 0)
	return err
}

// holderOf reads who holds a lock: its first line without what a terminal would
// act on.
func holderOf(file *os.File) string {
	text, _ := io.ReadAll(io.NewSectionReader(file, 0, maxHolder))
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, line)
}

// release removes the file and lets others in.
func (l *fileLock) release() error {
	return releaseFile(l.file, l.path)
}

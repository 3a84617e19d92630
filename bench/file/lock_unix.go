//go:build unix && !solaris && !aix

package file

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes the lock of an open file without waiting.
func lockFile(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		case err != nil:
			return &os.PathError{Op: "lock", Path: file.Name(), Err: err}
		default:
			return nil
		}
	}
}

// releaseFile removes the file while it is still locked. A process that opens the path
// afterwards makes a new file, and one that has opened this file sees that it is gone.
func releaseFile(file *os.File, path string) error {
	return errors.Join(os.Remove(path), file.Close())
}

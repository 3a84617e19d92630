package file

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockOffset is the offset of the one locked byte, far behind the text that others read.
const lockOffset = 1 << 30

// lockFile takes the lock of an open file without waiting.
func lockFile(file *os.File) error {
	place := windows.Overlapped{Offset: lockOffset}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return errHeld
	case err != nil:
		return &os.PathError{Op: "lock", Path: file.Name(), Err: err}
	}
	return nil
}

// releaseFile closes the file first, since no open file can be removed here. It
// stays when another process has opened it meanwhile.
func releaseFile(file *os.File, path string) error {
	err := file.Close()
	os.Remove(path)
	return err
}

// Package input opens the files that users name.
package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// errIrregular is the error about an input that may never end.
var errIrregular = errors.New("is not a regular file (expected one, not a pipe, a device or a folder)")

// Open opens a file named by a user for reading. It rejects anything but a regular file, because a read from a pipe
// or device may never end. It also rejects files of more than most bytes, unless most is 0. The error is an
// *fs.PathError.
func Open(path string, most int64) (*os.File, error) {
	stat, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.Unwrap(err)}
	case !stat.Mode().IsRegular():
		return nil, &fs.PathError{Op: "open", Path: path, Err: errIrregular}
	case most > 0 && stat.Size() > most:
		return nil, &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("is larger than %d MiB", most>>20)}
	}
	return os.Open(path)
}

// ReadFile reads a file that Open opens.
func ReadFile(path string, most int64) ([]byte, error) {
	opened, err := Open(path, most)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return io.ReadAll(opened)
}

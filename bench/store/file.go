package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/zugwatch/zugwatch/bench"
)

// MaxSize is the largest file that is read, in bytes: a million positions with
// all counters stay below it.
const MaxSize = 512 << 20

// Load reads the run from a run file or a baseline. Every error is a
// *FileError.
func Load(path string) (*bench.Run, error) {
	d, err := load(path)
	if err != nil {
		return nil, in(path, err)
	}
	return d.run(), nil
}

// LoadBaseline reads a baseline. Every error is a *FileError; that the file is
// missing is one.
func LoadBaseline(path string) (*Baseline, error) {
	d, err := load(path)
	if err != nil {
		return nil, in(path, err)
	}
	baseline, err := d.baseline()
	return baseline, in(path, err)
}

// load reads a good file without holding it; any other is read again, to be
// examined as a whole.
func load(path string) (*document, error) {
	if d, ok := streamed(path, stream); ok {
		return d, nil
	}
	data, err := read(path)
	if err != nil {
		return nil, err
	}
	return examine(data)
}

// streamed streams a file that can be read twice.
func streamed[T any](path string, stream func(io.Reader, int64) (T, bool)) (none T, ok bool) {
	stat, err := os.Stat(path)
	if err != nil || !stat.Mode().IsRegular() || stat.Size() > MaxSize {
		return none, false
	}
	file, err := os.Open(path)
	if err != nil {
		return none, false
	}
	defer file.Close()
	return stream(io.LimitReader(file, MaxSize), stat.Size())
}

// Save writes the run to a file. The file is either the old one or the whole
// new one, whatever happens; the error is a *WriteError or, for a run that can
// not be read again, another.
func Save(path string, run *bench.Run) error { return saveRun(system{}, path, run) }

func saveRun(d disk, path string, run *bench.Run) error {
	data, err := Encode(run)
	if err == nil {
		_, err = Decode(data)
	}
	if err != nil {
		return fmt.Errorf("run for %s: %w", path, err)
	}
	return writeAtomic(d, path, data)
}

// SaveBaseline writes the baseline to a file as Save does.
func SaveBaseline(path string, b *Baseline) error {
	data, err := EncodeBaseline(b)
	if err == nil {
		_, err = DecodeBaseline(data)
	}
	if err != nil {
		return fmt.Errorf("baseline for %s: %w", path, err)
	}
	return writeAtomic(system{}, path, data)
}

// in names the file in an error.
func in(path string, err error) error {
	var fault *FileError
	if errors.As(err, &fault) {
		fault.Path = path
	}
	return err
}

func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if len(data) > MaxSize {
		return nil, &FileError{Path: path, Reason: TooLarge, Detail: fmt.Sprintf("at most %d bytes", MaxSize)}
	}
	return data, nil
}

func unreadable(path string, err error) error {
	reason, detail := Unreadable, err.Error()
	var cause *fs.PathError
	if errors.As(err, &cause) {
		detail = cause.Err.Error()
	}
	if errors.Is(err, fs.ErrNotExist) {
		reason, detail = Missing, ""
	}
	return &FileError{Path: path, Reason: reason, Detail: detail, Err: err}
}

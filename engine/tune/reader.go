package tune

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxSources is the largest number of sources in one file.
const maxSources = 1 << 20

// Read reads a data file of either form and calls each for every sample. Errors
// begin with the name and the line, or the number of the record, from 1.
func Read(r io.Reader, name string, each func(*Sample) error) ([]Source, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if !isPacked(in) {
		source, err := ReadSamples(in, name, each)
		return []Source{source}, err
	}
	return readPacked(in, name, func(r *Record) error {
		s, err := r.Sample()
		if err != nil {
			return err
		}
		return each(&s)
	})
}

// ReadRecords reads a data file like Read, but calls each with records. It validates
// those of a packed file only by Record.check.
func ReadRecords(r io.Reader, name string, each func(*Record) error) ([]Source, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if isPacked(in) {
		return readPacked(in, name, func(r *Record) error {
			if err := r.check(); err != nil {
				return err
			}
			return each(r)
		})
	}
	source, err := ReadSamples(in, name, func(s *Sample) error {
		r, err := NewRecord(s)
		if err != nil {
			return err
		}
		return each(&r)
	})
	return []Source{source}, err
}

// ReadSources reads the head of a data file of either form.
func ReadSources(r io.Reader, name string) ([]Source, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if isPacked(in) {
		return readHead(in, name)
	}
	line, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	source, err := ParseSource(strings.TrimSuffix(line, "\n"))
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	return []Source{source}, nil
}

// isPacked reports whether a file begins with the first word of packedForm.
func isPacked(in *bufio.Reader) bool {
	word, _, _ := strings.Cut(packedForm, "=")
	head, err := in.Peek(len(word))
	return err == nil && string(head) == word
}

// readHead reads the head of a packed file.
func readHead(in *bufio.Reader, name string) ([]Source, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		line = nil
	}
	var count int
	if _, err := fmt.Sscanf(string(line), packedForm, &count); err != nil || count < 0 || count > maxSources {
		return nil, fmt.Errorf("%s:1: header %.60q (expected %q with the number of sources)", name, line, fmt.Sprintf(packedForm, 1))
	}
	sources := make([]Source, 0, min(count, 1024))
	for n := range count {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil, fmt.Errorf("%s:%d: file ends in its head (expected %d sources)", name, n+2, count)
		}
		source, err := ParseSource(string(line[:len(line)-1]))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+2, err)
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// readPacked reads a file of records.
func readPacked(in *bufio.Reader, name string, each func(*Record) error) ([]Source, error) {
	sources, err := readHead(in, name)
	if err != nil {
		return nil, err
	}
	var r Record
	for n := 1; ; n++ {
		got, err := io.ReadFull(in, r[:])
		switch {
		case errors.Is(err, io.EOF):
			return sources, nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			err = fmt.Errorf("file is cut short after %d of %d bytes", got, recordSize)
		case err == nil:
			err = each(&r)
		}
		if err != nil {
			return sources, fmt.Errorf("%s: record %d: %w", name, n, err)
		}
	}
}

package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/input"
)

// Schema names the format of a file of records and its version.
type Schema struct {
	Format  string
	Version int
}

// Header is the first line of a file of records.
type Header interface{ FileSchema() Schema }

// Differences are those between the heads of two files, in words.
type Differences []string

// Add adds a value that differs.
func (d *Differences) Add(what string, has, expected any) {
	if has != expected {
		*d = append(*d, fmt.Sprintf("%s %v (expected %v)", what, has, expected))
	}
}

// AddEach adds the elements of a list that differ. An element that is missing is none.
func (d *Differences) AddEach(what string, has, expected []string) {
	element := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return "none"
	}
	for i := range max(len(has), len(expected)) {
		d.Add(what, element(has, i), element(expected, i))
	}
}

// String returns all of them, empty without any.
func (d Differences) String() string { return strings.Join(d, ", ") }

// WriteRecords writes JSON Lines: the head, then a line for each record.
func WriteRecords[Record any](w io.Writer, head any, records []Record) error {
	lines := []any{head}
	for i := range records {
		lines = append(lines, &records[i])
	}
	for _, value := range lines {
		line, err := Line(value)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// ParseRecords reads what WriteRecords wrote under a schema. The error names file and line.
func ParseRecords[Head Header, Record any](path string, data []byte, schema Schema) (head *Head, records []Record, err error) {
	head = new(Head)
	for n, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		var value any = head
		if n > 0 {
			records = append(records, *new(Record))
			value = &records[n-1]
		}
		err := Parse(line, value)
		if found := (*head).FileSchema(); err == nil && found != schema {
			err = fmt.Errorf("format %q of schema %d (expected %s, schema %d)", found.Format, found.Version, schema.Format, schema.Version)
		}
		if err != nil {
			return nil, nil, failure.With(failure.Baseline, fmt.Errorf("%s:%d:1: %w", path, n+1, err))
		}
	}
	return head, records, nil
}

// LoadRecords is ParseRecords of a file. The head is nil where there is no file.
func LoadRecords[Head Header, Record any](path string, schema Schema) (*Head, []Record, error) {
	opened, err := input.Open(path, MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, failure.With(failure.Machine, err)
	}
	defer opened.Close()
	data, err := io.ReadAll(opened)
	if err != nil {
		return nil, nil, failure.With(failure.Machine, err)
	}
	return ParseRecords[Head, Record](path, data, schema)
}

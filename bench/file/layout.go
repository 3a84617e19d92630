package file

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/input"
)

// digestKey begins the line of the digest; what stands above is digested.
const digestKey = "\"digest\": "

// Seal returns the digest of a file whose SHA-256 up to the digest is sum, and the end of the file. The end is the
// line of the digest and what follows it.
func Seal(sum []byte) (digest, end string) {
	digest = "sha256:" + hex.EncodeToString(sum)
	return digest, digestKey + "\"" + digest + "\"\n}\n"
}

// Layout writes a file as a JSON object, line by line: fields, then lists, then
// its seal. The zero value is ready.
type Layout struct {
	buffer bytes.Buffer
	err    error // after it nothing of use is written
}

// Field writes a field on a line of its own.
func (w *Layout) Field(name string, value any) {
	w.begin(name)
	w.value(value)
	w.buffer.WriteString(",\n")
}

// List writes a list of n elements, each on a line of its own.
func (w *Layout) List(name string, n int, element func(i int) any) {
	w.begin(name)
	w.buffer.WriteByte('[')
	for i := range n {
		if i > 0 {
			w.buffer.WriteByte(',')
		}
		w.buffer.WriteByte('\n')
		w.value(element(i))
	}
	w.buffer.WriteString("\n],\n")
}

// Bytes returns what was written so far.
func (w *Layout) Bytes() ([]byte, error) { return w.buffer.Bytes(), w.err }

// Seal ends the file and is all of it.
func (w *Layout) Seal() ([]byte, error) {
	sum := sha256.Sum256(w.buffer.Bytes())
	_, end := Seal(sum[:])
	w.buffer.WriteString(end)
	return w.Bytes()
}

// begin writes the key of a field, and before the first one the beginning of the
// file.
func (w *Layout) begin(name string) {
	if w.buffer.Len() == 0 {
		w.buffer.WriteString("{\n")
	}
	w.buffer.WriteString("\"" + name + "\": ")
}

func (w *Layout) value(value any) {
	line, err := Line(value)
	w.err = cmp.Or(w.err, err)
	w.buffer.Write(line)
}

// Line returns the one spelling of a value on one line, without its end.
func Line(value any) ([]byte, error) {
	text, err := encode(value, "")
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// Lines returns the one spelling of a value with a line for each member.
func Lines(value any) ([]byte, error) { return encode(value, " ") }

// encode returns a value as JSON, with an end of line.
func encode(value any, indent string) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(value)
	return buffer.Bytes(), err
}

// Parse reads a value and refuses fields that it does not have.
func Parse(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(value)
}

// ParseLine reads what Line has written, and nothing else.
func ParseLine(line []byte, value any) error {
	if err := Parse(line, value); err != nil {
		return err
	}
	spelt, err := Line(value)
	if err == nil && !bytes.Equal(spelt, line) {
		err = fmt.Errorf("record is in another spelling (expected %.60q)", spelt)
	}
	return err
}

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
	data, err := input.ReadFile(path, MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, failure.With(failure.Machine, err)
	}
	return ParseRecords[Head, Record](path, data, schema)
}

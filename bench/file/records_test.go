package file

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

type testHead struct {
	Format string `json:"format"`
	Schema int    `json:"schema"`
	Name   string `json:"name"`
}

func (h testHead) FileSchema() Schema { return Schema{h.Format, h.Schema} }

type testRecord struct {
	N int `json:"n"`
}

var testSchema = Schema{"test", 2}

// TestRecords reads back what was written, and no file as no head.
func TestRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.jsonl")
	if head, _, err := LoadRecords[testHead, testRecord](path, testSchema); head != nil || err != nil {
		t.Errorf("no file: %v, %v", head, err)
	}
	for _, want := range [][]testRecord{nil, {{3}, {1}}} {
		var text strings.Builder
		must.Do(t, WriteRecords(&text, testHead{"test", 2, "a"}, want))
		must.Do(t, os.WriteFile(path, []byte(text.String()), 0o600))
		head, got, err := LoadRecords[testHead, testRecord](path, testSchema)
		if err != nil || head.Name != "a" || !slices.Equal(got, want) {
			t.Errorf("%v: read %v, %v, %v", want, head, got, err)
		}
	}
}

// TestRecordsErrors: an error has the line.
func TestRecordsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "f:1:1: EOF",
		`{"format":"test","schema":3}`: `f:1:1: format "test" of schema 3 (expected test, schema 2)`,
		`{"format":"rest","schema":2}`: `f:1:1: format "rest" of schema 2 (expected test, schema 2)`,
		`{"format":"test","schema":2}` + "\n" + `{"n":1}` + "\n" + `{"m":1}` + "\n": `f:3:1: json: unknown field "m"`,
		`{"format":"test","schema":2}` + "\n" + `{"n":`:                             "f:2:1: unexpected EOF",
	} {
		if _, _, err := ParseRecords[testHead, testRecord]("f", []byte(text), testSchema); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

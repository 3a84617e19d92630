package store

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// provenBaseline returns a baseline that says all it can.
func provenBaseline() *Baseline {
	b := sampleBaseline()
	b.Accepted.Go, b.Accepted.Commit = "go1.26.8", "0123456789abcdef0123456789abcdef01234567-dirty"
	b.Accepted.Only = []string{b.Run.Outcomes[0].ID}
	return b
}

func TestProvenance(t *testing.T) {
	data := mustEncodeBaseline(t, provenBaseline())
	golden.Check(t, "testdata/baseline-schema2.json", data)
	got, err := decodeBaseline(data)
	if err != nil || !reflect.DeepEqual(got, provenBaseline()) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got.Run.Schema != bench.Schema {
		t.Errorf("the run has schema %d, want %d: runs of both files are compared", got.Run.Schema, bench.Schema)
	}
}

// TestEachProvenance: each part alone makes a file of schema 2.
func TestEachProvenance(t *testing.T) {
	for name, change := range map[string]func(*Accepted){
		"go": func(a *Accepted) { a.Commit, a.Only = "", nil }, "commit": func(a *Accepted) { a.Go, a.Only = "", nil }, "only": func(a *Accepted) { a.Go, a.Commit = "", "" },
	} {
		b := provenBaseline()
		change(&b.Accepted)
		data := mustEncodeBaseline(t, b)
		if got, err := decodeBaseline(data); err != nil || !reflect.DeepEqual(got, b) || !bytes.Contains(data, []byte("\n\"schema\": 2,\n")) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

// TestEverySchema reads every run file and baseline that a version has written
// since the first. No file is ever taken out of testdata.
func TestEverySchema(t *testing.T) {
	for pattern, least := range map[string]int{"run-schema*.json": 1, "shard-schema*.json": 1, "baseline-schema*.json": 2} {
		files, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil || len(files) < least {
			t.Errorf("%s: found %v, %v, want at least %d", pattern, files, err, least)
		}
		for _, file := range files {
			data := must.Get(os.ReadFile(file))(t)
			if _, err := decodeRun(data); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if !strings.HasPrefix(filepath.Base(file), "baseline") {
				continue
			}
			b, err := decodeBaseline(data)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if !bytes.Equal(mustEncodeBaseline(t, b), data) {
				t.Errorf("%s is written in another way now", file)
			}
		}
	}
}

// TestWrongSchema: a file says neither less nor more than its schema.
func TestWrongSchema(t *testing.T) {
	for name, test := range map[string]struct {
		data []byte
		want file.Reason
	}{
		"provenance in schema 1":    {resealed(t, mustEncodeBaseline(t, provenBaseline()), `"schema": 2`, `"schema": 1`), file.NotCanonical},
		"no provenance in schema 2": {resealed(t, mustEncodeBaseline(t, sampleBaseline()), `"schema": 1`, `"schema": 2`), file.NotCanonical},
		"a run in schema 2":         {resealed(t, mustEncode(t, sample()), `"schema": 1`, `"schema": 2`), file.NotCanonical},
		"schema 3":                  {resealed(t, mustEncode(t, sample()), `"schema": 1`, `"schema": 3`), file.Newer},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decodeRun(test.data)
			fault, ok := err.(*file.Error)
			if !ok || fault.Reason != test.want {
				t.Errorf("got %v, want a file that %s", err, test.want)
			}
		})
	}
}

// resealed replaces a text in a file and mends its digest.
func resealed(t *testing.T, data []byte, old, changed string) []byte {
	t.Helper()
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("the file does not hold %s", old)
	}
	return []byte(sealed(strings.Replace(string(data), old, changed, 1)))
}

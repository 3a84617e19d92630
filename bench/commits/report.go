package commits

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/input"
)

// Report is the pairs of a range that are finished, the oldest commit first.
type Report struct {
	Head
	Range   string // that was asked for
	Commits int    // of the range that are judged
	Pairs   []Pair
	Left    int // pairs that are not finished
}

// Head says how the pairs of a file were judged. The file is JSON Lines: a head, and a line for
// each pair that is finished.
type Head struct {
	Format string   `json:"format"`
	Schema int      `json:"schema"`
	Tool   string   `json:"tool"`           // version of the program
	Suites []string `json:"suites"`         // how each is judged: limits, forms, and digests of positions, engine and gate
	Tests  int      `json:"tests"`          // that all gates of the configuration make: they share one rate of false alarms
	Again  int      `json:"again"`          // how often positions lost under a clock are searched again
	Claims bool     `json:"claims"`         // "No functional change" has the exact question asked
	Race   string   `json:"race,omitempty"` // budget of the race on each suite whose gate has a speed; empty: none is run
}

// The head of every file.
const (
	format = "zugwatch-range"
	schema = 1
)

// differences says in what the heads of two files do not agree; empty where they do.
func (h *Head) differences(expected *Head) string {
	var parts []string
	add := func(what string, has, expected any) {
		if has != expected {
			parts = append(parts, fmt.Sprintf("%s %v (expected %v)", what, has, expected))
		}
	}
	suite := func(of *Head, i int) string {
		if i < len(of.Suites) {
			return of.Suites[i]
		}
		return "none"
	}
	add("tool", h.Tool, expected.Tool)
	for i := range max(len(h.Suites), len(expected.Suites)) {
		add("suite", suite(h, i), suite(expected, i))
	}
	add("tests", h.Tests, expected.Tests)
	add("again", h.Again, expected.Again)
	add("claims", h.Claims, expected.Claims)
	add("race", h.Race, expected.Race)
	return strings.Join(parts, ", ")
}

// Counts is how many pairs ended in what way.
type Counts struct {
	Pairs, Pass, Fail, Undecided, Inconclusive, Errors int
	Identical                                          int // of those without an error
}

// Counts counts the pairs of the report.
func (r *Report) Counts() (c Counts) {
	for i := range r.Pairs {
		p := &r.Pairs[i]
		c.Pairs++
		if p.Identical() {
			c.Identical++
		}
		switch p.Verdict {
		case compare.Pass.String():
			c.Pass++
		case compare.Fail.String():
			c.Fail++
		case compare.Undecided.String():
			c.Undecided++
		case errored:
			c.Errors++
		default:
			c.Inconclusive++
		}
	}
	return c
}

// WithoutTimes returns the report without what differs between equal measurements.
func (r *Report) WithoutTimes() *Report {
	plain := *r
	plain.Pairs = slices.Clone(r.Pairs)
	for i := range plain.Pairs {
		plain.Pairs[i].Measured = Measured{}
	}
	return &plain
}

// records is the content of a file: also the pairs of other ranges.
type records struct {
	Head
	pairs []Pair
}

// find returns the record of a commit in a direction, nil without one. A record with another
// parent is of another repository or history.
func (f *records) find(commit, parent string, reversed bool) *Pair {
	for i := range f.pairs {
		if p := &f.pairs[i]; p.Commit == commit && p.Parent == parent && p.Reversed == reversed {
			return p
		}
	}
	return nil
}

// write writes the file.
func (f *records) write(w io.Writer) error {
	lines := []any{&f.Head}
	for i := range f.pairs {
		lines = append(lines, &f.pairs[i])
	}
	for _, value := range lines {
		line, err := file.Line(value)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// save replaces the file as a whole.
func (f *records) save(path string) error { return file.Output(path, f.write) }

// load reads a file; nil where there is none.
func load(path string) (*records, error) {
	opened, err := input.Open(path, file.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, failure.With(failure.Machine, err)
	}
	defer opened.Close()
	data, err := io.ReadAll(opened)
	if err != nil {
		return nil, failure.With(failure.Machine, err)
	}
	return parse(path, data)
}

// parse reads the lines of a file. The error names file and line.
func parse(path string, data []byte) (*records, error) {
	f := new(records)
	for n, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		var value any = &f.Head
		if n > 0 {
			f.pairs = append(f.pairs, Pair{})
			value = &f.pairs[n-1]
		}
		err := file.Parse(line, value)
		if err == nil && n == 0 && (f.Format != format || f.Schema != schema) {
			err = fmt.Errorf("format %q of schema %d (expected %s, schema %d)", f.Format, f.Schema, format, schema)
		}
		if err != nil {
			return nil, failure.With(failure.Baseline, fmt.Errorf("%s:%d:1: %w", path, n+1, err))
		}
	}
	return f, nil
}

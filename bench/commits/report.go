package commits

import (
	"io"
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/file"
)

// Report lists the finished pairs of a range, the oldest commit first.
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

// FileSchema returns the format of the file and its version.
func (h Head) FileSchema() file.Schema { return file.Schema{Format: h.Format, Version: h.Schema} }

// differences lists the differences between the heads of two files; empty if they agree.
func (h *Head) differences(expected *Head) string {
	var d file.Differences
	d.Add("tool", h.Tool, expected.Tool)
	d.AddEach("suite", h.Suites, expected.Suites)
	d.Add("tests", h.Tests, expected.Tests)
	d.Add("again", h.Again, expected.Again)
	d.Add("claims", h.Claims, expected.Claims)
	d.Add("race", h.Race, expected.Race)
	return d.String()
}

// Counts counts pairs by verdict.
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

func (f *records) write(w io.Writer) error { return file.WriteRecords(w, &f.Head, f.pairs) }

// save replaces the file as a whole.
func (f *records) save(path string) error { return file.Output(path, f.write) }

// load reads a file; nil where there is none.
func load(path string) (*records, error) {
	head, pairs, err := file.LoadRecords[Head, Pair](path, file.Schema{Format: format, Version: schema})
	if head == nil {
		return nil, err
	}
	return &records{Head: *head, pairs: pairs}, nil
}

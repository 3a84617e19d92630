package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// suiteTrial returns the trial of a suite of ten positions. The head loses lost of them.
func suiteTrial(t *testing.T, name string, lost int) Trial {
	t.Helper()
	side := func(missed int) *bench.Run {
		run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: name, Digest: name, Count: 10}, Limits: "depth=5", Complete: true}
		for i := range 10 {
			o := bench.Outcome{ID: fmt.Sprintf("%s.%d", name, i), Verdict: bench.Solved, Want: "Qg6", Best: "Qg6", Nodes: 100, Depth: 5, Found: &bench.Point{Depth: 1, Nodes: 9}}
			if o.Stable = o.Found; i < missed {
				o.Verdict, o.Best, o.Found, o.Stable = bench.Missed, "Rb7", nil, nil
			}
			run.Outcomes = append(run.Outcomes, o)
		}
		return run
	}
	base, head := side(0), side(lost)
	c, err := compare.Compare(base, head, compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited}, compare.Evidence{})
	if err != nil {
		t.Fatal(err)
	}
	return Trial{Run: head, Base: base, Comparison: c}
}

// TestSummaryFits: at 80 columns a green summary of seven suites has at most 14 lines with the last line of the command and
// the blank line before it, and a red one at most 40.
func TestSummaryFits(t *testing.T) {
	for _, test := range []struct {
		lost, most int
		first      string
	}{
		{0, 14, "OK  head b2 searches as base a1 does: identical in 7 suites"},
		{9, 40, "FAIL  head b2 is worse than base a1: one, two (2 of 7 suites failed)"},
	} {
		r := Report{Verdict: compare.Pass.String(), Revisions: []Revision{{Label: "base", Commit: "a1"}, {Label: "head", Commit: "b2"}}}
		for i, name := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
			lost := 0
			if i < 2 {
				lost = test.lost
			}
			r.Trials = append(r.Trials, suiteTrial(t, name, lost))
		}
		if test.lost > 0 {
			r.Verdict = compare.Fail.String()
		}
		var out bytes.Buffer
		if err := doc.Write(&out, r.Summary(), doc.PlainText, doc.Extent{Screen: doc.Screen{Width: 80}}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if len(lines)+2 > test.most || lines[0] != test.first {
			t.Errorf("%d lines, of %d with the last line:\n%s", len(lines)+2, test.most, out.String())
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
}

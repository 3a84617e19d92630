package report_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// largeTrial returns a trial with the given number of positions. All except the first are lost.
func largeTrial(t *testing.T, positions int) report.Trial {
	b, h := golden.BaseRun(), golden.BaseRun()
	b.Outcomes = make([]bench.Outcome, positions)
	h.Outcomes = make([]bench.Outcome, positions)
	for i := range b.Outcomes {
		o := bench.Outcome{ID: fmt.Sprintf("P.%07d", i), Verdict: bench.Solved, Want: "Qg6", Best: "Qg6", Score: 17, Depth: 9, Nodes: 123456, Stable: &bench.Point{Depth: 9, Nodes: 123456}}
		b.Outcomes[i] = o
		if i > 0 {
			o.Verdict, o.Best, o.Stable = bench.Missed, "Qh5", nil
		}
		h.Outcomes[i] = o
	}
	return trialOf(t, b, h, compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited})
}

// meter counts what is written and how large the heap gets meanwhile.
type meter struct {
	bytes, lines, writes int
	peak                 uint64
}

func (m *meter) Write(p []byte) (int, error) {
	m.bytes += len(p)
	m.lines += bytes.Count(p, []byte("\n"))
	if m.writes++; m.writes%5000 == 1 {
		m.peak = max(m.peak, heap())
	}
	return len(p), nil
}

// heap returns what is in use after a collection.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestSizes: with many positions, a million in the slow tests, outputs for people stay short, and those
// for programs leave out none. The memory in use grows by a few bytes for each position, not by the
// text written about it.
func TestSizes(t *testing.T) {
	positions := 21_000
	if must.Slow() {
		positions = 1_000_000
	}
	r := &report.Report{Verdict: "fail", Code: 1, Trials: []report.Trial{largeTrial(t, positions)}}
	tests := []struct {
		format       export.Format
		bytes, lines int // bytes at most; lines exactly, 0: not known
		verbose      bool
	}{
		{"text", 16 << 20, doc.MaxRows + 37, true},
		{"markdown", doc.MaxMarkdown, 0, true},
		{export.Annotations, 8 << 10, 10, false},
		{export.JSON, 600 * positions, positions + 6, false},
		{export.JSONLines, 600*positions + 1<<20, positions + 1, false},
		{export.JUnit, 400 * positions, positions + 14, false},
		{export.Benchmark, 200 * positions, 2*positions + 15, false},
	}
	for _, test := range tests {
		before := heap()
		m := &meter{}
		must.Do(t, export.Write(m, r, export.Options{Format: test.format, Options: report.Options{Verbose: test.verbose}}))
		if m.bytes > test.bytes || test.lines > 0 && m.lines != test.lines {
			t.Errorf("%s: %d bytes in %d lines (expected at most %d in %d)", test.format, m.bytes, m.lines, test.bytes, test.lines)
		}
		const each, once = 200, 64 << 20
		if grown := int64(m.peak) - int64(before); grown > int64(positions*each+once) {
			t.Errorf("%s: %d MiB more in use", test.format, grown>>20)
		}
	}
}

// TestMarkdownFits: under any limit the output stays below it, is whole, begins with the verdict and
// says what is left out.
func TestMarkdownFits(t *testing.T) {
	b, h := many()
	for i := range b.Outcomes {
		b.Outcomes[i].Want = strings.Repeat("\u200b", 100)
		h.Outcomes[i].Want = b.Outcomes[i].Want
	}
	several := &report.Report{Verdict: "fail"}
	for range 60 {
		several.Trials = append(several.Trials, trialOf(t, b, h, compare.Gate{}))
	}
	tests := []struct {
		name  string
		r     *report.Report
		limit int
		want  []string
	}{
		{"all", several, 0, []string{" more suites\n"}},
		{"positions", &report.Report{Trials: several.Trials[:1]}, 26 << 10, []string{"|\n\nand 3 more\n", "\n| <code>P29</code> "}},
		{"suites", several, 64 << 10, []string{" more suites\n"}},
		{"gates", several, doc.MinMarkdown, []string{" more gates\n", " more suites\n"}},
		{"too little", several, 1, []string{" more gates\n", " more suites\n"}},
	}
	for _, test := range tests {
		got := render(t, test.r, export.Options{Format: "markdown", Extent: doc.Extent{Bytes: test.limit}})
		limit := max(test.limit, doc.MinMarkdown)
		if test.limit == 0 {
			limit = doc.MaxMarkdown
		}
		if len(got) > limit {
			t.Errorf("%s: %d bytes, limit %d", test.name, len(got), limit)
		}
		if !bytes.HasPrefix(got, []byte("## Zugwatch: ")) {
			t.Errorf("%s: begins with %.40q", test.name, got)
		}
		for _, want := range test.want {
			if !bytes.Contains(got, []byte(want)) {
				t.Errorf("%s: %q is not in it: %q", test.name, want, bytes.Split(got, []byte("\n\n")))
			}
		}
	}
}

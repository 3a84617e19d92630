package export

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
)

// TestReachable: an annotation names a file only if it is one of the repository.
func TestReachable(t *testing.T) {
	tests := []struct {
		name, file string
		want       bool
	}{
		{"nothing", "", false},
		{"file", "wac.epd", true},
		{"in a folder", "suites/wac.epd", true},
		{"signs of the grammar", "a,b:c%d=e ::f.epd", true},
		{"absolute", "/etc/passwd", false},
		{"outside", "../wac.epd", false},
		{"outside in the end", "a/../../wac.epd", false},
		{"not clean", "./wac.epd", false},
		{"folder", ".", false},
		{"parent", "..", false},
		{"dots in a name", "..wac.epd", true},
		{"new line", "a\nb.epd", false},
		{"terminal", "a\x1bb.epd", false},
		{"backslash", `a\b.epd`, false},
		{"old command", "##[error]", false},
	}
	for _, test := range tests {
		if got := reachable(test.file); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
}

// TestAnnotationBudget: never more than ten of a level, the worst first, and the
// last says how many more there are.
func TestAnnotationBudget(t *testing.T) {
	for _, size := range []int{0, 1, 9, 10, 11, 500} {
		b := &bench.Run{Schema: 1, Limits: "depth=9", Complete: true}
		h := &bench.Run{Schema: 1, Limits: "depth=9", Complete: true}
		for i := range size + 1 {
			o := bench.Outcome{ID: "P" + strings.Repeat("x", i), Verdict: bench.Solved, Want: "e4", Best: "e4", Nodes: 1000, Stable: &bench.Point{Depth: 3, Nodes: 100}}
			b.Outcomes = append(b.Outcomes, o)
			if i > 0 {
				o.Verdict, o.Best = bench.Missed, "d4"
			}
			h.Outcomes = append(h.Outcomes, o)
		}
		got := string(render(t, &report.Report{Trials: []report.Trial{trialOf(t, b, h, compare.Gate{})}}, Annotations))
		if lines := strings.Count(got, "\n"); lines != min(size, maxAnnotations) {
			t.Errorf("%d lost: %d annotations", size, lines)
		}
		if more := strings.Contains(got, "::and "); more != (size > maxAnnotations) {
			t.Errorf("%d lost: %s", size, got)
		}
	}
}

// TestNotes: what is shown are the lowest ranks, in the order they came.
func TestNotes(t *testing.T) {
	n := &notes{level: "error"}
	for i := range 40 {
		n.add(check{rank: rankOther - i%4, name: strings.Repeat("i", i)})
	}
	var got []int
	for _, note := range n.first {
		got = append(got, len(note.name))
	}
	want := []int{3, 7, 11, 15, 19, 23, 27, 31, 35, 39}
	if n.count != 40 || !slices.Equal(got, want) {
		t.Errorf("got %v of %d, want %v of 40", got, n.count, want)
	}
}

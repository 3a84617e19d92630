package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
)

// trialOf is a run judged by another.
func trialOf(t testing.TB, base, head *bench.Run, gate compare.Gate) Trial {
	t.Helper()
	c, err := compare.Runs(base, head, gate)
	if err != nil {
		t.Fatal(err)
	}
	return Trial{Run: head, Base: base, Comparison: c}
}

// located gives the positions of a trial lines in a file.
func located(trial Trial) Trial {
	trial.Entry, trial.File = Place{"zugwatch.yaml", 7}, "suites/a b,c:100%.epd"
	for i := range trial.Run.Outcomes {
		trial.Lines = append(trial.Lines, 10+i)
	}
	return trial
}

// reports are values that between them have everything that can be told.
func reports(t testing.TB) map[string]*Report {
	manyBase, manyHead := many()
	changed := located(trialOf(t, base(), head(), gate))
	changed.Timing = timing()
	atEntry := trialOf(t, manyBase, manyHead, compare.Gate{Axis: compare.Zugzwang, Total: 0, Position: 100})
	atEntry.Entry = Place{"zugwatch.yaml", 12}
	total := base()
	total.Outcomes[2].Nodes *= 1000
	sampledBase, sampledHead := base(), head()
	sampledBase.Limits, sampledHead.Limits = "cputime=100ms", "cputime=100ms"
	unfinished := base()
	unfinished.Outcomes[1] = bench.Outcome{ID: "WAC.002", Want: "Rxb2"}
	odd := strange()
	odd.Outcomes[0].Verdict, odd.Outcomes[0].Nodes = bench.Missed, 6
	wasSolved := strange()
	wasSolved.Outcomes[0].Verdict = bench.Solved
	return map[string]*Report{
		"judged":     {Tool: "v0.1.0", Verdict: "fail", Code: 1, Trials: []Trial{changed, atEntry}},
		"allowed":    {Verdict: "pass", Trials: []Trial{trialOf(t, base(), head(), compare.Gate{MaxLost: 1, MaxFaults: 1, Total: compare.Unlimited, Position: compare.Unlimited})}},
		"total":      {Verdict: "fail", Code: 1, Trials: []Trial{located(trialOf(t, base(), total, compare.Gate{Axis: compare.Nodes, Position: compare.Unlimited}))}},
		"sampled":    {Verdict: "inconclusive", Code: 6, Trials: []Trial{trialOf(t, sampledBase, sampledHead, gate)}},
		"run":        {Tool: "v0.1.0", Verdict: "complete", Trials: []Trial{located(Trial{Run: head(), Timing: timing()})}},
		"shard":      {Verdict: "complete", Trials: []Trial{{Run: shardOfBase(), Timing: timing()}}},
		"unfinished": {Verdict: "inconclusive", Code: 130, Problem: &Problem{Text: "ended by signal: interrupt"}, Trials: []Trial{{Run: unfinished}}},
		"raced": {
			Verdict: "fail", Code: 1,
			Revisions: []Revision{{Label: "base", Commit: "0123456789ab", Subject: hostile}, {Label: "head", Commit: "9876543210fe", Subject: "wider margin", WorkTree: true, Changed: []string{"search.go", hostile}}},
			Left:      []Left{{"ecm", "needs about 2m, and 3s are left"}, {hostile, hostile}}, Beyond: []string{"bk (full)", hostile},
			Trials: []Trial{trialOf(t, base(), head(), gate)},
			Races:  []Race{{Suite: "crafty", Entry: Place{"zugwatch.yaml", 20}, Measured: race(40, 1.1, true)}, {Suite: hostile, Measured: race(4, 1, true)}, {Suite: "wac", Measured: race(40, 1, false)}},
			Shifts: []Shifts{
				{Suite: "wac", Gate: true, Functions: difference(t, profile.Shares).Clear(), Phases: difference(t, profile.Shares).Phases[:1], Entry: Place{"zugwatch.yaml", 4}},
				{Suite: hostile, Functions: difference(t, profile.Shares).Clear()},
				{Suite: "crafty", Gate: true},
			},
		},
		"flaky": {Verdict: "fail", Code: 1, Trials: []Trial{flaky(t)}},
		"unlike": {Verdict: "inconclusive", Code: 5, Problem: &Problem{Text: "runs are not comparable: limits", Unlike: []compare.Difference{
			{Key: "limits", Base: "depth=5", Head: "depth=6"}, {Key: hostile, Base: hostile, Head: hostile},
		}}},
		"problem": {Verdict: "inconclusive", Code: 3, Problem: &Problem{Text: `zugwatch.yaml:4:5: unknown key "suits"`, Place: Place{"zugwatch.yaml", 4}}},
		"strange": {Tool: hostile, Verdict: "fail", Code: 1, Problem: &Problem{Text: hostile, Place: Place{"../" + hostile, 1}}, Trials: []Trial{trialOf(t, wasSolved, odd, compare.Gate{})}},
		"contest": {Verdict: "complete", Trials: []Trial{
			{Engine: "old", Run: base(), Timing: timing()}, {Engine: hostile, Run: head()},
		}},
		"strange-run": {Verdict: hostile, Trials: []Trial{{Run: strange(), Timing: strangeTiming(), File: hostile, Lines: []int{3, 4}}}},
	}
}

// render is a report in one format.
func render(t testing.TB, r *Report, options Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, r, options); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFormatsGolden(t *testing.T) {
	for name, r := range reports(t) {
		for format := Text; format <= Benchmark; format++ {
			t.Run(name+"."+format.String(), func(t *testing.T) {
				got := render(t, r, Options{Format: format})
				golden(t, "report-"+name+"."+format.String(), got)
				if again := render(t, r, Options{Format: format}); !bytes.Equal(got, again) {
					t.Error("written again it is another one")
				}
			})
		}
	}
}

func TestFormatWords(t *testing.T) {
	for f := Text; f <= Benchmark; f++ {
		got, err := ParseFormat(f.String())
		if got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %v, %v", f, got, err)
		}
	}
	want := `format "html" (expected text, markdown, json, jsonl, junit, github or bench)`
	if _, err := ParseFormat("html"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := (Benchmark + 1).String(); got != "format(7)" {
		t.Errorf("got %q", got)
	}
	err := Write(io.Discard, &Report{}, Options{Format: Benchmark + 1})
	if err == nil || err.Error() != "report: format(7) is unknown" {
		t.Errorf("got %v", err)
	}
}

func TestWriteErrorsOfFormats(t *testing.T) {
	r := reports(t)["judged"]
	for format := Text; format <= Benchmark; format++ {
		if err := Write(full{}, r, Options{Format: format}); err == nil || err.Error() != "report: no space left" {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

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
		b, h := base(), base()
		b.Outcomes, h.Outcomes = nil, nil
		for i := range size + 1 {
			o := bench.Outcome{ID: "P" + strings.Repeat("x", i), Verdict: bench.Solved, Want: "e4", Best: "e4", Nodes: 1000}
			b.Outcomes = append(b.Outcomes, o)
			if i > 0 {
				o.Verdict, o.Best = bench.Missed, "d4"
			}
			h.Outcomes = append(h.Outcomes, o)
		}
		got := string(render(t, &Report{Trials: []Trial{trialOf(t, b, h, compare.Gate{})}}, Options{Format: Annotations}))
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
		n.add(rankOther-i%4, func() note { return note{title: strings.Repeat("i", i)} })
	}
	var got []int
	for _, note := range n.first {
		got = append(got, len(note.title))
	}
	want := []int{3, 7, 11, 15, 19, 23, 27, 31, 35, 39}
	if n.count != 40 || len(got) != len(want) {
		t.Fatalf("got %v of %d", got, n.count)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
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
	c := must.Get(compare.Compare(base, head, compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited}, compare.Evidence{}))(t)
	return Trial{Run: head, Base: base, Comparison: c}
}

// TestSummaryFits: at 80 columns a green summary of seven suites has at most 14 lines with the last line of the command and
// the blank line before it, and a red one at most 40.
func TestSummaryFits(t *testing.T) {
	for _, test := range []struct {
		lost, most  int
		first, more string
	}{
		{0, 14, "OK  head b2 searches as base a1 does: identical in 7 suites", ""},
		{9, 40, "FAIL  head b2 is worse than base a1: one, two (2 of 7 suites failed)", "  and 7 more\n  two.0 was not explained within 10s\n"},
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
			r.Trials[0].Explanation = &explain.Explanation{ID: "one.3", Finding: explain.Horizon, Walk: []explain.Node{{Position: "8/8/8/8/8/4k3/8/4K3 w - - 0 1", Depth: 5}}}
			r.Trials[1].Unexplained = "two.0 was not explained within 10s"
		}
		out := string(golden.Write(t, r.Terminal(Options{}), doc.PlainText, doc.Extent{Screen: doc.Screen{Width: 80}}))
		lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
		if len(lines)+2 > test.most || lines[0] != test.first || !strings.Contains(out, test.more) {
			t.Errorf("%d lines, of %d with the last line:\n%s", len(lines)+2, test.most, out)
		}
		if test.lost > 0 && !strings.Contains(out, "lost in one:\n  one.3  wants Qg6, plays Rb7\n    why: ") {
			t.Errorf("the explained position is not first:\n%s", out)
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
}

// TestPageBounds: a page shows as many boards and rows of lost positions as a reader looks at.
func TestPageBounds(t *testing.T) {
	trial := suiteTrial(t, "one", 10)
	position := game.FromChess(chess.Start())
	trial.Suite = &suites.Suite{Name: "one"}
	for i := range 10 {
		trial.Suite.Records = append(trial.Suite.Records, epd.Record{ID: fmt.Sprintf("one.%d", i), Position: position})
	}
	if n := len(trial.lostBoards()); n != maxSummaryLost {
		t.Errorf("%d boards, want %d", n, maxSummaryLost)
	}
	table := string(golden.Write(t, doc.Document{trial.lostTable()}, doc.Markdown, doc.Extent{}))
	if n := strings.Count(table, "<code>one."); n != maxTableLost {
		t.Errorf("%d rows, want %d\n%s", n, maxTableLost, table)
	}
	r := Report{Verdict: compare.Fail.String(), Trials: []Trial{trial}}
	if page := string(golden.Write(t, r.Document(Options{}), doc.Markdown, doc.Extent{})); !strings.Contains(page, "\n\nand 2 more\n\n") {
		t.Errorf("the rows that are not shown are not counted:\n%s", page)
	}
}

// TestSummaryHardly: a pass that saw next to nothing says so in its first line.
func TestSummaryHardly(t *testing.T) {
	trial := suiteTrial(t, "one", 0)
	head := *trial.Run
	head.Outcomes = slices.Clone(head.Outcomes)
	for range 50 { // one search of 510 differs
		head.Outcomes = append(head.Outcomes, trial.Run.Outcomes...)
	}
	for i := range head.Outcomes {
		head.Outcomes[i].ID = fmt.Sprintf("one.%d", i)
	}
	head.Suite.Count = len(head.Outcomes)
	base := head
	base.Outcomes = slices.Clone(head.Outcomes)
	base.Outcomes[0].Nodes++
	c := must.Get(compare.Compare(&base, &head, compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited}, compare.Evidence{}))(t)
	r := Report{Verdict: compare.Pass.String(), Trials: []Trial{{Run: &head, Base: &base, Comparison: c}}}
	const want = "OK  the head is not worse than the base (1 suite), but hardly exercised: 1 of 510 searches (0.2 %) differ, so that the suites do not reach what changed"
	if got, _, _ := strings.Cut(string(golden.Write(t, r.Terminal(Options{}), doc.PlainText, doc.Extent{})), "\n"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAsked: the searches shown include the game that led to a position and the depth of its record.
func TestAsked(t *testing.T) {
	const game = `8/8/8/8/8/8/8/K2k4 b - - hmvc 1; draw; sd 3; id "A"; history "8/8/8/8/8/8/8/1K1k4 w - - 0 1 moves b1a1";`
	suite := must.Get(suites.Load(strings.NewReader(game+"\n4k3/8/8/8/8/8/8/4K3 w - - sd 4;\n"), "few.epd"))(t)
	for limits, want := range map[string][2]doc.Text{
		"sd":         {"moves b1a1; go depth 3", "; go depth 4"},
		"nodes=2000": {"moves b1a1; go nodes 2000", "; go nodes 2000"},
	} {
		trial := Trial{Run: &bench.Run{Limits: limits}, Suite: suite}
		for i := range want {
			if got := string(trial.searchText(i)); !strings.HasSuffix(got, string(want[i])) || strings.Contains(got, "K2k4") {
				t.Errorf("%s: asked %q, want %q", limits, got, want[i])
			}
		}
	}
}

// TestProtocolWord: the text of a position of shogi begins with its word already.
func TestProtocolWord(t *testing.T) {
	const shogi = "sfen 7nl/7k1/9/7P1/9/9/9/9/+r8 w 2G2b2g4s3n3lr16p 1"
	if got := figure.CommandWords(shogi) + "|" + figure.CommandWords(game.Chess.Start().String()); got != "position |position fen " {
		t.Errorf("words before positions are %q", got)
	}
}

// TestLimitNotes: suites that are searched under other limits for the same reason share a line, and other notes do not.
func TestLimitNotes(t *testing.T) {
	const keep, timer = ", which the head does not keep", "3 wrong claims of a mate"
	var r Report
	for suite, notes := range []([]string){
		{"limit depth=8,stop-when-solved=3 instead of nodes=5000,stop-when-solved=3" + keep, timer, "limit depth=7 instead of depth=8, as searches go on to it"},
		{"limit depth=9 instead of nodes=6000" + keep, timer},
		{"limit depth=6 instead of depth=9, as searches go on to it", "limit depth=4 instead of nodes=3000" + keep},
	} {
		c := &compare.Comparison{Suite: bench.SuiteRef{Name: []string{"wac", "mates", "tree"}[suite]}, Gates: []compare.Result{{Verdict: compare.Pass, Notes: notes}}}
		r.Trials = append(r.Trials, Trial{Comparison: c})
	}
	const want = `wac: note: limit depth=8,stop-when-solved=3 instead of nodes=5000,stop-when-solved=3, which the head does not keep; likewise mates (depth=9), tree (depth=4)
wac: note: 3 wrong claims of a mate
wac: note: limit depth=7 instead of depth=8, as searches go on to it; likewise tree (depth=6)
mates: note: 3 wrong claims of a mate`
	if got := strings.TrimSpace(string(golden.Write(t, r.reasons(), doc.PlainText, doc.Extent{}))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestJoinedRemarks: a remark on both sides stands once, without any warning too.
func TestJoinedRemarks(t *testing.T) {
	run := func(ended ...bench.End) *bench.Run {
		r := &bench.Run{Complete: true}
		for i, e := range ended {
			r.Outcomes = append(r.Outcomes, bench.Outcome{ID: fmt.Sprint(i), Verdict: bench.Missed, Ended: e})
		}
		return r
	}
	both := Trial{Run: run(bench.Late, bench.Early), Base: run(bench.Late, bench.Late)}
	want := []string{"1 of 2 searches ended long before the limit by the engine's own choice", "1 of 2 searches overran the limit", "base: 2 of 2 searches overran the limit"}
	if got := both.Remarks(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	both.Base = both.Run
	want = []string{"base and head: " + want[0], "base and head: " + want[1]}
	if got := both.Remarks(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

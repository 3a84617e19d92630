package finding_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/bench/revision"
)

// ranged returns a range with every kind of pair.
func ranged() *commits.Report {
	shift := func(mean float64) *commits.Shift {
		return &commits.Shift{Low: mean - 0.01, Mean: mean, High: mean + 0.01}
	}
	suite := func(name, verdict string, nodes, lost float64, positions ...string) commits.Suite {
		return commits.Suite{
			Suite: name, Verdict: verdict, Change: "changed", SolvedBase: 20, SolvedHead: 19, Solution: shift(nodes), Lost: shift(lost), Tree: shift(nodes),
			Axes: []commits.Axis{{Axis: "tactics", Verdict: verdict, Effects: []commits.Effect{}, Reason: "because of " + name}}, Positions: positions,
		}
	}
	pairs := []commits.Pair{
		{Commit: "1111111111aa", Subject: "Words", Same: true, Verdict: "pass", Change: "identical", Suites: []commits.Suite{{Suite: "wac", Verdict: "pass", Solution: shift(0), Lost: shift(0)}}, Measured: commits.Measured{Seconds: 61.24}},
		{
			Commit: "2222222222aa", Subject: golden.HostileText, Bench: 4567890, Verdict: "fail", Change: "changed",
			Elo:    []revision.Elo{{Elo: 2.1, Error: 1.95, TimeControl: "8.0+0.08"}, {Elo: -0.22, Error: 2.98, TimeControl: "40.0+0.40"}},
			Suites: []commits.Suite{suite("wac", "fail", 0.1, 0.02, "WAC.001", golden.HostileText), suite("zugzwang", "pass", -0.05, 0)},
		},
		{Commit: "2222222222aa", Subject: golden.HostileText, Reversed: true, Verdict: "undecided", Change: "changed", Suites: []commits.Suite{suite("wac", "undecided", -0.1, -0.02)}},
		{Commit: "3333333333aa", Subject: "Broken", Verdict: "error", Change: "unknown", Error: "engine mine at head 3333333333: build: " + golden.HostileText},
		{Commit: "4444444444aa", Subject: "Slow", Verdict: "inconclusive", Change: "unknown", Suites: []commits.Suite{suite("wac", "inconclusive", 0.01, 0)}},
		{Commit: "5555555555aa", Subject: "Better", Verdict: "pass", Change: "changed", Suites: []commits.Suite{suite("wac", "pass", -0.2, -0.01)}},
	}
	return &commits.Report{Head: commits.Head{Tool: "v1", Suites: []string{"wac nodes=100 " + golden.HostileText}}, Range: "v1.0..main", Commits: 6, Pairs: pairs, Left: 1}
}

func TestGoldenRange(t *testing.T) {
	golden.CheckVerbose(t, "range", func(verbose bool) doc.Document { return finding.Range(ranged(), verbose) })
	golden.CheckReport(t, "range-none", finding.Range(&commits.Report{Range: "a..b"}, false))
}

// TestRangeCurves: curves add the commits up, break at one without a result, and leave out
// changes that were taken back.
func TestRangeCurves(t *testing.T) {
	var plots []doc.Plot
	for _, block := range finding.Range(ranged(), false).Blocks() {
		if plot, ok := block.(doc.Plot); ok {
			plots = append(plots, plot)
		}
	}
	if len(plots) != 2 || len(plots[0].Curves) != 1 || len(plots[1].Curves) != 1 {
		t.Fatalf("got %+v", plots)
	}
	want := []doc.Point{{X: 1, Y: 0}, {X: 2, Y: 2, Marked: true}, {X: 4, Y: 2, Apart: true}, {X: 5, Y: 1}}
	for i, got := range plots[1].Curves[0].Points {
		if got.Label == "" {
			t.Errorf("point %d has no label", i)
		}
		if got.Label = ""; i >= len(want) || got != want[i] {
			t.Errorf("point %d is %+v, want %+v", i, got, want)
		}
	}
}

func TestRangeFields(t *testing.T) {
	want := "pairs=6 pass=2 fail=1 undecided=1 inconclusive=1 identical=1 errors=1 left=1"
	text := ""
	for _, f := range finding.RangeFields(ranged()) {
		text += " " + f.Key + "=" + f.Value
	}
	if text != " "+want {
		t.Errorf("got%s, want %s", text, want)
	}
}

package finding_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
)

func TestGoldenSensitivity(t *testing.T) {
	axis := func(suite, name, verdict, effect string) sensitivity.Axis {
		return sensitivity.Axis{Suite: suite, Axis: name, Verdict: verdict, Effect: effect, Reasons: []string{"because", golden.HostileText}, Positions: []string{"WAC.001"}, Base: 270, Head: 268, Changed: true}
	}
	rows := []sensitivity.Row{
		{Name: "check-extension-off", Kind: "damaging", What: golden.HostileText, Change: "Search=x", Verdict: "fail", Bench: 4_000_000, Nodes: 28_000_000, CPU: 61.4, Games: &sensitivity.Games{Pairs: [5]int{50, 120, 200, 90, 40}, Faults: 1, Limit: "nodes=10000"}, Axes: []sensitivity.Axis{
			axis("wac", "tactics", "fail", "+28.9 % (+16.8 to +42.4), solved -50"), axis("tree", "nodes", "pass", "-21.5 % (-27.0 to -18.3)"),
		}},
		{Name: "late-moves-one-early", Kind: "damaging", Verdict: "undecided", Bench: 3_950_184, Nodes: 5, Axes: []sensitivity.Axis{axis("wac", "tactics", "undecided", "+1.0 % (-1.0 to +3.0), solved +0")}},
		{Name: "broken", Kind: "damaging", Verdict: "inconclusive", Fault: golden.HostileText},
		{Name: "hash-8", Kind: "neutral", Verdict: "pass", Axes: []sensitivity.Axis{{Suite: "wac", Axis: "tactics", Verdict: "pass", Base: 270, Head: 270}}},
		{Name: "tempo-more", Kind: "neutral", Verdict: "fail", Tuned: true, Axes: []sensitivity.Axis{axis(golden.HostileText, "mates", "fail", "")}},
	}
	found := &sensitivity.Report{
		Head: sensitivity.Head{Engine: "zugwatch 0.1 " + golden.HostileText, Bench: 3_950_184, Suites: []string{"wac nodes=25000 forms=4 0123456789ab"}}, Rows: rows, Left: []string{"a", "b"},
	}
	games := &sensitivity.Head{Command: "zugwatch sensitivity --games 1000", Date: "2026-01-02", Games: "1000 games, nodes=10000", Bench: 3_950_184}
	golden.CheckVerbose(t, "sensitivity", func(verbose bool) doc.Document { return finding.Sensitivity(found, games, verbose) })
	golden.CheckReport(t, "sensitivity-none", finding.Sensitivity(&sensitivity.Report{}, nil, false))
}

package report_test

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// flaky returns a comparison under a clock with roles, a quarantine, a position
// acquitted by further searches and solutions found later.
func flaky(t testing.TB) report.Trial {
	t.Helper()
	b, h := many()
	for i := range b.Outcomes {
		b.Outcomes[i].Stable, h.Outcomes[i].Stable = &bench.Point{Depth: 5, Nodes: 100}, &bench.Point{Depth: 5, Nodes: uint64(100 + 5*i)}
	}
	b.Outcomes[29].Verdict = bench.Missed
	b.Limits, h.Limits = "cputime=100ms", "cputime=100ms"
	allowed := compare.Growth(500)
	c := must.Get(compare.Compare(b, h, compare.Gate{
		Axis: compare.Zugzwang, Total: compare.Unlimited, Position: compare.Unlimited, Solution: &allowed,
		ExpectedFail: []string{"P00", "P29"}, Control: []string{"P12", "P28"},
		Quarantine: []compare.Quarantine{{ID: "P11", Reason: golden.HostileText, Until: "2026-12-31"}}, Today: "2026-11-21",
	}, compare.Evidence{Again: map[string]compare.Again{"P03": {Solved: 3, Of: 5}, "P04": {Solved: 5, Of: 5}}}))(t)
	return report.Trial{Run: h, Base: b, Comparison: c}
}

func TestGoldenAxes(t *testing.T) {
	c := flaky(t).Comparison
	odd := []compare.Difference{{Key: "limits", Base: "depth=5", Head: "depth=6"}, {Key: golden.HostileText, Base: golden.HostileText, Head: golden.HostileText}}
	inAllForms(t, "axes", func(o report.Options) doc.Document {
		return golden.Several(report.Comparison(&report.Trial{Comparison: c}, o), report.Gates("zz", c.Gates...))
	})
	inAllForms(t, "differences", func(report.Options) doc.Document { return report.Differences(odd) })
}

func TestAxisFields(t *testing.T) {
	got := report.AxisFields([]compare.Result{
		{Axis: compare.Nodes, Verdict: compare.Pass},
		{Axis: compare.Tactics, Verdict: compare.Inconclusive},
		{Axis: compare.Nodes, Verdict: compare.Fail},
		{Axis: compare.Speed, Verdict: compare.Pass},
	})
	if want := "[{gate_tactics inconclusive} {gate_nodes fail} {gate_speed pass}]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

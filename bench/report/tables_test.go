package report_test

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestGoldenTaxes(t *testing.T) {
	with, without, clocked := golden.HeadRun(), golden.BaseRun(), golden.BaseRun()
	cost := &compare.NullMoveCost{With: compare.Side{Totals: with.Totals()}, Without: compare.Side{Totals: without.Totals()}, Lost: 1, Gained: 1, Both: 1, Spent: [2]uint64{10, 2000}, Ratio: 0.25}
	for i := range with.Outcomes {
		cost.Positions = append(cost.Positions, compare.NullMovePosition{With: &with.Outcomes[i], Without: &without.Outcomes[i], Ratio: float64(i) / 2})
	}
	clocked.Limits = "cputime=100ms"
	costs := []matrix.Cost{{Engine: "zugwatch", Run: with, NullMove: cost}, {Engine: golden.HostileText, Run: clocked}}
	silent := golden.BaseRun() // says so little that it is not known when it found anything
	for i := range silent.Outcomes {
		silent.Outcomes[i].Found, silent.Outcomes[i].Stable = nil, nil
	}
	unknown := must.Get(compare.CompareNullMove(silent, golden.BaseRun()))(t)
	costs = append(costs, matrix.Cost{Engine: "silent", Run: silent, NullMove: unknown})
	inAllForms(t, "null-move-costs", func(o report.Options) doc.Document { return report.NullMoveCosts(costs, o) })
}

// TestGoldenTaxesInForms: positions stand with the number of their solved forms.
func TestGoldenTaxesInForms(t *testing.T) {
	run := func(solved ...int) *bench.Run {
		run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "zz", Digest: "d", Forms: 4}, Limits: "nodes=1000", Complete: true}
		for i, n := range solved {
			for form, name := range []string{"", "/flip", "/mirror", "/turn"} {
				o := bench.Outcome{ID: fmt.Sprintf("ZUG.%d%s", i+1, name), Want: "Kh7", Best: "Kg6", Verdict: bench.Missed, Nodes: 1000}
				if form < n {
					o.Verdict, o.Stable = bench.Solved, &bench.Point{Depth: 3, Nodes: uint64(100 * n)}
				}
				run.Outcomes = append(run.Outcomes, o)
			}
		}
		run.Suite.Count = len(run.Outcomes)
		return run
	}
	with, without := run(0, 4, 3), run(4, 4, 2)
	cost := must.Get(compare.CompareNullMove(with, without))(t)
	costs := []matrix.Cost{{Engine: "zugwatch", Run: with, NullMove: cost}, {Engine: golden.HostileText, Run: with}}
	inAllForms(t, "null-move-costs-forms", func(o report.Options) doc.Document { return report.NullMoveCosts(costs, o) })
}

func TestGoldenCounters(t *testing.T) {
	run := golden.BaseRun()
	run.Outcomes[0].Counters = engine.Counters{NullTried: 1000, NullCut: 400, NullNodes: 99_999, NullReduced: 3}
	run.Outcomes[0].NullByDepth = &bench.NullByDepth{{0, 0}, {10, 4}, {5, 5}}
	run.Outcomes[1].NullByDepth = &bench.NullByDepth{{1, 0}, {10, 4}}
	run.Outcomes[0].NullMoveCosts = &bench.NullMoveCosts{{}, {300, 10, 20, 9000}}
	inAllForms(t, "counters", func(report.Options) doc.Document { return report.NullMoveCounters(run) })
}

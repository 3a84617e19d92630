package report_test

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/selftest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// auditOf returns an audit with wrong claims, so many in a thousand of the first rule.
func auditOf(wrong uint64) *audit.Report {
	count := audit.Count{Claims: 1000, Wrong: wrong, Zugzwang: wrong / 2, Short: 70 * wrong, Worst: 1234}
	sound := audit.Count{Claims: 12345}
	whole := count
	whole.Claims += sound.Claims
	var positions []audit.Position
	for _, part := range []uint64{wrong / 8, wrong / 8, wrong / 8, wrong / 8, wrong / 8, wrong / 8, wrong / 8, wrong - 7*(wrong/8)} {
		share := audit.Share{Claims: 125, Wrong: part, Zugzwang: part / 2}
		rule, depth := share, share
		rule.Name, depth.Name = "null", "3"
		positions = append(positions, audit.Position{Rules: []audit.Share{rule}, Depths: []audit.Share{depth}})
	}
	return &audit.Report{
		Positions: positions,
		Engine:    base().Engine, Suite: bench.SuiteRef{Name: hostile, Digest: "d", Count: 3}, Limits: "depth=9", Every: 16, Nodes: 99_999, Total: whole,
		Rules:           []audit.Row{{Name: "null", Count: count}, {Name: hostile, Count: sound}},
		Depths:          []audit.Row{{Name: "3", Count: count}, {Name: "12", Count: audit.Count{Claims: 99}}, {Name: "13", Count: audit.Count{Claims: 1}}},
		Pieces:          []audit.Row{{Name: "none", Count: sound}},
		Counterexamples: []audit.Counterexample{{Line: "8/8/8/8/8/8/8/K1k5 w - - id " + hostile}}, Unrepeated: 2,
	}
}

func TestGoldenAudits(t *testing.T) {
	contrast := must.Get(audit.Compare(auditOf(10), auditOf(200)))(t)
	marks := &audit.ExamResult{Endings: []string{"KPK", hostile}, Search: "modern", Zugzwangs: 1, Ancestors: 7, MinDepth: 4, Rows: []audit.Mark{
		{Policy: hostile, Total: auditOf(3).Total, ByDepth: []audit.Count{auditOf(1).Total, auditOf(2).Total}, Dangerous: 5, Nodes: 123_456},
		{Policy: "off", Total: audit.Count{Claims: 10}, ByDepth: []audit.Count{{}, {}}},
	}}
	inAllForms(t, "audit", func(report.Options) documents { return documents{report.Audit(auditOf(10))} })
	inAllForms(t, "audit-none", func(report.Options) documents { return documents{report.Audit(&audit.Report{Every: 1})} })
	inAllForms(t, "audit-comparison", func(report.Options) documents { return documents{report.AuditComparison(contrast)} })
	inAllForms(t, "endings", func(report.Options) documents { return documents{report.Endings(marks)} })
}

func TestGoldenMatrix(t *testing.T) {
	cell := func(answer *bench.Outcome) matrix.Cell {
		return matrix.Cell{Totals: head().Totals(), Excess: 2, NPS: 5_000_000, Answer: answer, Finished: true}
	}
	wide := &matrix.Table{
		Columns: []matrix.Column{{Suite: "crafty", Limits: "depth=9"}, {Suite: hostile, Limits: "nodes=1000"}},
		Rows: []matrix.Row{
			{Engine: "zugwatch", Search: "modern", Policy: "off", Cells: []matrix.Cell{cell(nil), cell(&base().Outcomes[0])}, Best: true, Ratio: 1, CPU: 1, Nodes: 12345, NPS: 5_000_000},
			{Engine: "zugwatch", Policy: hostile, Published: "12,345 *", Cells: []matrix.Cell{cell(nil), {}}, Ratio: 0.5, CPU: 0.75, FailHigh: 0.42, Audit: auditOf(10).Total},
		},
	}
	single := &matrix.Table{Columns: wide.Columns[:1], Rows: []matrix.Row{
		{Engine: "a", Cells: []matrix.Cell{cell(&base().Outcomes[1])}, Nodes: 5}, {Engine: hostile, Policy: "Hash=1", Cells: []matrix.Cell{cell(nil)}},
	}}
	inAllForms(t, "matrix", func(report.Options) documents { return documents{report.Matrix(wide)} })
	inAllForms(t, "matrix-single", func(report.Options) documents { return documents{report.Matrix(single)} })
}

func TestGoldenTaxes(t *testing.T) {
	with, without, clocked := head(), base(), base()
	tax := &compare.Tax{With: compare.Side{Totals: with.Totals()}, Without: compare.Side{Totals: without.Totals()}, Lost: 1, Gained: 1, Both: 1, Spent: [2]uint64{10, 2000}, Ratio: 0.25}
	for i := range with.Outcomes {
		tax.Positions = append(tax.Positions, compare.Taxed{With: &with.Outcomes[i], Without: &without.Outcomes[i], Ratio: float64(i) / 2})
	}
	clocked.Limits = "cputime=100ms"
	taxes := []matrix.Cost{{Engine: "zugwatch", Run: with, Tax: tax}, {Engine: hostile, Run: clocked}}
	silent := base() // says so little that it is not known when it found anything
	for i := range silent.Outcomes {
		silent.Outcomes[i].Found, silent.Outcomes[i].Stable = nil, nil
	}
	unknown := must.Get(compare.TaxOf(silent, base()))(t)
	taxes = append(taxes, matrix.Cost{Engine: "silent", Run: silent, Tax: unknown})
	inAllForms(t, "taxes", func(o report.Options) documents { return documents{report.Taxes(taxes, o)} })
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
	tax := must.Get(compare.TaxOf(with, without))(t)
	taxes := []matrix.Cost{{Engine: "zugwatch", Run: with, Tax: tax}, {Engine: hostile, Run: with}}
	inAllForms(t, "taxes-forms", func(o report.Options) documents { return documents{report.Taxes(taxes, o)} })
}

func TestGoldenInjections(t *testing.T) {
	injections := []selftest.Injection{
		{Where: "wac", What: "a position lost", Expected: failure.Regression, Got: failure.Regression, Answer: "tactics", Found: true},
		{Where: hostile, What: hostile, Expected: failure.Engine, Got: failure.None},
	}
	code := func(kind failure.Kind) int {
		return map[failure.Kind]int{failure.Regression: 1, failure.Engine: 4}[kind]
	}
	inAllForms(t, "injections", func(report.Options) documents { return documents{report.Injections(injections, code)} })
}

func TestGoldenCounters(t *testing.T) {
	run := base()
	run.Outcomes[0].Counters = engine.Counters{NullTried: 1000, NullCut: 400, NullNodes: 99_999, NullReduced: 3}
	run.Outcomes[0].NullByDepth = &bench.NullByDepth{{0, 0}, {10, 4}, {5, 5}}
	run.Outcomes[1].NullByDepth = &bench.NullByDepth{{1, 0}, {10, 4}}
	run.Outcomes[0].NullMoveCosts = &bench.NullMoveCosts{{}, {300, 10, 20, 9000}}
	inAllForms(t, "counters", func(report.Options) documents { return documents{report.Counters(run)} })
}

package finding_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/bench/selftest"
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
		Engine:    golden.BaseRun().Engine, Suite: bench.SuiteRef{Name: golden.HostileText, Digest: "d", Count: 3}, Limits: "depth=9", Every: 16, Nodes: 99_999, Total: whole,
		Rules:           []audit.Row{{Name: "null", Count: count}, {Name: golden.HostileText, Count: sound}},
		Depths:          []audit.Row{{Name: "3", Count: count}, {Name: "12", Count: audit.Count{Claims: 99}}, {Name: "13", Count: audit.Count{Claims: 1}}},
		Pieces:          []audit.Row{{Name: "none", Count: sound}},
		Counterexamples: []audit.Counterexample{{Line: "8/8/8/8/8/8/8/K1k5 w - - id " + golden.HostileText}}, Unrepeated: 2,
	}
}

func TestGoldenAudits(t *testing.T) {
	contrast := must.Get(audit.Compare(auditOf(10), auditOf(200)))(t)
	marks := &audit.EndingsReport{Endings: []string{"KPK", golden.HostileText}, Search: "modern", Zugzwangs: 1, Ancestors: 7, MinDepth: 4, Rows: []audit.PolicyResult{
		{Policy: golden.HostileText, Total: auditOf(3).Total, ByDepth: []audit.Count{auditOf(1).Total, auditOf(2).Total}, Dangerous: 5, Nodes: 123_456},
		{Policy: "off", Total: audit.Count{Claims: 10}, ByDepth: []audit.Count{{}, {}}},
	}}
	golden.CheckReport(t, "audit", func(bool) doc.Document { return finding.Audit(auditOf(10)) })
	golden.CheckReport(t, "audit-none", func(bool) doc.Document { return finding.Audit(&audit.Report{Every: 1}) })
	golden.CheckReport(t, "audit-comparison", func(bool) doc.Document { return finding.AuditComparison(contrast) })
	golden.CheckReport(t, "endings", func(bool) doc.Document { return finding.Endings(marks) })
}

func TestGoldenMatrix(t *testing.T) {
	cell := func(answer *bench.Outcome) matrix.Cell {
		return matrix.Cell{Totals: golden.HeadRun().Totals(), Excess: 2, NPS: 5_000_000, Answer: answer, Finished: true}
	}
	wide := &matrix.Table{
		Columns: []matrix.Column{{Suite: "crafty", Limits: "depth=9"}, {Suite: golden.HostileText, Limits: "nodes=1000"}},
		Rows: []matrix.Row{
			{Engine: "zugwatch", Search: "modern", Policy: "off", Cells: []matrix.Cell{cell(nil), cell(&golden.BaseRun().Outcomes[0])}, Best: true, Ratio: 1, CPU: 1, Nodes: 12345, NPS: 5_000_000},
			{Engine: "zugwatch", Policy: golden.HostileText, Published: "12,345 *", Cells: []matrix.Cell{cell(nil), {}}, Ratio: 0.5, CPU: 0.75, FailHigh: 0.42, Audit: auditOf(10).Total},
		},
	}
	single := &matrix.Table{Columns: wide.Columns[:1], Rows: []matrix.Row{
		{Engine: "a", Cells: []matrix.Cell{cell(&golden.BaseRun().Outcomes[1])}, Nodes: 5}, {Engine: golden.HostileText, Policy: "Hash=1", Cells: []matrix.Cell{cell(nil)}},
	}}
	golden.CheckReport(t, "matrix", func(bool) doc.Document { return finding.Matrix(wide) })
	golden.CheckReport(t, "matrix-single", func(bool) doc.Document { return finding.Matrix(single) })
}

func TestGoldenInjections(t *testing.T) {
	injections := []selftest.Injection{
		{Where: "wac", What: "a position lost", Expected: failure.Regression, Got: failure.Regression, Answer: "tactics", Found: true},
		{Where: golden.HostileText, What: golden.HostileText, Expected: failure.Engine, Got: failure.None},
	}
	code := func(kind failure.Kind) int {
		return map[failure.Kind]int{failure.Regression: 1, failure.Engine: 4}[kind]
	}
	golden.CheckReport(t, "injections", func(bool) doc.Document { return finding.Injections(injections, code) })
}

package finding_test

import (
	"fmt"
	"strings"
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
	golden.CheckReport(t, "audit", finding.Audit(auditOf(10)))
	golden.CheckReport(t, "audit-none", finding.Audit(&audit.Report{Every: 1}))
	golden.CheckReport(t, "audit-comparison", finding.AuditComparison(contrast))
	golden.CheckReport(t, "endings", finding.Endings(marks))
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
	golden.CheckReport(t, "matrix", finding.Matrix(wide))
	golden.CheckReport(t, "matrix-single", finding.Matrix(single))
}

func TestGoldenInjections(t *testing.T) {
	injections := []selftest.Injection{
		{Where: "wac", What: "a position lost", Expected: failure.Regression, Got: failure.Regression, Answer: "tactics", Found: true},
		{Where: golden.HostileText, What: golden.HostileText, Expected: failure.Engine, Got: failure.None},
	}
	code := func(kind failure.Kind) int {
		return map[failure.Kind]int{failure.Regression: 1, failure.Engine: 4}[kind]
	}
	golden.CheckReport(t, "injections", finding.Injections(injections, code))
}

// TestHeat: the map of a matrix has the columns that ask a question, and in them a cell for each row.
func TestHeat(t *testing.T) {
	asked, silent := matrix.Cell{Totals: golden.BaseRun().Totals(), Finished: true}, matrix.Cell{Finished: true}
	solved := fmt.Sprint(asked.Totals.Solved)
	table := &matrix.Table{
		Columns: []matrix.Column{{Suite: "crafty", Limits: "depth=9"}, {Suite: "wac", Limits: "nodes=1000"}, {Suite: "bk", Limits: "sd"}},
		Rows: []matrix.Row{
			{Search: "modern", Policy: "off", Cells: []matrix.Cell{silent, asked, asked}, Nodes: 2000},
			{Engine: "toga2", Cells: []matrix.Cell{silent, asked, {}}, Nodes: 1000},
		},
	}
	for _, block := range finding.Matrix(table).Blocks() {
		heat, ok := block.(doc.Heat)
		if !ok {
			continue
		}
		var got []string
		for _, column := range heat.Columns {
			got = append(got, doc.Plain(string(column), 100))
		}
		for _, row := range heat.Rows {
			for _, cell := range row.Cells {
				got = append(got, string(cell.Text))
			}
		}
		if shown, want := strings.Join(got[len(heat.Columns):], "|"), solved+"|"+solved+"|2,000|"+solved+"||1,000"; len(heat.Columns) != 4 || strings.Contains(strings.Join(got[:4], ""), "crafty") || shown != want {
			t.Errorf("columns %q, cells %s, want %s", got[:len(heat.Columns)], shown, want)
		}
		if first, second := heat.Rows[0].Cells[2].Value, heat.Rows[1].Cells[2].Value; first >= second {
			t.Errorf("2,000 nodes are worth %v, 1,000 are worth %v", first, second)
		}
		return
	}
	t.Error("there is no map")
}

// TestTitles: the first line of a page says in words what was found.
func TestTitles(t *testing.T) {
	var rows []matrix.Row
	for _, name := range strings.Split("abcdefg", "") {
		rows = append(rows, matrix.Row{Search: "modern", Policy: name, Best: true})
	}
	two := []matrix.Row{{Search: "modern", Policy: "off"}, {Engine: "toga2", Best: true}, {Search: "falcon", Policy: "r3", Best: true}}
	unplayed := sampleMatch(2)
	unplayed.Games = nil
	for _, test := range []struct {
		title doc.Text
		want  string
	}{
		{finding.MatchTitle("pass", sampleMatch(2)), "match pass: `new` against `old&#124;&#60;b&#62;`, Elo 0.00 +/- 0.00\n"},
		{finding.MatchTitle("incomplete", unplayed), "match incomplete: `new` against `old&#124;&#60;b&#62;`\n"},
		{finding.MatchTitle("complete", sampleMatch(3)), "match complete: 3 players, "},
		{finding.MatrixTitle(&matrix.Table{Rows: two}), "matrix: nothing beats `toga2`, `falcon r3`\n"},
		{finding.MatrixTitle(&matrix.Table{Rows: rows}), "matrix: nothing beats `modern a`, `modern b`, `modern c`, `modern d`, `modern e` and 2 more\n"},
		{finding.MatrixTitle(&matrix.Table{}), "matrix\n"},
	} {
		shown := string(golden.Write(t, doc.Document{doc.Title(test.title)}, doc.Markdown, doc.Extent{}))
		shown = strings.NewReplacer("<code>", "`", "</code>", "`", "## ", "", "&#32;", " ").Replace(shown)
		if !strings.HasPrefix(shown, test.want) {
			t.Errorf("got %q, want %q", shown, test.want)
		}
	}
}

package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// TestTogether: the runs of the first suite are drawn on one plot above all sections, where there
// are two or more that belong to no comparison.
func TestTogether(t *testing.T) {
	run := func(suite, policy string) report.Trial {
		r := base()
		r.Suite.Name, r.Engine.Options = suite, append(r.Engine.Options[:len(r.Engine.Options):len(r.Engine.Options)], r.Engine.Options[0])
		r.Engine.Options[len(r.Engine.Options)-1].Value = policy
		for i := range r.Outcomes {
			if r.Outcomes[i].Verdict == bench.Solved {
				r.Outcomes[i].Stable = &bench.Point{Depth: 1, Nodes: uint64(10 * (i + 1))}
			}
		}
		return report.Trial{Run: r}
	}
	of := func(engine string) report.Trial { trial := run("wac", "r3"); trial.Engine = engine; return trial }
	compared := trialOf(t, base(), head(), gate)
	for _, test := range []struct {
		name   string
		trials []report.Trial
		want   int // curves
	}{
		{"one", []report.Trial{run("wac", "r3")}, 0},
		{"two", []report.Trial{run("wac", "r3"), run("wac", "off")}, 2},
		{"another suite", []report.Trial{run("wac", "r3"), run("bk", "off")}, 0},
		{"another suite between", []report.Trial{run("wac", "r3"), run("bk", "off"), run("wac", "off")}, 2},
		{"several engines", []report.Trial{of("a"), of("b")}, 0}, // which have a plot of their own
		{"a comparison", []report.Trial{run("wac", "r3"), compared}, 0},
	} {
		r := report.Report{Verdict: "complete", Trials: test.trials}
		curves := 0
		for _, block := range r.Document(report.Options{}) {
			if _, ok := block.(doc.Sections); ok {
				break
			}
			if plot, ok := block.(doc.Plot); ok && plot.Title == "solved against nodes" {
				curves = len(plot.Curves)
				for i, curve := range plot.Curves {
					if i > 0 && curve.Name == plot.Curves[0].Name {
						t.Errorf("%s: two curves are called %s", test.name, curve.Name)
					}
				}
			}
		}
		if curves != test.want {
			t.Errorf("%s: %d curves, want %d", test.name, curves, test.want)
		}
	}
}

// TestHeat: the map of a matrix has the columns that ask a question, and in them a cell for each row.
func TestHeat(t *testing.T) {
	asked, silent := matrix.Cell{Totals: base().Totals(), Finished: true}, matrix.Cell{Finished: true}
	solved := fmt.Sprint(asked.Totals.Solved)
	table := &matrix.Table{
		Columns: []matrix.Column{{Suite: "crafty", Limits: "depth=9"}, {Suite: "wac", Limits: "nodes=1000"}, {Suite: "bk", Limits: "sd"}},
		Rows: []matrix.Row{
			{Search: "modern", Policy: "off", Cells: []matrix.Cell{silent, asked, asked}, Nodes: 2000},
			{Engine: "toga2", Cells: []matrix.Cell{silent, asked, {}}, Nodes: 1000},
		},
	}
	for _, block := range report.Matrix(table) {
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

package finding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

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

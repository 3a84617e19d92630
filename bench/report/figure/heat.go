package figure

import (
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Matrix returns a matrix by the solved positions of each row, and by its nodes if the
// limits leave them free.
func Matrix(t *matrix.Table) doc.Heat {
	heat := doc.Heat{Title: "solved and searched, the best of each column darkest", Columns: []doc.Text{"row"}}
	asks := func(column int) bool {
		return slices.ContainsFunc(t.Rows, func(r matrix.Row) bool { return r.Cells[column].Totals.Asked > 0 })
	}
	for i, c := range t.Columns {
		if !asks(i) {
			continue
		}
		heat.Columns = append(heat.Columns, doc.Textf("%s, %s", c.Suite, c.Limits))
	}
	heat.Columns = append(heat.Columns, "nodes")
	for i := range t.Rows {
		r := &t.Rows[i]
		row := doc.HeatRow{Name: doc.Quote(r.Name())}
		for k := range r.Cells {
			if !asks(k) {
				continue
			}
			cell := doc.HeatCell{Value: math.NaN()}
			if totals := &r.Cells[k].Totals; totals.Asked > 0 {
				cell = doc.HeatCell{Text: doc.Count(totals.Solved), Value: float64(totals.Solved)}
			}
			row.Cells = append(row.Cells, cell)
		}
		row.Cells = append(row.Cells, doc.HeatCell{Text: doc.Grouped(r.Nodes), Value: -math.Log(float64(max(1, r.Nodes)))})
		heat.Rows = append(heat.Rows, row)
	}
	return heat
}

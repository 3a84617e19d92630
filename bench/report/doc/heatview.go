package doc

import (
	"fmt"
	"math"
)

// heatShades is the number of shades of a column.
const heatShades = 6

func (h Heat) view() map[string]any {
	type cell struct {
		Text  Text
		Class string
	}
	type row struct {
		Name  Text
		Cells []cell
	}
	columns := 0
	for _, r := range h.Rows {
		columns = max(columns, len(r.Cells))
	}
	scales := make([]scale, columns)
	for i := range scales {
		var values []float64
		for _, r := range h.Rows {
			for k, c := range r.Cells {
				if k == i || len(h.Rows) == 1 {
					values = append(values, c.Value)
				}
			}
		}
		scales[i] = newScale(false, values...)
	}
	var rows []row
	for _, r := range h.Rows {
		shown := row{Name: r.Name}
		for i, c := range r.Cells {
			class := ""
			if !math.IsNaN(c.Value) {
				class = fmt.Sprintf("heat-%d", min(int(scales[i].at(c.Value)*heatShades), heatShades-1))
			}
			shown.Cells = append(shown.Cells, cell{c.Text, class})
		}
		rows = append(rows, shown)
	}
	return map[string]any{"Title": h.Title, "Columns": h.Columns, "Rows": rows}
}

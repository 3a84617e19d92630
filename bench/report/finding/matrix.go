package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// Matrix tells a finished table: each row with its cells, then the sums. A star
// marks the rows that no other row beats.
func Matrix(t *matrix.Table) (d doc.Document) {
	columns := doc.Words("", "engine", "search", "policy")
	for _, c := range t.Columns {
		name := doc.Textf("%s%s, limits %s", c.Suite, doc.When(c.Forms > 1, doc.Textf(" in %d forms", c.Forms)), c.Limits)
		if len(t.Columns) == 1 {
			d = append(d, doc.Heading(name))
			name = ""
		} else {
			name += ": "
		}
		columns = columns.Numbers(name+"solved").Words(name+"move").Numbers(name+"score", name+"depth", name+"beyond sd", name+"nodes")
	}
	spare := []doc.Text{"nodes/second", "claims wrong", "null moves that fail high", "CPU time to it", "published"}
	columns = columns.Numbers("nodes", "to the reference", "CPU time to it", "published", "null moves that fail high", "claims wrong", "nodes/second").Spare(spare...)
	text := doc.Text("* no other row is as good in everything and better in something")
	if slices.ContainsFunc(t.Rows, func(r matrix.Row) bool { return r.Ratio > 0 }) {
		reference := &t.Rows[t.Reference]
		text += "; reference: " + doc.Quote(cmp.Or(reference.Policy, reference.Engine))
	}
	return append(d,
		figure.Matrix(t),
		doc.Table{Columns: columns, Rows: doc.EachRow(t.Rows, func(r *matrix.Row) doc.Row { return matrixRow(t, r) })},
		doc.Paragraph{text})
}

// MatrixTitle names the rows of a matrix that no other one beats.
func MatrixTitle(t *matrix.Table) doc.Text {
	var names []string
	for i := range t.Rows {
		if t.Rows[i].Best {
			names = append(names, t.Rows[i].Name())
		}
	}
	return "matrix" + doc.After(": nothing beats ", doc.FirstFew(names))
}

// MatrixFields returns the pairs of a matrix.
func MatrixFields(t *matrix.Table) []report.Field {
	finished, total := t.CountFinished()
	return report.Fields("rows", len(t.Rows), "columns", len(t.Columns), "cells", fmt.Sprintf("%d/%d", finished, total))
}

func matrixRow(t *matrix.Table, r *matrix.Row) doc.Row {
	several := slices.ContainsFunc(t.Rows, func(other matrix.Row) bool { return other.Engine != r.Engine })
	row := doc.Row{doc.When(r.Best, "*"), doc.When(several, doc.Quote(r.Engine)), doc.Quote(r.Search), doc.Quote(r.Policy)}
	for i := range r.Cells {
		row = append(row, matrixCell(&r.Cells[i])...)
	}
	return append(row,
		doc.When(len(t.Columns) > 1, doc.Grouped(r.Nodes)),
		doc.When(r.Ratio > 0, doc.Textf("%+.1f%%", 100*(r.Ratio-1))),
		doc.When(r.CPU > 0, doc.Textf("%+.0f%%", 100*(r.CPU-1))),
		doc.Sentence(r.Published),
		doc.When(r.FailHigh > 0, doc.Percent(r.FailHigh, 0)),
		doc.When(r.Audit.Claims > 0, rate(r.Audit)),
		doc.When(r.NPS > 0, doc.Grouped(r.NPS)))
}

// matrixCell returns one cell, which takes six columns.
func matrixCell(c *matrix.Cell) doc.Row {
	if !c.Finished {
		return doc.Row{"not finished", "", "", "", "", ""}
	}
	row := doc.Row{
		doc.OutOf(c.Totals.Solved, c.Totals.Asked) + doc.When(c.Totals.Faulted > 0, ", "+doc.Plural(c.Totals.Faulted, "fault")),
		"", "", "", doc.When(c.Excess > 0, doc.Textf("+%d", c.Excess)), doc.Grouped(c.Totals.Nodes),
	}
	if o := c.Answer; o != nil && o.Verdict != bench.Faulted {
		row[0], row[1], row[2], row[3] = doc.MarkTone(doc.Word(o.Verdict)), doc.Quote(o.Best), doc.Word(o.Score), doc.Count(o.Depth)
	}
	return row
}

// PresetNames returns the names of the presets of matrices.
func PresetNames() (names []string) {
	for _, p := range matrix.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// Presets lists the presets of matrices, a line for each.
func Presets() string {
	var b strings.Builder
	for _, p := range matrix.Presets() {
		fmt.Fprintf(&b, "   %-13s %s\n", p.Name, p.What)
	}
	return b.String()
}

package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/matrix"
)

// MatrixForm is how a matrix is written.
type MatrixForm uint8

// The forms.
const (
	MatrixText MatrixForm = iota
	MatrixMarkdown
	MatrixJSON
)

// ParseMatrixForm reads "text", "markdown" or "json".
func ParseMatrixForm(text string) (MatrixForm, error) {
	for form, name := range []string{"text", "markdown", "json"} {
		if name == text {
			return MatrixForm(form), nil
		}
	}
	return MatrixText, fmt.Errorf("format %q (expected text, markdown or json)", text)
}

// MatrixOptions say how to write a matrix.
type MatrixOptions struct {
	Form    MatrixForm
	NoTimes bool // leave speeds out: they differ between equal runs
}

// Matrix writes a finished table: each row with its cells, then the sums. A star
// marks the rows that no other row beats.
func Matrix(w io.Writer, t *matrix.Table, options MatrixOptions) error {
	if options.NoTimes {
		t = withoutTimes(t)
	}
	if options.Form == MatrixJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(t); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		return nil
	}
	p := &page{}
	if options.Form == MatrixMarkdown {
		p.options.Format = Markdown
	}
	p.matrix(t)
	return p.writeTo(w)
}

// withoutTimes is a copy of t without speeds.
func withoutTimes(t *matrix.Table) *matrix.Table {
	c := *t
	c.Rows = append([]matrix.Row(nil), t.Rows...)
	for i := range c.Rows {
		c.Rows[i].NPS, c.Rows[i].CPU = 0, 0
		c.Rows[i].Cells = append([]matrix.Cell(nil), c.Rows[i].Cells...)
		for j := range c.Rows[i].Cells {
			c.Rows[i].Cells[j].NPS, c.Rows[i].Cells[j].CPU = 0, 0
		}
	}
	return &c
}

// matrix writes the table.
func (p *page) matrix(t *matrix.Table) {
	columns := []column{{"", false}, {"engine", false}, {"search", false}, {"policy", false}}
	for _, c := range t.Columns {
		name := p.safe(c.Suite) + ", limits " + p.safe(c.Limits)
		if len(t.Columns) == 1 {
			p.heading(name)
			name = ""
		} else {
			name += ": "
		}
		columns = append(columns, cellColumns(name)...)
	}
	columns = append(columns,
		column{"nodes", true}, column{"to the reference", true}, column{"CPU time to it", true}, column{"published", true}, column{"null moves that fail high", true},
		column{"claims wrong", true}, column{"nodes/second", true})
	var rows [][]string
	for i := range t.Rows {
		rows = append(rows, p.matrixRow(t, &t.Rows[i]))
	}
	p.table(columns, rows)
	text := "* no other row is as good in everything and better in something"
	if slices.ContainsFunc(t.Rows, func(r matrix.Row) bool { return r.Ratio > 0 }) {
		text += "; reference: " + p.safe(rowName(&t.Rows[t.Reference]))
	}
	p.line(text)
	p.line("")
}

// rowName is what tells a row from the others.
func rowName(r *matrix.Row) string {
	if r.Policy != "" {
		return r.Policy
	}
	return r.Engine
}

// cellColumns are the columns of one cell.
func cellColumns(name string) []column {
	return []column{
		{name + "solved", true},
		{name + "move", false},
		{name + "score", true},
		{name + "depth", true},
		{name + "beyond sd", true},
		{name + "nodes", true},
	}
}

// matrixRow writes one row.
func (p *page) matrixRow(t *matrix.Table, r *matrix.Row) []string {
	star := ""
	if r.Best {
		star = "*"
	}
	engine := p.safe(r.Engine)
	if sameEngine(t) {
		engine = ""
	}
	row := []string{star, engine, p.safe(r.Search), p.safe(r.Policy)}
	for i := range r.Cells {
		row = append(row, p.matrixCell(t, &r.Cells[i])...)
	}
	nodes, ratio, spent := "", "", ""
	if len(t.Columns) > 1 {
		nodes = grouped(r.Nodes)
	}
	if r.Ratio > 0 {
		ratio = fmt.Sprintf("%+.1f%%", 100*(r.Ratio-1))
	}
	if r.CPU > 0 {
		spent = fmt.Sprintf("%+.0f%%", 100*(r.CPU-1))
	}
	cut, wrong, speed := "", "", ""
	if r.FailHigh > 0 {
		cut = fmt.Sprintf("%.0f%%", 100*r.FailHigh)
	}
	if r.Audit.Claims > 0 {
		wrong = percentage(r.Audit.Rate())
	}
	if r.NPS > 0 {
		speed = grouped(r.NPS)
	}
	return append(row, nodes, ratio, spent, p.own(r.Published), cut, wrong, speed)
}

// sameEngine tells whether all rows are of one engine.
func sameEngine(t *matrix.Table) bool {
	for i := range t.Rows {
		if t.Rows[i].Engine != t.Rows[0].Engine {
			return false
		}
	}
	return true
}

// matrixCell writes one cell.
func (p *page) matrixCell(t *matrix.Table, c *matrix.Cell) []string {
	if !c.Finished {
		return []string{"not finished", "", "", "", "", ""}
	}
	cells := []string{part(c.Totals.Solved, c.Totals.Asked), "", "", "", "", grouped(c.Totals.Nodes)}
	if c.Totals.Faulted > 0 {
		cells[0] += ", " + plural(c.Totals.Faulted, "fault")
	}
	if c.Excess > 0 {
		cells[4] = "+" + strconv.Itoa(c.Excess)
	}
	if o := c.Answer; o != nil && o.Verdict != bench.Faulted {
		cells[0], cells[1], cells[2], cells[3] = o.Verdict.String(), p.safe(o.Best), o.Score.String(), strconv.Itoa(o.Depth)
	}
	return cells
}

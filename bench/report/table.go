package report

import (
	"fmt"

	"github.com/olekukonko/tablewriter"
)

// maxTable is the most rows of one table, whatever the options say: it is for
// people. What is for programs has no such limit.
const maxTable = 20_000

// list collects the rows of one table of a page and counts those that are more
// than may be shown, without making them.
type list struct {
	page   *page
	limit  int
	rows   [][]string
	hidden int
}

func (p *page) list() *list {
	limit := maxTable
	if most := p.options.MaxRows; most > 0 {
		limit = min(limit, most)
	}
	return &list{page: p, limit: limit}
}

// add adds the row that make makes, or counts it.
func (l *list) add(row func() []string) {
	if len(l.rows) >= l.limit {
		l.hidden++
		return
	}
	l.rows = append(l.rows, row())
}

// write writes the rows as a table and how many more there are; nothing when
// there are none. In Markdown no row goes beyond Options.MaxBytes.
func (l *list) write(columns []column) {
	p := l.page
	if len(l.rows) == 0 || p.err != nil {
		return
	}
	columns, rows := withoutEmpty(columns, l.rows)
	if most := p.options.MaxBytes; most > 0 && p.options.Format == Markdown {
		rows = fitting(columns, rows, most-p.buffer.Len())
	}
	hidden := l.hidden + len(l.rows) - len(rows)
	if len(rows) > 0 {
		p.render(p.writer(columns), columns, rows)
	}
	if hidden > 0 {
		if len(rows) > 0 {
			p.line("")
		}
		p.line(fmt.Sprintf("and %d more", hidden))
	}
	p.line("")
}

func (p *page) render(t *tablewriter.Table, columns []column, rows [][]string) {
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	t.Header(titles)
	for _, row := range rows {
		p.keep(t.Append(row))
	}
	p.keep(t.Render())
}

// What a table in Markdown takes beside its cells: bytes around each cell and at
// the ends of a line, two lines at its head, and some words after it.
const (
	besideCell = 3
	lineEnds   = 2
	headLines  = 2
	andMore    = 64
)

// fitting are the first rows that take no more than room bytes as a table in
// Markdown. Every column is as wide as its widest cell, so each row may make all
// of them longer.
func fitting(columns []column, rows [][]string, room int) [][]string {
	widths := make([]int, len(columns))
	line := lineEnds
	for i, c := range columns {
		widths[i] = max(len(c.title), 4)
		line += widths[i] + besideCell
	}
	for n, row := range rows {
		for i, cell := range row {
			if more := len(cell) - widths[i]; more > 0 {
				widths[i] += more
				line += more
			}
		}
		if line*(n+1+headLines) > room-andMore {
			return rows[:n]
		}
	}
	return rows
}

// withoutEmpty leaves out columns that have nothing in any row.
func withoutEmpty(columns []column, rows [][]string) ([]column, [][]string) {
	used := make([]bool, len(columns))
	for _, row := range rows {
		for i, cell := range row {
			used[i] = used[i] || cell != ""
		}
	}
	var kept []column
	lean := make([][]string, len(rows))
	for i, c := range columns {
		if !used[i] {
			continue
		}
		kept = append(kept, c)
		for n, row := range rows {
			lean[n] = append(lean[n], row[i])
		}
	}
	return kept, lean
}

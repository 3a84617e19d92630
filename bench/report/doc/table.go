package doc

import (
	"io"
	"slices"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// MaxRows is the largest number of rows of one table, whatever the Extent says: tables
// are for people.
const MaxRows = 20_000

// Columns are the columns of a table, from the left.
type Columns []column

type column struct {
	title Text
	align tw.Align
	spare int // as Columns.Spare counts; 0: it is always shown
}

// Words returns columns of words.
func Words(titles ...Text) Columns { return Columns(nil).Words(titles...) }

// Numbers returns columns of numbers.
func Numbers(titles ...Text) Columns { return Columns(nil).Numbers(titles...) }

// Words returns the columns with some of words behind them.
func (c Columns) Words(titles ...Text) Columns { return c.with(titles, tw.AlignLeft) }

// Numbers returns the columns with some of numbers behind them.
func (c Columns) Numbers(titles ...Text) Columns { return c.with(titles, tw.AlignRight) }

func (c Columns) with(titles []Text, align tw.Align) Columns {
	for _, title := range titles {
		c = append(c, column{title: title, align: align})
	}
	return c
}

// Spare says which of the columns a narrow screen does without, the first of the
// titles first.
func (c Columns) Spare(titles ...Text) Columns {
	for i := range c {
		c[i].spare = slices.Index(titles, c[i].title) + 1
	}
	return c
}

// Row is one row of a table, a cell for each column.
type Row []Text

// Table is a table whose rows are made when it is written, as many as are shown.
// One without rows is left out, and so is a column with nothing in any row.
type Table struct {
	Columns Columns
	Rows    Rows
	Most    int  // rows that are shown, the rest being counted; 0: as many as the Extent allows
	Bare    bool // plain text has no lines around the cells
}

// Rows adds the rows of a table; those that are more than may be shown are counted
// and not made.
type Rows func(add func(row func() Row))

// EachRow makes a row of each of several values.
func EachRow[T any](list []T, row func(*T) Row) Rows {
	return func(add func(func() Row)) {
		for i := range list {
			add(func() Row { return row(&list[i]) })
		}
	}
}

// FixedRows returns rows that are there.
func FixedRows(rows []Row) Rows { return EachRow(rows, func(row *Row) Row { return *row }) }

// grid is a table in the words of one format.
type grid struct {
	titles []string
	align  []tw.Align
	spare  []int // as in column
	rows   [][]string
	hidden int // rows that are not among them
}

// grid makes the rows, at most so many; 0: as many as a table may have.
func (t Table) grid(limit int, show func(Text) string) *grid {
	most := MaxRows
	for _, limit := range []int{limit, t.Most} {
		if limit > 0 {
			most = min(most, limit)
		}
	}
	var g grid
	used := make([]bool, len(t.Columns))
	t.Rows(func(row func() Row) {
		if len(g.rows) >= most {
			g.hidden++
			return
		}
		cells := make([]string, len(t.Columns))
		for i, cell := range row() {
			cells[i] = show(cell)
			used[i] = used[i] || cell != ""
		}
		g.rows = append(g.rows, cells)
	})
	for i, c := range t.Columns {
		if at := len(g.titles); !used[i] {
			for n := range g.rows {
				g.rows[n] = slices.Delete(g.rows[n], at, at+1)
			}
			continue
		}
		g.titles, g.align = append(g.titles, show(c.title)), append(g.align, c.align)
		g.spare = append(g.spare, c.spare)
	}
	return &g
}

// write writes the rows in a form, changing nothing in the cells.
func (g *grid) write(w io.Writer, form tw.Renderer) error {
	alignment := tw.CellAlignment{PerColumn: g.align}
	t := tablewriter.NewTable(w,
		tablewriter.WithRenderer(form),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(alignment), tablewriter.WithRowAlignmentConfig(alignment))
	t.Header(g.titles)
	if err := t.Bulk(g.rows); err != nil {
		return err
	}
	return t.Render()
}

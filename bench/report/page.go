package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Format is a form of output for people.
type Format uint8

// The formats.
const (
	Text     Format = iota // for terminals and logs
	Markdown               // for GitHub
)

// ParseFormat reads "text" or "markdown".
func ParseFormat(text string) (Format, error) {
	switch text {
	case "text":
		return Text, nil
	case "markdown":
		return Markdown, nil
	}
	return Text, fmt.Errorf("format %q (expected text or markdown)", text)
}

// Options say how much to show and in which form.
type Options struct {
	Format Format
	// Verbose shows every position, not only those that call for a look.
	Verbose bool
	// MaxRows is the most rows of one table, the rest being counted; 0: all.
	MaxRows int
}

// page collects output, so that a writer gets it whole or, on an error, not at
// all.
type page struct {
	buffer  bytes.Buffer
	options Options
	err     error
}

// column is one column of a table.
type column struct {
	title string
	right bool // aligned, as numbers are
}

// safe makes a text from outside safe in the format of the page.
func (p *page) safe(s string) string { return p.cut(s, maxCell) }

// message is safe for a text that is meant to be read as a sentence.
func (p *page) message(s string) string { return p.cut(s, maxMessage) }

func (p *page) cut(s string, most int) string {
	if p.options.Format == Markdown {
		return markdown(s, most)
	}
	return plain(s, most)
}

// own writes a sentence of ours that may quote texts from outside.
func (p *page) own(s string) string {
	if p.options.Format == Markdown {
		return entities(plain(s, maxMessage))
	}
	return plain(s, maxMessage)
}

// heading begins a section.
func (p *page) heading(text string) {
	if p.options.Format == Markdown {
		text = "### " + text
	}
	p.line(text)
	p.line("")
}

// line writes one line. Two lines in a row are one paragraph in Markdown.
func (p *page) line(text string) { p.buffer.WriteString(text + "\n") }

// table writes a table; it is left out when there are no rows. Cells have to be
// safe already.
func (p *page) table(columns []column, rows [][]string) {
	if len(rows) == 0 || p.err != nil {
		return
	}
	hidden := 0
	if limit := p.options.MaxRows; limit > 0 && len(rows) > limit {
		rows, hidden = rows[:limit], len(rows)-limit
	}
	columns, rows = withoutEmpty(columns, rows)
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	t := p.writer(columns)
	t.Header(titles)
	for _, row := range rows {
		p.keep(t.Append(row))
	}
	p.keep(t.Render())
	if hidden > 0 {
		p.line("")
		p.line(fmt.Sprintf("and %d more", hidden))
	}
	p.line("")
}

// keep remembers the first error.
func (p *page) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

// writer makes a table that changes nothing in its cells.
func (p *page) writer(columns []column) *tablewriter.Table {
	align := make([]tw.Align, len(columns))
	for i, c := range columns {
		align[i] = tw.AlignLeft
		if c.right {
			align[i] = tw.AlignRight
		}
	}
	var form tw.Renderer = renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})
	if p.options.Format == Markdown {
		form = renderer.NewMarkdown()
	}
	alignment := tw.CellAlignment{PerColumn: align}
	return tablewriter.NewTable(&p.buffer,
		tablewriter.WithRenderer(form),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(alignment), tablewriter.WithRowAlignmentConfig(alignment))
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

// writeTo hands the page over.
func (p *page) writeTo(w io.Writer) error {
	if p.err != nil {
		return fmt.Errorf("report: %w", p.err)
	}
	if _, err := w.Write(p.buffer.Bytes()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

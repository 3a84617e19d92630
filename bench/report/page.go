package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

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
	list := p.list()
	for _, row := range rows {
		list.add(func() []string { return row })
	}
	list.write(columns)
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

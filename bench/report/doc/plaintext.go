package doc

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// plainText writes a document for a terminal or a log block by block. Verdicts, which a
// report has at its end, are seen last.
type plainText struct {
	bytes.Buffer
	firstError
	out    io.Writer
	rows   int // the most of one table, as Extent.Rows
	screen Screen
}

func writePlainText(w io.Writer, d Document, extent Extent) error {
	p := &plainText{out: w, rows: extent.Rows, screen: extent.Screen}
	p.document(d)
	p.flush()
	return p.err
}

// flush writes what there is, unless something went wrong before.
func (p *plainText) flush() {
	if p.err == nil {
		_, p.err = p.WriteTo(p.out)
	}
}

func (p *plainText) document(d Document) {
	for _, b := range d.Blocks() {
		p.block(b)
	}
}

func (p *plainText) block(b Block) {
	switch b := b.(type) {
	case Problem:
		p.document(b.Details)
	case Heading:
		p.lines(Text(b), "")
	case Paragraph:
		p.lines(b...)
		p.lines("")
	case Lines:
		p.lines(b...)
		p.lines("")
	case Code:
		for _, line := range b {
			p.WriteString(Plain(line, maxLine) + "\n")
		}
		p.lines("")
	case Verdict:
		p.verdict(b)
	case Table:
		p.table(b)
	case Boards:
		p.boards(b)
	case Effects:
		p.effects(b)
	case Plot:
		p.plot(b)
	case Fold:
		for _, part := range b.Parts {
			p.block(part)
		}
	case Sections:
		for _, d := range b.All {
			p.document(d)
			p.flush()
		}
	}
}

func (p *plainText) lines(lines ...Text) {
	for _, line := range lines {
		p.WriteString(foldLine(p.shown(line), p.screen.Width, 0) + "\n")
	}
}

func (p *plainText) shown(t Text) string { return t.show(p.mark) }

// mark writes a part of a text that is marked.
func (p *plainText) mark(from origin, s string) string {
	if p.screen.Color {
		return coloredPart(from, s)
	}
	return plainPart(from, s)
}

func (p *plainText) verdict(v Verdict) {
	p.judged("gate "+pad(p.shown(v.Axis), 8)+" "+pad(p.shown(v.Word), 12)+" ", v.Subject+": "+v.Text)
	for _, note := range v.Notes {
		p.judged("note "+pad(p.shown(v.Axis), 21)+" ", v.Subject+": "+note)
	}
}

// judged writes a line with a verdict, and the text that follows below it.
func (p *plainText) judged(head string, text Text) {
	p.WriteString(foldLine(head+p.shown(text), p.screen.Width, twwidth.Width(head)) + "\n")
}

// pad fills up a word.
func pad(word string, width int) string {
	return word + strings.Repeat(" ", max(width-twwidth.Width(word), 0))
}

// grid writes the cells of a table with lines around them, or bare.
func (p *plainText) grid(g *grid, bare bool) {
	if !bare {
		p.keep(g.write(p, renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})))
		return
	}
	var cells bytes.Buffer
	form := tw.Rendition{Symbols: tw.NewSymbols(tw.StyleNone), Borders: tw.BorderNone, Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone}}
	p.keep(g.write(&cells, renderer.NewBlueprint(form)))
	for line := range strings.Lines(cells.String()) {
		p.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

func (p *plainText) table(t Table) {
	g := t.grid(p.rows, p.shown)
	if len(g.rows) == 0 {
		return
	}
	var left []string
	fits := true
	if width := p.screen.Width; width > 0 {
		left, fits = g.fit(width)
	}
	if fits {
		p.grid(g, t.Bare)
	} else {
		p.WriteString(g.stack(p.screen.Width))
	}
	if len(left) > 0 {
		p.WriteString(foldLine("not shown at this width: "+strings.Join(left, ", "), p.screen.Width, 0) + "\n")
	}
	if g.hidden > 0 {
		fmt.Fprintf(p, "\nand %d more\n", g.hidden)
	}
	p.lines("")
}

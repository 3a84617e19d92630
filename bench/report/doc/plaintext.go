package doc

import (
	"bytes"
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// plainText writes a document for a terminal or a log: block by block, so that
// verdicts, which a report has at its end, are the last that is seen.
type plainText struct {
	bytes.Buffer
	out    io.Writer
	extent Extent
}

func writePlainText(w io.Writer, d Document, extent Extent) error {
	p := &plainText{out: w, extent: extent}
	if err := p.document(d); err != nil {
		return err
	}
	_, err := p.WriteTo(w)
	return err
}

func (p *plainText) document(d Document) error {
	for _, b := range d {
		if err := p.block(b); err != nil {
			return err
		}
	}
	return nil
}

func (p *plainText) block(b Block) error {
	switch b := b.(type) {
	case Problem:
		return p.document(b.Details)
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
		return p.table(b)
	case Sections:
		for _, d := range b.All {
			if err := p.document(d); err != nil {
				return err
			}
			if _, err := p.WriteTo(p.out); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *plainText) lines(lines ...Text) {
	for _, line := range lines {
		p.WriteString(line.show(plain) + "\n")
	}
}

func (p *plainText) verdict(v Verdict) {
	fmt.Fprintf(p, "gate %-8s %-12s ", v.Axis, v.Word)
	p.lines(v.Subject + ": " + v.Text)
	for _, note := range v.Notes {
		fmt.Fprintf(p, "note %-21s ", v.Axis)
		p.lines(v.Subject + ": " + note)
	}
}

func (p *plainText) table(t Table) error {
	g := t.grid(p.extent.Rows, func(t Text) string { return t.show(plain) })
	if len(g.rows) == 0 {
		return nil
	}
	if err := g.write(p, renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})); err != nil {
		return err
	}
	if g.hidden > 0 {
		fmt.Fprintf(p, "\nand %d more\n", g.hidden)
	}
	p.lines("")
	return nil
}

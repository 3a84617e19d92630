package doc

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/url"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"
)

// MaxMarkdown is the size that a report in Markdown should not exceed, in bytes. GitHub drops a
// job summary of more than 1 MiB as a whole, and may drop one that is close to it.
const MaxMarkdown = 768 << 10

// MinMarkdown is the smallest Extent.Bytes: room for the verdict and the words on what is left
// out.
const MinMarkdown = 8 << 10

// spareMarkdown is the room kept for the words on what is left out, in bytes.
const spareMarkdown = 200

// Size of a table in Markdown outside its cells. It has bytes around each cell and at the
// ends of a line, two lines at its head, and some words after it.
const (
	besideCell = 3
	lineEnds   = 2
	headLines  = 2
	andMore    = 64
)

// markdown is a page for GitHub that grows up to a limit.
type markdown struct {
	bytes.Buffer
	firstError
	rows int // the most of one table, as Extent.Rows
	left int // bytes
}

// writeMarkdown writes the title, the problem, what stands by itself, the
// verdicts, and then the sections. What does not fit is counted.
func writeMarkdown(w io.Writer, d Document, extent Extent) error {
	m := &markdown{rows: extent.Rows, left: math.MaxInt}
	if extent.Bytes > 0 {
		m.left = max(extent.Bytes, MinMarkdown) - 2*spareMarkdown
	}
	head, rest, verdicts, parts, fold := splitPage(d)
	if !m.add(head) {
		return fmt.Errorf("markdown does not fit into %d bytes", max(extent.Bytes, MinMarkdown))
	}
	m.addSeveral(rest, "paragraph")
	m.addSeveral(verdicts, "gate")
	if len(verdicts) > 0 && len(parts) > 0 {
		m.lines("")
	}
	m.parts(parts)
	if fold != nil {
		m.lines("<details><summary>"+fold.Name+"</summary>", "")
		m.parts(fold.Parts)
		m.lines("</details>", "")
	}
	if m.err == nil {
		_, m.err = m.WriteTo(w)
	}
	return m.err
}

// parts adds sections as long as they fit.
func (m *markdown) parts(all []Sections) {
	for _, s := range all {
		if s.Noun == "" {
			m.add(s.All...)
		} else {
			m.addSeveral(s.All, s.Noun)
		}
	}
}

// splitPage takes a document apart in the order of a page. A document has one fold at most.
func splitPage(d Document) (head Document, rest, verdicts []Document, parts []Sections, fold *Fold) {
	for _, b := range d.Blocks() {
		switch b := b.(type) {
		case Title:
			head = append(head, Paragraph{"## " + Text(b)})
		case Problem:
			head = append(append(head, Paragraph{"**Problem:** " + b.Text}), b.Details...)
		case Verdict:
			verdicts = append(verdicts, Document{b})
		case Sections:
			parts = append(parts, b)
		case Fold:
			fold = &b
		default:
			rest = append(rest, Document{b})
		}
	}
	return head, rest, verdicts, parts, fold
}

// addSeveral adds documents as long as they fit and says how many do not.
func (m *markdown) addSeveral(all []Document, noun Text) {
	for i, d := range all {
		if !m.add(d) {
			fmt.Fprintf(m, "\nand %s\n", Plural(len(all)-i, "more "+noun))
			return
		}
	}
}

// add adds documents if all of them fit, and reports whether they do. Tables make themselves fit.
func (m *markdown) add(all ...Document) bool {
	var whole bytes.Buffer
	for _, d := range all {
		part := &markdown{rows: m.rows, left: max(m.left, 1)}
		for _, b := range d.Blocks() {
			part.block(b)
		}
		m.keep(part.err)
		whole.Write(part.Bytes())
	}
	if whole.Len() > m.left {
		return false
	}
	m.left -= whole.Len()
	m.Write(whole.Bytes())
	return true
}

func (m *markdown) block(b Block) {
	switch b := b.(type) {
	case Heading:
		m.lines("### "+Text(b), "")
	case Paragraph:
		m.lines(b...)
		m.lines("")
	case Lines:
		for _, line := range b {
			m.lines(line, "")
		}
	case Code:
		m.lines("```")
		for _, line := range b {
			m.WriteString(Plain(line, maxLine) + "\n")
		}
		m.lines("```", "")
	case Verdict:
		m.lines("- **" + b.Word + "** " + b.Axis + ", " + b.Subject + ": " + b.Text)
		for _, note := range b.Notes {
			m.lines("- note on " + b.Axis + ", " + b.Subject + ": " + note)
		}
	case Boards:
		m.boards(b)
	case Table:
		m.table(b)
	}
}

// boardsShare is the part of the room that boards may take: the tables say more.
const boardsShare = 4

// boards draws as many boards as fit, to be unfolded.
func (m *markdown) boards(all Boards) {
	drawn := &markdown{}
	most := (m.left - m.Len()) / boardsShare
	for i := range all {
		one := &markdown{}
		one.lines("**"+all[i].Name+"**, "+all[i].side(), "", "```")
		one.lines(all[i].ranks(false)...)
		one.lines("```", "")
		for _, line := range all[i].Lines {
			one.lines("- " + line)
		}
		one.lines("")
		if drawn.Len()+one.Len() > most || i == maxDrawnBoards {
			break
		}
		drawn.Write(one.Bytes())
	}
	if drawn.Len() > 0 {
		m.lines("<details><summary>positions that changed</summary>", "")
		m.Write(drawn.Bytes())
		m.lines("</details>", "")
	}
}

func (m *markdown) lines(lines ...Text) {
	for _, line := range lines {
		m.WriteString(line.show(inMarkdown) + "\n")
	}
}

// inMarkdown makes a part from outside safe for Markdown as GitHub renders it, in
// a cell of a table and elsewhere. It becomes code, in which nobody is mentioned,
// and every character with a meaning becomes an entity.
func inMarkdown(from origin, s string) string {
	if from == good || from == bad {
		return s
	}
	safe := entities(plainPart(from, s))
	switch from {
	case sentence:
		return safe
	case position:
		return "[<code>" + safe + "</code>](" + boardURL(s) + ")"
	}
	return "<code>" + safe + "</code>"
}

// boardURL returns the address of an analysis board with a position on it.
func boardURL(fen string) string {
	return "https://lichess.org/analysis/standard/" + strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(fen, " ", "_")), "%2F", "/")
}

// table writes as many rows as fit.
func (m *markdown) table(t Table) {
	g := t.grid(m.rows, func(t Text) string { return t.show(inMarkdown) })
	if len(g.rows) == 0 {
		return
	}
	rows := g.fitting(m.left - m.Len())
	g.hidden, g.rows = g.hidden+len(g.rows)-rows, g.rows[:rows]
	if len(g.rows) > 0 {
		m.keep(g.write(m, renderer.NewMarkdown()))
	}
	if g.hidden > 0 && len(g.rows) > 0 {
		m.lines("")
	}
	if g.hidden > 0 {
		fmt.Fprintf(m, "and %d more\n", g.hidden)
	}
	m.lines("")
}

// fitting returns the number of rows that take no more than room bytes as a table in Markdown.
// Every column is as wide as its widest cell, so each row may make all of them longer.
func (g *grid) fitting(room int) int {
	widths := make([]int, len(g.titles))
	line := lineEnds
	for i, title := range g.titles {
		widths[i] = max(len(title), 4)
		line += widths[i] + besideCell
	}
	for n, row := range g.rows {
		for i, cell := range row {
			if more := len(cell) - widths[i]; more > 0 {
				widths[i] += more
				line += more
			}
		}
		if line*(n+1+headLines) > room-andMore {
			return n
		}
	}
	return len(g.rows)
}

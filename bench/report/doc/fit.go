package doc

import (
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/tw"
)

// minWords is the width below which a column of words does not shrink before one that can
// be spared is left out.
const minWords = 24

// span is the width of a column, in characters.
type span struct {
	least int // with its words on several lines
	whole int // with every cell on one line
}

// spans measures the columns.
func (g *grid) spans() []span {
	all := make([]span, len(g.titles))
	for i, title := range g.titles {
		s := span{least: longest(title), whole: twwidth.Width(title)}
		cells, words := 0, 0
		for _, row := range g.rows {
			cells = max(cells, twwidth.Width(row[i]))
			if g.align[i] == tw.AlignLeft {
				words = max(words, longest(row[i]))
			}
		}
		s.whole = max(s.whole, cells)
		if g.align[i] == tw.AlignLeft {
			cells = max(words, min(cells, minWords))
		}
		s.least = max(s.least, cells)
		all[i] = s
	}
	return all
}

// fit narrows the grid to a width: it leaves out columns that can be spared while the rest
// is too wide, and then breaks words. It returns the titles of the columns left out and
// reports whether the rest fits; a grid that does not fit is not changed.
func (g *grid) fit(width int) (left []string, fits bool) {
	spans := g.spans()
	kept := make([]int, len(spans))
	for i := range kept {
		kept[i] = i
	}
	room := func() int {
		room := width - 3*len(kept) - 1 // less a rule before the first column, and two blanks and a rule with each
		for _, i := range kept {
			room -= spans[i].least
		}
		return room
	}
	for room() < 0 {
		at := -1
		for n, i := range kept {
			if g.spare[i] > 0 && (at < 0 || g.spare[i] <= g.spare[kept[at]]) {
				at = n
			}
		}
		if at < 0 {
			return nil, false
		}
		left = append(left, g.titles[kept[at]])
		kept = slices.Delete(kept, at, at+1)
	}
	g.keepColumns(kept)
	widths := shareWidth(pick(spans, kept), room())
	for i, width := range widths {
		g.titles[i] = foldLine(g.titles[i], width, 0)
		for _, row := range g.rows {
			row[i] = foldLine(row[i], width, 0)
		}
	}
	return left, true
}

// shareWidth shares room among columns, the narrowest of those that want more first.
func shareWidth(spans []span, room int) []int {
	widths := make([]int, len(spans))
	for i, s := range spans {
		widths[i] = s.least
	}
	for ; room > 0; room-- {
		at := -1
		for i, s := range spans {
			if widths[i] < s.whole && (at < 0 || widths[i] < widths[at]) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		widths[at]++
	}
	return widths
}

// keepColumns leaves only some of the columns.
func (g *grid) keepColumns(columns []int) {
	g.titles, g.align, g.spare = pick(g.titles, columns), pick(g.align, columns), pick(g.spare, columns)
	for i, row := range g.rows {
		g.rows[i] = pick(row, columns)
	}
}

// pick returns the elements at some places.
func pick[T any](all []T, at []int) []T {
	picked := make([]T, len(at))
	for n, i := range at {
		picked[n] = all[i]
	}
	return picked
}

// stack returns the lines of a grid that is too wide for any table. The first cell of each row stands above its other
// cells, each with its title.
func (g *grid) stack(width int) string {
	var b strings.Builder
	for n, row := range g.rows {
		if n > 0 {
			b.WriteString("\n")
		}
		for i, cell := range row {
			if cell == "" {
				continue
			}
			if g.titles[i] != "" {
				cell = g.titles[i] + ": " + cell
			}
			if i > 0 {
				cell = "  " + cell
			}
			b.WriteString(foldLine(cell, width, 4) + "\n")
		}
	}
	return b.String()
}

// foldLine breaks a line into lines of at most width columns, those after the first with
// an indent. It breaks at blanks and behind commas between words; what has neither is
// left whole. Without a width nothing is broken.
func foldLine(line string, width, indent int) string {
	if width <= 0 || twwidth.Width(line) <= width {
		return line
	}
	var b strings.Builder
	column := 0
	for _, part := range parts(line) {
		size := twwidth.Width(strings.TrimRight(part, " "))
		if column > indent && column+size > width {
			broken := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(broken + "\n" + strings.Repeat(" ", indent))
			column = indent
		}
		b.WriteString(part)
		column += twwidth.Width(part)
	}
	return strings.TrimRight(b.String(), " ")
}

// parts returns what a line may be broken into, each with the blanks behind it. A comma
// between digits belongs to a number.
func parts(line string) []string {
	var all []string
	from := 0
	for i := 1; i < len(line); i++ {
		digit := line[i] >= '0' && line[i] <= '9'
		if line[i] != ' ' && (line[i-1] == ' ' || line[i-1] == ',' && !digit) {
			all = append(all, line[from:i])
			from = i
		}
	}
	return append(all, line[from:])
}

// longest returns the width of the widest part of a line.
func longest(line string) int {
	width := 0
	for _, part := range parts(line) {
		width = max(width, twwidth.Width(strings.TrimRight(part, " ")))
	}
	return width
}

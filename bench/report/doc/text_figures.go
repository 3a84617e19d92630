package doc

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Figures in characters, for a terminal. A file or a pipe, whose width is not known, has none.
const (
	maxDrawnBoards = 6
	boardWidth     = 18 // of the ranks and the blanks behind them
	shogiWidth     = 20 // of a board of shogi, with room for a hand
	maxBar         = 40 // of an interval
	minBar         = 16 // of one with its figures beside it
	maxSpark       = 60 // of a curve
)

// boards draws the first boards, each with its lines on the right.
func (p *plainText) boards(all Boards) {
	if p.screen.Width == 0 {
		return
	}
	for _, b := range all[:min(len(all), maxDrawnBoards)] {
		var told []string
		width := b.width()
		for _, line := range append([]Text{b.Name + ", " + b.side()}, b.Lines...) {
			folded := foldLine(p.shown(line), max(p.screen.Width-width, 20), 0)
			told = append(told, strings.Split(folded, "\n")...)
		}
		ranks := b.ranks(p.screen.Symbols)
		for i := range max(len(ranks), len(told)) {
			left, right := "", ""
			if i < len(ranks) {
				left = string(ranks[i])
			}
			if i < len(told) {
				right = told[i]
			}
			p.WriteString(strings.TrimRight(pad(left, width)+right, " ") + "\n")
		}
		p.lines("")
	}
	if more := len(all) - maxDrawnBoards; more > 0 {
		p.lines(Textf("and %d more positions that changed", more), "")
	}
}

// width returns the width of the ranks and the blanks behind them.
func (b *Board) width() int {
	if b.Shogi == nil {
		return boardWidth
	}
	width := shogiWidth
	for _, line := range b.Shogi.ranks() {
		width = max(width, len(line)+2)
	}
	return width
}

// side says who is to move.
func (b *Board) side() Text {
	if b.Black {
		return "Black to move"
	}
	return "White to move"
}

// The pieces on a screen, in the order of pieceLetters, and an empty square.
const (
	pieceLetters = "KQRBNPkqrbnp."
	pieceSymbols = "♔♕♖♗♘♙♚♛♜♝♞♟·"
)

// ranks returns the ranks of a board from the eighth, in the letters of FEN or in chess symbols.
// Behind each square is a blank, so that a font whose symbols are wider than a letter has room.
func (b *Board) ranks(symbols bool) (lines []Text) {
	if b.Shogi != nil {
		return b.Shogi.ranks()
	}
	drawn := []rune(pieceLetters)
	if symbols {
		drawn = []rune(pieceSymbols)
	}
	for rank := 7; rank >= 0; rank-- {
		var line strings.Builder
		for file := range 8 {
			letter := cmp.Or(b.Squares[8*rank+file], '.')
			line.WriteRune(drawn[strings.IndexByte(pieceLetters, letter)])
			line.WriteByte(' ')
		}
		lines = append(lines, Text(strings.TrimRight(line.String(), " ")))
	}
	return lines
}

// effects draws each interval on one axis, with the allowed change.
func (p *plainText) effects(all Effects) {
	if p.screen.Width == 0 {
		return
	}
	names, figures := 0, 0
	told := make([]string, len(all))
	for i, e := range all {
		told[i] = strings.TrimRight(p.shown(e.Interval()+" "+e.Word), " ")
		names, figures = max(names, twwidth.Width(p.shown(e.Name))), max(figures, twwidth.Width(told[i]))
	}
	axis := all.axis()
	width := p.screen.Width - names - 2
	if beside := width - figures - 2; beside >= minBar {
		width = beside
	}
	width = min(max(width, 10), maxBar)
	at := func(v float64) int { return int(math.Round(axis.at(v) * float64(width-1))) }
	for i, e := range all {
		bar := []rune(strings.Repeat(" ", width))
		fill := func(from, to int, r rune) {
			for i := from; i <= to; i++ {
				bar[i] = r
			}
		}
		if e.Asked() {
			fill(min(at(0), at(e.Allowed)), max(at(0), at(e.Allowed)), '░')
		}
		fill(at(e.Low), at(e.High), '━')
		bar[at(0)], bar[at(e.Mean)] = '│', '●'
		line := pad(p.shown(e.Name), names) + "  " + string(bar)
		if twwidth.Width(line)+2+twwidth.Width(told[i]) <= p.screen.Width {
			line += "  " + told[i]
		}
		p.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	p.lines("")
}

// plot draws each curve as one line of blocks.
func (p *plainText) plot(plot Plot) {
	names := 0
	for _, c := range plot.Curves {
		names = max(names, twwidth.Width(p.shown(c.Name)))
	}
	width := min(p.screen.Width-names-2, maxSpark)
	if len(plot.Curves) == 0 || width < 10 {
		return
	}
	x, y := plot.scales()
	p.lines(plot.Title + ": " + plot.Y + " over " + plot.X + Text(", "+shortNumber(x.low)+" to "+shortNumber(x.high)))
	for _, c := range plot.Curves {
		p.WriteString(pad(p.shown(c.Name), names) + "  " + c.spark(x, y, width) + "\n")
	}
	p.lines("")
}

// spark returns a curve as blocks of eight heights, a blank where it has no value yet.
func (c *Curve) spark(x, y scale, width int) string {
	const blocks = "▁▂▃▄▅▆▇█"
	line := []rune(strings.Repeat(" ", width))
	for i := range line {
		until := float64(i+1) / float64(width)
		n, _ := slices.BinarySearchFunc(c.Points, until, func(point Point, at float64) int {
			if x.at(point.X) <= at {
				return -1
			}
			return 1
		})
		if n > 0 {
			line[i] = []rune(blocks)[min(int(8*y.at(c.Points[n-1].Y)), 7)]
		}
	}
	return strings.TrimRight(string(line), " ")
}

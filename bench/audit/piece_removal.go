package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// piece is one of a sheet.
type piece struct {
	symbol string // as FEN and SFEN write it, in upper case for who moves first in a game
	at     int    // its place on the sheet
}

// kind returns the symbol without its side.
func (m piece) kind() string { return strings.ToUpper(m.symbol) }

func (m piece) side() game.Side {
	if m.symbol == m.kind() {
		return game.First
	}
	return game.Second
}

// worth returns what the piece counts in an exchange, in centipawns.
func (m piece) worth(g game.Game) engine.Score {
	for k := shogi.Pawn; k < shogi.NoKind && g == game.Shogi; k++ {
		if k.Symbol() == m.kind() {
			return engine.Score(shogi.ExchangeValue[k])
		}
	}
	for k := chess.Pawn; k < chess.King && g == game.Chess; k++ {
		if strings.EqualFold(string(k.Letter()), m.symbol) {
			return engine.Score(chess.ExchangeValue[k])
		}
	}
	return 0
}

// boardText is the text of a position as squares and pieces in hand, from which pieces can be
// removed. Squares are in the order of the text, and "" is an empty one.
type boardText struct {
	position game.Position
	cells    []string
	squares  int
}

// newBoardText writes the pieces of a position down.
func newBoardText(p game.Position) boardText {
	fields := strings.Fields(strings.TrimPrefix(p.EPD(), shogiWord))
	s := boardText{position: p}
	promoted := ""
	for _, c := range fields[0] {
		switch {
		case c == '+':
			promoted = "+"
		case c >= '1' && c <= '9':
			s.cells = append(s.cells, make([]string, c-'0')...)
		case c != '/':
			s.cells = append(s.cells, promoted+string(c))
			promoted = ""
		}
	}
	s.squares = len(s.cells)
	if p.Game() == game.Shogi {
		s.cells = append(s.cells, hands(fields[2])...)
	}
	return s
}

// shogiWord begins the text of a position of shogi.
const shogiWord = "sfen "

// hands reads the pieces in hand, where a number stands before those that there are more of.
func hands(text string) (symbols []string) {
	count := 0
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			count = 10*count + int(c-'0')
		case c != '-':
			symbols = append(symbols, slices.Repeat([]string{string(c)}, max(count, 1))...)
			count = 0
		}
	}
	return symbols
}

// pieces lists the removable pieces, all except the kings. First comes one of each kind in hand, then the board from
// the last row of the text to the first.
func (s *boardText) pieces() (list []piece) {
	columns := 8
	if s.position.Game() == game.Shogi {
		columns = 9
	}
	for i := s.squares; i < len(s.cells); i++ {
		if i == s.squares || s.cells[i] != s.cells[i-1] {
			list = append(list, piece{s.cells[i], i})
		}
	}
	for row := s.squares - columns; row >= 0; row -= columns {
		for i := row; i < row+columns; i++ {
			if m := (piece{s.cells[i], i}); m.symbol != "" && m.kind() != "K" {
				list = append(list, m)
			}
		}
	}
	return list
}

// without returns the position without some pieces, special rights and the count of moves. It is
// not ok where that is no position, or one in check, in which no rule speaks.
func (s *boardText) without(gone ...piece) (game.Position, bool) {
	cells := slices.Clone(s.cells)
	for _, m := range gone {
		cells[m.at] = ""
	}
	side := strings.Fields(strings.TrimPrefix(s.position.EPD(), shogiWord))[1]
	var text string
	if s.position.Game() == game.Shogi {
		text = fmt.Sprintf("%s%s %s %s 1", shogiWord, formatPlacement(cells[:s.squares], 9), side, inHand(cells[s.squares:]))
	} else {
		text = fmt.Sprintf("%s %s - - 0 1", formatPlacement(cells, 8), side)
	}
	p, err := game.ParsePosition(text)
	return p, err == nil && !p.InCheck()
}

// inHand writes the pieces in hand. Equal symbols must follow each other; "" is no piece.
func inHand(symbols []string) (text string) {
	symbols = slices.DeleteFunc(symbols, func(s string) bool { return s == "" })
	for i, count := 0, 0; i < len(symbols); i++ {
		if count++; i+1 < len(symbols) && symbols[i+1] == symbols[i] {
			continue
		}
		if count > 1 {
			text += strconv.Itoa(count)
		}
		text, count = text+symbols[i], 0
	}
	return cmp.Or(text, "-")
}

// formatPlacement writes squares in rows of so many columns, each empty one as a 1.
func formatPlacement(squares []string, columns int) string {
	var rows []string
	for row := range slices.Chunk(squares, columns) {
		var text strings.Builder
		for _, symbol := range row {
			text.WriteString(cmp.Or(symbol, "1"))
		}
		rows = append(rows, text.String())
	}
	return strings.Join(rows, "/")
}

// withoutClocks returns p without the count of moves.
func withoutClocks(p game.Position) game.Position {
	clock := " 0 1"
	if p.Game() == game.Shogi {
		clock = " 1"
	}
	if q, err := game.ParsePosition(p.EPD() + clock); err == nil {
		return q
	}
	return p
}

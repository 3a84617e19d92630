package doc

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// darkSquares returns the path of the dark squares of a board of eight by eight.
func darkSquares() string {
	var b strings.Builder
	for square := range 64 {
		if x, y := square%8, square/8; (x+y)%2 == 1 {
			fmt.Fprintf(&b, "M%d %dh1v1h-1z", x, y)
		}
	}
	return b.String()
}

// boardView is a board as it is drawn.
type boardView struct {
	Board
	Pieces []pieceView
	Signs  []signView // in shogi
	Moves  []moveView
}

type pieceView struct {
	Piece string // the symbol
	Side  string // the class
	X, Y  int    // in eighths
}

type moveView struct {
	Kind           string
	X1, Y1, X2, Y2 string
}

func (b Boards) views() (all []boardView) {
	for _, board := range b {
		v := boardView{Board: board}
		if board.Shogi != nil {
			v.Signs = board.Shogi.signs()
		}
		for square, letter := range board.Squares {
			if strings.IndexByte("PNBRQKpnbrqk", letter) < 0 || letter == 0 {
				continue
			}
			side := "white"
			if letter >= 'a' {
				side = "black"
			}
			v.Pieces = append(v.Pieces, pieceView{"piece-" + strings.ToLower(string(rune(letter))), side, square % 8, 7 - square/8})
		}
		for _, a := range board.Arrows {
			v.Moves = append(v.Moves, board.arrow(a))
		}
		all = append(all, v)
	}
	return all
}

// arrow returns a move from the middle of a square to short of that of another.
func (b *Board) arrow(a Arrow) moveView {
	x1, y1 := b.center(a.From)
	x2, y2 := b.center(a.To)
	if length := math.Hypot(x2-x1, y2-y1); length > 0 {
		x2, y2 = x2-(x2-x1)/length*0.28, y2-(y2-y1)/length*0.28
	}
	at := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	return moveView{map[ArrowKind]string{Asked: "asked", Before: "before", Now: "now"}[a.Kind], at(x1), at(y1), at(x2), at(y2)}
}

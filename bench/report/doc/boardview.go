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

// pieceView is a piece of chess as it is drawn.
type pieceView struct {
	Piece string // the symbol
	Side  string // the class
	X, Y  int    // in eighths
}

// moveView is an arrow as it is drawn.
type moveView struct {
	Kind           ArrowKind
	X1, Y1, X2, Y2 string
}

// Pieces returns what a page draws of the pieces of chess.
func (b *Board) Pieces() (all []pieceView) {
	for square, letter := range b.Squares {
		if strings.IndexByte("PNBRQKpnbrqk", letter) < 0 {
			continue
		}
		side := "white"
		if letter >= 'a' {
			side = "black"
		}
		all = append(all, pieceView{"piece-" + strings.ToLower(string(rune(letter))), side, square % 8, 7 - square/8})
	}
	return all
}

// Moves returns what a page draws of the arrows.
func (b *Board) Moves() (all []moveView) {
	for _, a := range b.Arrows {
		all = append(all, b.arrow(a))
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
	return moveView{a.Kind, at(x1), at(y1), at(x2), at(y2)}
}

// ShogiBoard is the pieces of shogi on nine by nine squares and in hand.
type ShogiBoard struct {
	Squares [81]string // rank by rank as Black sees them, from 9a to 1i, in the letters of SFEN: "P", "+r"; empty: none
	Hands   [2]string  // of Black and White, in the letters of SFEN with their numbers; empty: none
}

// Dropped is Arrow.From of a piece that comes from the hand.
const Dropped = -1

// ranks returns the hand of White, the ranks from the far one and the hand of Black. Before each
// letter is room for the sign that the piece has promoted.
func (b *ShogiBoard) ranks() (lines []Text) {
	hand := func(side string, i int) {
		if b.Hands[i] != "" {
			lines = append(lines, Text(side+" "+b.Hands[i]))
		}
	}
	hand("White:", 1)
	for rank := range 9 {
		var line strings.Builder
		for _, piece := range b.Squares[9*rank : 9*rank+9] {
			switch len(piece) {
			case 0:
				piece = " ."
			case 1:
				piece = " " + piece
			}
			line.WriteString(piece)
		}
		lines = append(lines, Text(line.String()))
	}
	hand("Black:", 0)
	return lines
}

// shogiSigns are the signs on the pieces by their letters in SFEN.
var shogiSigns = map[string]string{
	"P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
	"+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
}

// signView is a piece of shogi as it is drawn.
type signView struct {
	Sign     string
	White    bool // turned by half
	Promoted bool
	X, Y     float64 // the middle of its square
}

// Signs returns what a page draws of the pieces on the board.
func (b *ShogiBoard) Signs() (all []signView) {
	for i, piece := range b.Squares {
		if piece == "" {
			continue
		}
		letter := strings.ToUpper(piece)
		all = append(all, signView{shogiSigns[letter], piece != letter, letter[0] == '+', float64(i%9) + 0.5, float64(i/9) + 0.5})
	}
	return all
}

// Hand returns what a side has in hand in signs, Black first: 飛歩3.
func (b *ShogiBoard) Hand(side int) string {
	var text strings.Builder
	number := ""
	for _, c := range strings.ToUpper(b.Hands[side]) {
		if c >= '0' && c <= '9' {
			number += string(c)
			continue
		}
		text.WriteString(shogiSigns[string(c)] + number)
		number = ""
	}
	return text.String()
}

// shogiGrid returns the path of the lines between the squares of a board of nine by nine.
func shogiGrid() string {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "M%d 0v9M0 %dh9", i, i)
	}
	return b.String()
}

// center returns the middle of a square, or of the edge behind which the hand of the side to
// move is.
func (b *Board) center(square int) (x, y float64) {
	switch {
	case b.Shogi == nil:
		return float64(square%8) + 0.5, 7.5 - float64(square/8)
	case square != Dropped:
		return float64(square%9) + 0.5, float64(square/9) + 0.5
	case b.Black:
		return 4.5, 9.2
	}
	return 4.5, -0.2
}

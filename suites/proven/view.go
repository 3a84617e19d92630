package proven

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// view is how a position is turned before it is shown.
type view struct {
	files, ranks, diagonal bool // mirrored, mirrored, exchanged with each other
	colors                 bool // exchanged, and the ranks mirrored
}

// square is where a man on s goes.
func (v view) square(s chess.Square) chess.Square {
	if v.files {
		s ^= 7
	}
	if v.ranks {
		s ^= 56
	}
	if v.diagonal {
		s = chess.NewSquare(s.Rank(), s.File())
	}
	if v.colors {
		s ^= 56
	}
	return s
}

// of is p, which has no special rights, as v shows it. Where there are pawns
// only files and colors may be turned.
func (v view) of(p *chess.Position) (chess.Position, error) {
	var board [64]byte
	for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		letter := p.At(s).Letter()
		if p.Color(chess.White).Has(s) != v.colors {
			letter -= 'a' - 'A'
		}
		board[v.square(s)] = letter
	}
	side := p.Side()
	if v.colors {
		side = side.Other()
	}
	return chess.ParseFEN(placement(&board) + " " + side.String()[:1] + " - -")
}

// placement is the first field of a FEN.
func placement(board *[64]byte) string {
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		text := string(board[rank*8 : rank*8+8])
		for n := 8; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat("\x00", n), string(rune('0'+n)))
		}
		ranks = append(ranks, text)
	}
	return strings.Join(ranks, "/")
}

package selfplay

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
)

// minimize moves to the opponent's hand, in a random order, the pieces of the side to move that the mate does not need.
// It tries those in hand and those on the board except the king. Fewer pieces make a single mate likelier.
func (c *composer) minimize(ctx context.Context, p shogi.Position, r *random.Source) shogi.Position {
	var pieces []shogi.Piece
	for m := range p.Pieces() {
		if m.Color == p.Side() && m.Kind != shogi.King {
			pieces = append(pieces, m)
		}
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		for range p.Hand(p.Side(), k) {
			pieces = append(pieces, shogi.Piece{Color: p.Side(), Kind: k, Square: shogi.NoSquare})
		}
	}
	random.Shuffle(r, pieces)
	for _, m := range pieces {
		q, err := withPieceInHand(&p, m)
		if err == nil && c.solver.Solve(ctx, q, scanNodes).Verdict == tsume.Mate {
			p = q
		}
	}
	return p
}

// withPieceInHand returns the position with a piece of the side to move, from its square or its hand, in the
// opponent's hand instead. It fails if that uncovers a check.
func withPieceInHand(p *shogi.Position, piece shogi.Piece) (shogi.Position, error) {
	var ranks [9][9]string
	for m := range p.Pieces() {
		if m != piece {
			ranks[m.Square.Rank()][8-m.Square.File()] = letters(m.Color, m.Kind)
		}
	}
	b := notation.AppendBoard(nil, 9, func(rank, column int) string { return ranks[rank][column] })
	b = append(b, " "+p.Side().String()[:1]+" "...)
	for c := shogi.Black; c <= shogi.White; c++ {
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			n := p.Hand(c, k)
			switch {
			case k != piece.Kind.Base():
			case c != piece.Color:
				n++
			case piece.Square == shogi.NoSquare:
				n--
			}
			if n > 1 {
				b = strconv.AppendInt(b, int64(n), 10)
			}
			if n > 0 {
				b = append(b, letters(c, k)...)
			}
		}
	}
	return shogi.ParseSFEN(fmt.Sprintf("%s %d", b, p.Ply()))
}

// letters returns a piece as an SFEN has it.
func letters(c shogi.Color, k shogi.Kind) string {
	if c == shogi.White {
		return strings.ToLower(k.Symbol())
	}
	return k.Symbol()
}

package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// corrections holds the errors of the evaluation that searches found, by the side to move and one
// feature of the position. Values are in 1/correctionScale of a centipawn. Features that share an
// entry disturb each other.
type corrections struct {
	pawns  [2][correctionEntries]int16
	pieces [2][2][correctionEntries]int16 // by the color of the pieces, pawns aside
	moves  [2][correctionEntries]int16    // by the last two moves
}

const (
	correctionEntries = 1 << 14 // a power of two
	correctionScale   = 256
	correctionLimit   = 64 * correctionScale // bound of an entry
)

// The shares of the entries in a correction, in percent.
const (
	pawnShare  = 55
	pieceShare = 60
	moveShare  = 55
)

// correctionsOf returns the entries of a node: of its pawns, of both sides' pieces and of the moves before.
func (t *thread) correctionsOf(f *frame, ply int) (pawns, white, black, moves *int16) {
	c, p := &t.history.corrections, &f.position
	us := p.Side() & 1
	before := t.lastPieceSquare(ply)*769 + t.lastPieceSquare(ply-1)*31
	return &c.pawns[us][p.PawnKey()%correctionEntries],
		&c.pieces[us][chess.White][p.PiecesKey(chess.White)%correctionEntries],
		&c.pieces[us][chess.Black][p.PiecesKey(chess.Black)%correctionEntries],
		&c.moves[us][before%correctionEntries]
}

// correct returns the evaluation of a node plus the correction by all its entries.
func (t *thread) correct(f *frame, ply int) int32 {
	pawns, white, black, moves := t.correctionsOf(f, ply)
	sum := pawnShare*int32(*pawns) + pieceShare*(int32(*white)+int32(*black)) + moveShare*int32(*moves)
	return min(max(f.raw+sum/(100*correctionScale), -mateBound+1), mateBound-1)
}

// teach updates the corrections with the value of a node. Each entry moves by the remaining error, more for a deeper
// search. A pull toward zero keeps it within its bound.
func (t *thread) teach(f *frame, ply int, value int32, b table.Bound, best chess.Move, depth int) {
	if !t.params.Correction || f.raw == table.NoValue || !teaches(f.static, value, b, best) {
		return
	}
	change := correctionScale / 128 * (value - f.static) * int32(min(depth/onePly+1, 16))
	change = min(max(change, -correctionLimit/4), correctionLimit/4)
	pawns, white, black, moves := t.correctionsOf(f, ply)
	for _, entry := range [...]*int16{pawns, white, black, moves} {
		*entry += int16(change - int32(*entry)*max(change, -change)/correctionLimit)
	}
}

// teaches reports whether the value of a node shows an error of its static value.
// A mate does not, nor a bound on the wrong side, nor a best move that captures.
func teaches(static, value int32, b table.Bound, best chess.Move) bool {
	switch {
	case value >= mateBound || value <= -mateBound || best != chess.NoMove && isNoisy(best):
		return false
	case b == table.Lower:
		return value > static
	case b == table.Upper:
		return value < static
	}
	return true
}

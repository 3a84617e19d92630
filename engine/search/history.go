package search

import "github.com/zugwatch/zugwatch/engine/chess"

// history holds what a thread learnt in its searches: the histories that order moves, whose
// values stay in the bounds of heuristic.UpdateHistory, and the corrections of the evaluation.
type history struct {
	quiet        [2][4][64][64]int16               // by side, attacked squares (2 for from + 1 for to), from, to
	captures     [12][64][8]int16                  // by piece, to, kind taken
	continuation [pieceSquares][pieceSquares]int16 // by the previous move and this one
	counters     [pieceSquares]chess.Move          // the quiet reply that failed high, by the previous move
	corrections  corrections
}

// butterfly returns the history of a quiet move by its squares.
func (t *thread) butterfly(f *frame, m chess.Move) *int16 {
	attacked := 0
	if t.params.Order.Apart {
		attacked = btoi(f.danger.byAny.Has(m.From()))<<1 | btoi(f.danger.byAny.Has(m.To()))
	}
	return &t.history.quiet[f.position.Side()&1][attacked][m.From()&63][m.To()&63]
}

// pieceSquares is the number of (piece, square) pairs. Index 0, a white pawn on a1, also
// stands for no move.
const pieceSquares = 12 * 64

// pieceSquare returns the index of the moving piece and its target square.
func pieceSquare(p *chess.Position, m chess.Move) int {
	return piece(p, m)*64 + int(m.To())
}

// piece returns the index of the piece that m moves, 6·color + kind.
func piece(p *chess.Position, m chess.Move) int {
	return int(p.Side())*6 + int(p.At(m.From()))
}

package search

import "github.com/zugwatch/zugwatch/engine/chess"

// history remembers how often moves failed high, to try the good ones first.
// Every value lies within ±heuristic.HistoryLimit.
type history struct {
	quiet        [2][4][64][64]int16               // by side, which of from and to are attacked, from, to
	captures     [12][64][8]int16                  // by piece, to, kind taken
	continuation [pieceSquares][pieceSquares]int16 // by the move before and this one
	counters     [pieceSquares]chess.Move          // the quiet reply that failed high
}

// butterfly returns the history of a quiet move by its squares.
func (t *thread) butterfly(f *frame, m chess.Move) *int16 {
	attacked := 0
	if t.params.Order.Apart {
		attacked = btoi(f.danger.byAny.Has(m.From()))<<1 | btoi(f.danger.byAny.Has(m.To()))
	}
	return &t.history.quiet[f.position.Side()&1][attacked][m.From()&63][m.To()&63]
}

// pieceSquares is the number of (piece, square) pairs; index 0 of piece·square pairs
// also stands for no move.
const pieceSquares = 12 * 64

// pieceSquare returns the index of the piece that moves and where to.
func pieceSquare(p *chess.Position, m chess.Move) int {
	return piece(p, m)*64 + int(m.To())
}

// piece returns the color and kind of the piece that m moves.
func piece(p *chess.Position, m chess.Move) int {
	return int(p.Side())*6 + int(p.At(m.From()))
}

package search

import "github.com/zugwatch/zugwatch/engine/shogi"

// history remembers how often moves failed high, to try the good ones first.
// Every value stays in the bounds of heuristic.UpdateHistory.
type history struct {
	quiet        [2][pieceSquares]int16 // by side, piece and square
	captures     [16][81][16]int16      // by piece, square, kind taken
	continuation [pieceSquares][pieceSquares]int16
	counters     [pieceSquares]shogi.Move // the quiet reply that failed high
}

// dropped is the first of the numbers that stand for pieces from the hand; those on the
// board have their kinds.
const dropped = 16

// pieceSquares is the number of (piece, square) pairs; index 0, a pawn that promotes on 1a,
// also stands for no move.
const pieceSquares = (dropped + 7) * 81

// pieceSquare returns the index of the moving piece, as it stood before the move, and its target square.
func pieceSquare(p *shogi.Position, m shogi.Move) int {
	piece := dropped + int(m.Dropped())
	if !m.IsDrop() {
		piece = int(p.At(m.From()))
	}
	return piece*81 + int(m.To())
}

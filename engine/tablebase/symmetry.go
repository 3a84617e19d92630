package tablebase

import "github.com/zugwatch/zugwatch/engine/chess"

// The symmetries of the board. A turn is a set of these; the mirrors come
// before the exchange of files and ranks.
const (
	mirrorFiles = 1 << iota
	mirrorRanks
	transpose
)

// turns holds where each turn takes each square.
var turns = func() (to [8][64]chess.Square) {
	for turn := range to {
		for s := chess.A1; s <= chess.H8; s++ {
			file, rank := s.File(), s.Rank()
			if turn&mirrorFiles != 0 {
				file = 7 - file
			}
			if turn&mirrorRanks != 0 {
				rank = 7 - rank
			}
			if turn&transpose != 0 {
				file, rank = rank, file
			}
			to[turn][s] = chess.NewSquare(file, rank)
		}
	}
	return to
}()

// pairing numbers the placements of two kings that do not touch each other, up
// to symmetry.
type pairing struct {
	of    [64][64]pair
	kings [][2]chess.Square // by number, White's first
}

// pair is the number of two kings' squares.
type pair struct {
	number   int16 // -1 for kings that touch
	turn     uint8 // takes them to the squares that the number stands for
	diagonal bool  // both end up on a1-h8, so that turn^transpose does it too
}

// The pairings of endings without pawns (462 pairs) and with them (1806).
var (
	plainPairs = newPairing(mirrorFiles | mirrorRanks | transpose)
	pawnPairs  = newPairing(mirrorFiles)
)

// newPairing numbers the pairs under the symmetries allowed.
func newPairing(allowed uint8) *pairing {
	p := &pairing{}
	for white := chess.A1; white <= chess.H8; white++ {
		for black := chess.A1; black <= chess.H8; black++ {
			p.of[white][black].number = -1
			if white == black || chess.KingAttacks(white).Has(black) || turnFor(allowed, white, black) != 0 {
				continue
			}
			p.of[white][black] = pair{number: int16(len(p.kings)), diagonal: allowed&transpose != 0 && onDiagonal(white) && onDiagonal(black)}
			p.kings = append(p.kings, [2]chess.Square{white, black})
		}
	}
	for white := chess.A1; white <= chess.H8; white++ {
		for black := chess.A1; black <= chess.H8; black++ {
			if turn := turnFor(allowed, white, black); turn != 0 {
				p.of[white][black] = p.of[turns[turn][white]][turns[turn][black]]
				p.of[white][black].turn = turn
			}
		}
	}
	return p
}

// turnFor returns the allowed turn that brings the white king to the files a to d and the ranks 1 to 4. It also
// brings it on or below a1-h8. If the white king is on that line, the turn brings the black king on or below it too.
func turnFor(allowed uint8, white, black chess.Square) (turn uint8) {
	if white.File() > 3 {
		turn |= mirrorFiles & allowed
	}
	if white.Rank() > 3 {
		turn |= mirrorRanks & allowed
	}
	w, b := turns[turn][white], turns[turn][black]
	if w.Rank() > w.File() || onDiagonal(w) && b.Rank() > b.File() {
		turn |= transpose & allowed
	}
	return turn
}

// onDiagonal reports whether s lies on a1-h8.
func onDiagonal(s chess.Square) bool { return s.File() == s.Rank() }

package rules

import "github.com/zugwatch/zugwatch/engine/chess"

// wing is one of the two ways to castle, for White.
type wing struct {
	rook, right, king, stand string // rook's square, castling letter in a FEN, targets of king and rook
}

var wings = [...]wing{{"h1", "K", "g1", "f1"}, {"a1", "Q", "c1", "d1"}}

// castlingBoard draws a board on which White has the right to castle on one wing.
func (g *generator) castlingBoard(white, black string, kingRank int) (board, wing) {
	var b board
	w := wings[g.random.IntN(len(wings))]
	b.set("e1", "K")
	b.set(w.rook, "R")
	b.scatter(g.random, "k", 1, kingRank)
	b.scatter(g.random, white, 1, 8)
	b.scatter(g.random, black, 1, 8)
	return b, w
}

// castlingMates draws a position in which castling alone mates.
func castlingMates(g *generator) (s study, ok bool) {
	b, w := g.castlingBoard(drawLetters(g.random, "QRBNP", 1, 3), drawLetters(g.random, "pprbn", 1, 4), 3)
	p := b.position("w " + w.right + " - 0 1")
	return mateInOne(p, func(m chess.Move, _ *chess.Position) bool { return m.IsCastle() })
}

// castlingSaves draws a position in which White is mated at once unless it castles.
func castlingSaves(g *generator) (s study, ok bool) {
	b, w := g.castlingBoard(drawLetters(g.random, "RBNPP", 1, 3), drawLetters(g.random, "qrrbn", 2, 4), 8)
	p := b.position("w " + w.right + " - 0 1")
	return g.onlyMove(p, chess.Move.IsCastle)
}

// castlingNotAllowed draws a position in which White is mated at once after every move. Castling would prevent
// it, and is not allowed out of check or across an attacked square.
func castlingNotAllowed(g *generator) (s study, ok bool) {
	b, w := g.castlingBoard(drawLetters(g.random, "RBNPP", 0, 3), drawLetters(g.random, "qrrbn", 2, 4), 8)
	if b[squareOf(w.king)] != "" || b[squareOf(w.stand)] != "" || w.right == "Q" && b[squareOf("b1")] != "" {
		return s, false
	}
	p := b.position("w " + w.right + " - 0 1")
	if p == nil {
		return s, false
	}
	for _, m := range p.LegalMoves() {
		if m.IsCastle() {
			return s, false
		}
	}
	if n, _ := g.prover.Mated(p, 1, proofNodes); n != 1 {
		return s, false
	}
	b[squareOf("e1")], b[squareOf(w.rook)] = "", ""
	b.set(w.king, "K")
	b.set(w.stand, "R")
	castled := b.position("b - - 0 1")
	if castled == nil {
		return s, false
	}
	if n, _, _ := g.prover.Mate(castled, 1, proofNodes); n == 1 {
		return s, false
	}
	return study{position: *p, mate: -1, plies: 2}, true
}

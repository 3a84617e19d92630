package rules

import "github.com/zugwatch/zugwatch/engine/chess"

// passantBoard draws a board on which a white pawn may take a black one in passing. It returns the square behind
// the black pawn.
func (g *generator) passantBoard(white, black string) (b board, target string) {
	file := g.random.IntN(8)
	beside := file + 1
	if file == 7 || file > 0 && g.random.IntN(2) == 0 {
		beside = file - 1
	}
	b[32+file], b[32+beside] = "p", "P"
	b[40+file], b[48+file] = "x", "x" // the squares that the black pawn has crossed stay empty
	b.scatter(g.random, "kK"+white+black, 1, 8)
	b[40+file], b[48+file] = "", ""
	return b, string([]byte{byte('a' + file), '6'})
}

// passantMates draws a position in which a capture in passing alone mates.
func passantMates(g *generator) (s study, ok bool) {
	b, target := g.passantBoard(drawLetters(g.random, "QRRBN", 1, 3), drawLetters(g.random, "pprbn", 0, 4))
	p := b.position("w - " + target + " 0 1")
	if p == nil || !p.HasEnPassant() {
		return s, false
	}
	return mateInOne(p, func(m chess.Move, _ *chess.Position) bool { return m.IsEnPassant() })
}

// passantSaves draws a position in which White is mated at once unless it captures in passing.
func passantSaves(g *generator) (s study, ok bool) {
	b, target := g.passantBoard(drawLetters(g.random, "RBNPP", 0, 3), drawLetters(g.random, "qrrbnp", 2, 4))
	p := b.position("w - " + target + " 0 1")
	if p == nil || !p.HasEnPassant() {
		return s, false
	}
	return g.onlyMove(p, chess.Move.IsEnPassant)
}

// isDoubleStep reports whether a move takes a pawn two squares forward.
func isDoubleStep(p *chess.Position, m chess.Move) bool {
	return p.At(m.From()) == chess.Pawn && abs(int(m.To())-int(m.From())) == 16
}

// hasNeighbourPawn reports whether a pawn of the side to move stands next to the square on its rank.
func hasNeighbourPawn(p *chess.Position, s chess.Square) bool {
	return (s.Bit().West()|s.Bit().East())&p.Of(p.Side(), chess.Pawn) != 0
}

// stepPosition draws a position in which a double step takes a white pawn next to a black one, nil for an illegal one.
func (g *generator) stepPosition() *chess.Position {
	var b board
	file := g.random.IntN(7)
	own := g.random.IntN(2)
	b[8+file+own], b[24+file+1-own] = "P", "p"
	b.scatter(g.random, "kK"+drawLetters(g.random, "QRRBBN", 2, 4)+drawLetters(g.random, "pprbn", 0, 4), 1, 8)
	return b.position("w - - 0 1")
}

// passantPinned draws a position in which a pawn mates by a double step. A capture en passant would prevent it, but
// is illegal because it exposes the king.
func passantPinned(g *generator) (s study, ok bool) {
	p := g.stepPosition()
	return mateInOne(p, func(m chess.Move, after *chess.Position) bool {
		return isDoubleStep(p, m) && hasNeighbourPawn(after, m.To())
	})
}

// passantRefutes draws a position in which a double step gives check, and only a capture en passant answers it.
// Another move mates in two.
func passantRefutes(g *generator) (s study, ok bool) {
	p := g.stepPosition()
	if p == nil {
		return s, false
	}
	for _, m := range p.LegalMoves() {
		if !isDoubleStep(p, m) {
			continue
		}
		next := p.After(m)
		replies := next.LegalMoves()
		if !next.InCheck() || len(replies) != 1 || !replies[0].IsEnPassant() {
			continue
		}
		n, first, proven := g.prover.Mate(p, 2, proofNodes)
		if !proven || n != 2 || len(first) != 1 || first[0] == m {
			return s, false
		}
		return study{position: *p, best: first, mate: 2, plies: 3}, true
	}
	return s, false
}

func abs(n int) int { return max(n, -n) }

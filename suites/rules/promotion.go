package rules

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// promotionBoard draws a position in which a white pawn is one step before promotion, nil for an illegal one.
func (g *generator) promotionBoard(others string) *chess.Position {
	var b board
	b.scatter(g.random, "P", 7, 7)
	b.scatter(g.random, "kK"+others, 1, 8)
	return b.position("w - - 0 1")
}

// knightMates draws a position in which a promotion to a knight alone mates.
func knightMates(g *generator) (s study, ok bool) {
	p := g.promotionBoard(drawLetters(g.random, "RRBBNP", 1, 3) + drawLetters(g.random, "pprbn", 0, 5))
	return mateInOne(p, func(m chess.Move, _ *chess.Position) bool { return m.IsPromotion() && m.Promotion() == chess.Knight })
}

// promotionMates draws a position in which a promotion mates and no other move does.
func promotionMates(g *generator) (s study, ok bool) {
	p := g.promotionBoard(drawLetters(g.random, "RRBBNP", 0, 3) + drawLetters(g.random, "pprbn", 0, 5))
	if p == nil {
		return s, false
	}
	s = study{position: *p, mate: 1, plies: 1}
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		if !next.InCheck() || next.CountLegal() > 0 {
			continue
		}
		if !m.IsPromotion() {
			return s, false
		}
		s.best = append(s.best, m)
	}
	return s, len(s.best) > 0
}

// queenStalemates draws a position in which a promotion to a rook or bishop mates in at most three moves, or wins by a
// table. The queen would be stalemate.
func queenStalemates(g *generator) (s study, ok bool) {
	p := g.promotionBoard(drawLetters(g.random, "NBPp", 0, 2))
	if p == nil {
		return s, false
	}
	moves := p.LegalMoves()
	queen := slices.IndexFunc(moves, func(m chess.Move) bool {
		next := p.After(m)
		return m.IsPromotion() && m.Promotion() == chess.Queen && next.CountLegal() == 0 && !next.InCheck()
	})
	if queen < 0 {
		return s, false
	}
	s = study{position: *p, avoid: moves[queen : queen+1], plies: 3}
	if _, known := g.solver.set.Probe(p); known {
		g.solver.begin(*p)
		var value int
		if value, s.best = g.solver.best(p, 1); value != win {
			return s, false
		}
	} else if s.mate, s.best, ok = g.prover.Mate(p, 3, proofNodes); !ok || s.mate == 0 {
		return s, false
	}
	s.plies = max(s.plies, 2*s.mate-1)
	return s, len(s.best) > 0 && !slices.ContainsFunc(s.best, func(m chess.Move) bool { return !m.IsPromotion() })
}

// doubleCheckMates draws a position in which a double check alone mates.
func doubleCheckMates(g *generator) (s study, ok bool) {
	p := g.scattered(drawLetters(g.random, "QRRBBNN", 2, 4) + drawLetters(g.random, "ppqrbn", 2, 6))
	return mateInOne(p, func(m chess.Move, after *chess.Position) bool {
		checkers := after.AttackersTo(after.King(after.Side()), after.Occupied()) & after.Color(p.Side())
		return checkers.Count() == 2
	})
}

// horizonMates draws a position in which White mates at once and is far behind in material. A quiescence that stands pat
// in check does not see the mate.
func horizonMates(g *generator) (s study, ok bool) {
	p := g.scattered(drawLetters(g.random, "RBNNPP", 1, 3) + "q" + drawLetters(g.random, "qrbnp", 2, 5))
	if p == nil || material(p, chess.Black)-material(p, chess.White) < farBehind {
		return s, false
	}
	return mateInOne(p, func(m chess.Move, _ *chess.Position) bool { return !m.IsCapture() })
}

// farBehind is the material that White lacks in horizonMates, in pawns.
const farBehind = 8

// material returns the worth of the pieces of a side in pawns.
func material(p *chess.Position, of chess.Color) (sum int) {
	for kind, worth := range map[chess.Kind]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9} {
		sum += worth * p.Of(of, kind).Count()
	}
	return sum
}

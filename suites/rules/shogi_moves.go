package rules

import "github.com/zugwatch/zugwatch/engine/shogi"

// pawnDropNotAllowed draws a position in which one move mates, and a pawn drop would mate if it were legal.
func pawnDropNotAllowed(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(drawPieces(g.random, attackers, 2, 4), drawPieces(g.random, defenders, 1, 3), 5, "P"+[]string{"", "G", "S", "L", "N"}[g.random.IntN(5)])
	if p == nil || !refusesPawnDrop(p) {
		return s, false
	}
	return shogiMateInOne(p, func(shogi.Move, *shogi.Position) bool { return true })
}

// pawnDropSaves draws a position in which one move alone escapes a mate: after it only an illegal pawn drop would
// mate.
func pawnDropSaves(g *generator) (s shogiStudy, ok bool) {
	p := g.underAttack(drawPieces(g.random, "G S N L P", 1, 3), drawPieces(g.random, "r b +r +b g g s +p", 2, 4), "2p")
	return shogiOnlyMove(p, func(_ shogi.Move, after *shogi.Position) bool { return refusesPawnDrop(after) })
}

// twoPawnsMate draws a position in which one move mates from afar. White has a pawn in hand, but may not drop it
// between because it has another one on that file.
func twoPawnsMate(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(drawPieces(g.random, "R R B L G S +P", 2, 4), drawPieces(g.random, "g s n l p p p p", 2, 5), 6, []string{"", "R", "B", "L"}[g.random.IntN(4)]+"2p")
	return shogiMateInOne(p, func(m shogi.Move, after *shogi.Position) bool { return hasTwoPawnsBlock(after, m.To()) })
}

// hasTwoPawnsBlock reports whether a square between the king to move and its checker is empty and on a file with a
// pawn of that side.
func hasTwoPawnsBlock(p *shogi.Position, checker shogi.Square) bool {
	us := p.Side()
	king := p.King(us)
	files, ranks := checker.File()-king.File(), checker.Rank()-king.Rank()
	steps := max(abs(files), abs(ranks))
	if steps < 2 || files != 0 && ranks != 0 && abs(files) != abs(ranks) {
		return false
	}
	for i := 1; i < steps; i++ {
		if hasPawnOn(p, us, king.File()+i*files/steps) {
			return true
		}
	}
	return false
}

// tokinPawnSaves draws a position in which only a pawn drop prevents a mate. It is on the file of a promoted pawn of
// its side.
func tokinPawnSaves(g *generator) (s shogiStudy, ok bool) {
	p := g.underAttack(append(drawPieces(g.random, "G S N +P +P", 0, 2), "+P", "+P"), drawPieces(g.random, "r r b l l +r g s", 2, 4), "P")
	return shogiOnlyMove(p, func(m shogi.Move, _ *shogi.Position) bool {
		if m.Dropped() != shogi.Pawn {
			return false
		}
		for rank := range 9 {
			if s := shogi.NewSquare(m.To().File(), rank); p.At(s) == shogi.Tokin && p.Color(shogi.Black).Has(s) {
				return true
			}
		}
		return false
	})
}

// promotes draws a position in which a promotion mates, and its piece may stay as it is.
func promotes(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(drawPieces(g.random, attackers, 2, 4), drawPieces(g.random, defenders, 1, 4), 5, "-")
	return shogiMateInOne(p, func(m shogi.Move, _ *shogi.Position) bool {
		_, err := p.ParseMove(m.From().String() + m.To().String())
		return m.IsPromotion() && err == nil
	})
}

// promotesByForce draws a position in which a forced promotion mates: unpromoted, the piece could never move again.
func promotesByForce(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(append(drawPieces(g.random, "P L N", 1, 2), drawPieces(g.random, attackers, 1, 3)...), drawPieces(g.random, defenders, 1, 4), 4, "-")
	return shogiMateInOne(p, func(m shogi.Move, _ *shogi.Position) bool {
		_, err := p.ParseMove(m.From().String() + m.To().String())
		return m.IsPromotion() && err != nil
	})
}

// deadDropMates draws a position in which one move mates from afar along White's last rank. White has pieces in hand
// but may not drop them there, because they could never move again.
func deadDropMates(g *generator) (s shogiStudy, ok bool) {
	var b shogiBoard
	b.scatter(g.random, []string{"k"}, 9, 9)
	b.scatter(g.random, []string{"K"}, 1, 6)
	b.scatter(g.random, drawPieces(g.random, "R +R G S N P", 1, 4), 5, 9)
	b.scatter(g.random, drawPieces(g.random, "g s +p", 0, 2), 7, 9)
	p := b.position([]string{"R", "RG", "G", "S"}[g.random.IntN(4)] + "2p2l2n")
	return shogiMateInOne(p, func(m shogi.Move, after *shogi.Position) bool {
		king := after.King(shogi.White)
		return m.To().Rank() == king.Rank() && abs(m.To().File()-king.File()) > 1
	})
}

// staysUnpromoted draws a position in which a move mates that may promote and does not.
func staysUnpromoted(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(drawPieces(g.random, "S S N N L G B R", 2, 4), drawPieces(g.random, defenders, 1, 4), 5, "-")
	return shogiMateInOne(p, func(m shogi.Move, _ *shogi.Position) bool {
		if m.IsDrop() || m.IsPromotion() {
			return false
		}
		_, err := p.ParseMove(m.String() + "+")
		return err == nil
	})
}

// dropMates draws a position in which one drop mates.
func dropMates(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(drawPieces(g.random, attackers, 1, 3), drawPieces(g.random, defenders, 1, 4), 5, []string{"G", "S", "N", "L", "B", "R", "GP", "SN"}[g.random.IntN(8)])
	return shogiMateInOne(p, func(m shogi.Move, _ *shogi.Position) bool { return m.IsDrop() })
}

// dropSaves draws a position in which one drop alone prevents a mate.
func dropSaves(g *generator) (s shogiStudy, ok bool) {
	p := g.underAttack(drawPieces(g.random, "G S N L P", 0, 2), drawPieces(g.random, "r b l +r +b g s", 2, 4), []string{"G", "S", "N", "L", "P", "B"}[g.random.IntN(6)])
	return shogiOnlyMove(p, func(m shogi.Move, _ *shogi.Position) bool { return m.IsDrop() })
}

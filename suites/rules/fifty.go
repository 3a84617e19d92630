package rules

import (
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/epd"
)

// clocked draws a position with so many plies since the last capture or move of a pawn, nil for an illegal one.
func (g *generator) clocked(plies int, letters string) *chess.Position {
	var b board
	b.scatter(g.random, "kK"+letters, 1, 8)
	return b.position(fmt.Sprintf("w - - %d %d", plies, 80+g.random.IntN(40)))
}

// resetsFiftyMoves reports whether a move begins the count of the fifty moves anew.
func resetsFiftyMoves(p *chess.Position, m chess.Move) bool {
	return m.IsCapture() || p.At(m.From()) == chess.Pawn
}

// fiftyMate draws a position in which a mate comes with the last ply of the fifty moves, and counts.
func fiftyMate(g *generator) (s study, ok bool) { return g.fiftyMateIn(1+g.random.IntN(2), 0) }

// fiftyInTime draws a position in which a mate comes one ply before the last of the fifty moves. An engine that counts too
// fast takes it for a draw.
func fiftyInTime(g *generator) (s study, ok bool) { return g.fiftyMateIn(2, 1) }

// fiftyMateIn draws a position with a mate in n moves, so many plies before the fifty moves end.
func (g *generator) fiftyMateIn(n, spare int) (s study, ok bool) {
	p := g.clocked(fiftyPlies+1-2*n-spare, drawLetters(g.random, "QRRBN", 1, 2)+drawLetters(g.random, "bnp", 0, 1))
	if p == nil {
		return s, false
	}
	found, first, proven := g.prover.Mate(p, n, proofNodes)
	if !proven || found != n || len(first) > 2 || resetsFiftyMoves(p, first[0]) || resetsFiftyMoves(p, first[len(first)-1]) {
		return s, false
	}
	g.solver.begin(*p)
	if value, best := g.solver.best(p, 2*n-1+spare); value != win || len(best) != len(first) {
		return s, false
	}
	return study{position: *p, best: first, mate: n, plies: 2*n - 1}, true
}

// fiftyTooLate draws a position in which a mate comes after the last ply of the fifty moves.
func fiftyTooLate(g *generator) (s study, ok bool) {
	n := 2 + g.random.IntN(2)
	p := g.clocked(fiftyPlies+2-2*n, drawLetters(g.random, "QRRBN", 1, 2))
	if p == nil {
		return s, false
	}
	if found, _, proven := g.prover.Mate(p, n, proofNodes); !proven || found != n {
		return s, false
	}
	g.solver.begin(*p)
	if !g.solver.solve(p, 2*n-2).exact(draw) {
		return s, false
	}
	return study{position: *p, result: epd.Draw, plies: 2*n - 2}, true
}

// fiftyReset draws a position in which only a capture or pawn move keeps the win.
func (g *generator) fiftyReset(white, black string) (s study, ok bool) {
	p := g.clocked(fiftyPlies-1, white+black)
	if p == nil {
		return s, false
	}
	g.solver.begin(*p)
	value, best := g.solver.best(p, 3)
	if value != win || len(best) == 0 {
		return s, false
	}
	for _, m := range best {
		if !resetsFiftyMoves(p, m) {
			return s, false
		}
	}
	return study{position: *p, best: best, plies: 1}, true
}

// fiftyCapture is fiftyReset by a capture that leaves a queen or a rook. Every evaluation counts that as won.
func fiftyCapture(g *generator) (s study, ok bool) {
	s, ok = g.fiftyReset(drawLetters(g.random, "QR", 1, 1), drawLetters(g.random, "rbnp", 1, 1))
	s.result = epd.Win
	return s, ok
}

// fiftyPawn is fiftyReset by a pawn.
func fiftyPawn(g *generator) (s study, ok bool) { return g.fiftyReset("P", "") }

// fiftySaves draws a position in which the fifty moves end before White is mated.
func fiftySaves(g *generator) (s study, ok bool) {
	left := 1 + g.random.IntN(3)
	p := g.clocked(fiftyPlies-left, drawLetters(g.random, "BNP", 0, 2)+drawLetters(g.random, "qqrrbn", 2, 3))
	if p == nil || p.InCheck() {
		return s, false
	}
	if n, _ := g.prover.Mated(p, 3, proofNodes); n == 0 { // else the evaluation may call it even
		return s, false
	}
	g.solver.begin(*p)
	if !g.solver.solve(p, left).exact(draw) {
		return s, false
	}
	s = study{position: *p, result: epd.Draw, plies: left}
	if value, best := g.solver.best(p, left+1); value == draw {
		s.best = best
	}
	return s, true
}

// fiftyCheck draws a position that White loses unless it gives check. Every answer is the last ply of the fifty
// moves, so a search of one ply sees the draw if its quiescence knows the rule.
func fiftyCheck(g *generator) (s study, ok bool) {
	p := g.clocked(fiftyPlies-2, drawLetters(g.random, "QRBN", 1, 1)+drawLetters(g.random, "qqrrbn", 2, 3))
	if p == nil {
		return s, false
	}
	g.solver.begin(*p)
	if !g.solver.solve(p, 2).exact(draw) {
		return s, false
	}
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		replies := next.LegalMoves()
		if !m.IsCapture() && next.InCheck() && len(replies) > 0 && !slices.ContainsFunc(replies, func(r chess.Move) bool { return resetsFiftyMoves(&next, r) }) {
			s.best = append(s.best, m)
		}
	}
	if len(s.best) == 0 || !g.losesWithout(p, s.best) {
		return s, false
	}
	return study{position: *p, result: epd.Draw, plies: 1}, true
}

// losesWithout reports whether Black would mate in at most three moves after every other move, were there no fifty moves.
func (g *generator) losesWithout(p *chess.Position, moves []chess.Move) bool {
	for _, m := range p.LegalMoves() {
		if slices.Contains(moves, m) {
			continue
		}
		next := p.After(m)
		if n, _, _ := g.prover.Mate(&next, 3, proofNodes); n == 0 {
			return false
		}
	}
	return true
}

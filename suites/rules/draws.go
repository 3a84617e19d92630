package rules

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
)

// stalemateSaves draws a position in which White is mated unless it forces stalemate.
func stalemateSaves(g *generator) (s study, ok bool) {
	var b board
	b.scatter(g.random, "K"+drawLetters(g.random, "QRN", 1, 1), 1, 8)
	b.scatter(g.random, "k"+drawLetters(g.random, "qqrrpbn", 2, 3), 1, 8)
	p := b.position("w - - 0 1")
	if p == nil {
		return s, false
	}
	moves := p.LegalMoves()
	saves := slices.IndexFunc(moves, func(m chess.Move) bool { // every answer to it is stalemate
		next := p.After(m)
		replies := next.LegalMoves()
		if len(replies) == 0 || len(replies) > 2 {
			return false
		}
		return !slices.ContainsFunc(replies, func(r chess.Move) bool {
			after := next.After(r)
			return after.InCheck() || after.CountLegal() > 0
		})
	})
	if saves < 0 {
		return s, false
	}
	var best []chess.Move
	g.solver.begin(*p)
	for _, m := range moves {
		next := p.After(m)
		if n, _, _ := g.prover.Mate(&next, 3, proofNodes); n > 0 {
			continue
		}
		if !g.solver.after(p, m, 2).exact(draw) {
			return s, false
		}
		best = append(best, m)
	}
	if len(best) == len(moves) {
		return s, false
	}
	return study{position: *p, best: best, result: epd.Draw, plies: 3}, true
}

// stalemateBlunders draws a position in which White has a mate in two and a capture that stalemates.
func stalemateBlunders(g *generator) (s study, ok bool) {
	p := g.scattered(drawLetters(g.random, "QRBNP", 1, 3) + drawLetters(g.random, "ppbnr", 1, 2))
	if p == nil {
		return s, false
	}
	moves := p.LegalMoves()
	stalemates := slices.DeleteFunc(slices.Clone(moves), func(m chess.Move) bool {
		next := p.After(m)
		return !m.IsCapture() || next.InCheck() || next.CountLegal() > 0
	})
	if len(stalemates) == 0 {
		return s, false
	}
	n, first, proven := g.prover.Mate(p, 2, proofNodes)
	if !proven || n != 2 || len(first) > 2 {
		return s, false
	}
	return study{position: *p, best: first, avoid: stalemates, mate: 2, plies: 3}, true
}

// takingSaves draws a position in which a bare king captures all but a knight or a bishop, which cannot mate.
func takingSaves(g *generator) (s study, ok bool) {
	p := g.scattered(drawLetters(g.random, "nb", 1, 1) + drawLetters(g.random, "pprq", 1, 1))
	if p == nil {
		return s, false
	}
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		if next.IsInsufficient() {
			return study{position: *p, result: epd.Draw, plies: 1}, true
		}
	}
	return s, false
}

// ending draws a position of one of the tables. Either side may be to move.
func (g *generator) ending(names ...string) (p chess.Position, v tablebase.Value, ok bool) {
	e, err := tablebase.ParseEnding(names[g.random.IntN(len(names))])
	if err != nil || !g.solver.set.Has(e) {
		return p, v, false
	}
	return g.solver.set.At(e, g.random.IntN(g.solver.set.Size(e)))
}

// reverseMove returns the move that takes m back. It is not ok if that is not legal.
func reverseMove(p *chess.Position, m chess.Move) (chess.Move, bool) {
	m, err := p.ParseMove(m.To().String() + m.From().String())
	return m, err == nil && !m.IsCapture()
}

// repetitionGame returns a game that leads from the position after u to p, and in which that position occurs twice.
// Both sides play a move and take it back: the reply, u back, the reply back, u, and so on. It is not ok if a move
// cannot be taken back.
func repetitionGame(p chess.Position, u, reply chess.Move) (start chess.Position, moves []chess.Move, ok bool) {
	start = p.After(u)
	if u.IsCapture() || p.At(u.From()) == chess.Pawn || u.IsCastle() || start.HasCastlingRight() {
		return start, nil, false
	}
	at := start
	for len(moves) < 7 {
		m := reply
		var found bool
		switch len(moves) % 4 {
		case 1:
			m, found = reverseMove(&at, u)
		case 2:
			m, found = reverseMove(&at, reply)
		case 3:
			m, found = u, at.IsLegal(u)
		default:
			found = at.IsLegal(reply) && !reply.IsCapture() && at.At(reply.From()) != chess.Pawn
		}
		if !found {
			return start, nil, false
		}
		moves, at = append(moves, m), at.After(m)
	}
	return start, moves, at.EPD() == p.EPD()
}

// repeated draws a move u of p that fits, and returns a game that leads to p. After it, u repeats a position for the
// third time.
func (g *generator) repeated(p chess.Position, fits func(m chess.Move, next *chess.Position) bool) (s study, u chess.Move, ok bool) {
	moves := p.LegalMoves()
	u = moves[g.random.IntN(len(moves))]
	next := p.After(u)
	replies := next.LegalMoves()
	if len(replies) == 0 || !fits(u, &next) {
		return s, u, false
	}
	start, game, ok := repetitionGame(p, u, replies[g.random.IntN(len(replies))])
	if !ok {
		return s, u, false
	}
	s = study{start: start, moves: game, plies: 1}
	s.position = g.solver.begin(start, game...)
	return s, u, true
}

// repetitionSpoils draws a position in which the fastest win repeats the position for the third time.
func repetitionSpoils(g *generator) (s study, ok bool) {
	p, v, ok := g.ending("KQK", "KRK")
	if !ok || v.Outcome != tablebase.Win || v.Plies < 3 {
		return s, false
	}
	s, u, ok := g.repeated(p, func(_ chess.Move, next *chess.Position) bool {
		w, known := g.solver.set.Probe(next)
		return known && w.Outcome == tablebase.Loss && w.Plies == v.Plies-1
	})
	if !ok {
		return s, false
	}
	value, best := g.solver.best(&s.position, 2)
	if value != win || slices.Contains(best, u) || len(best) == 0 {
		return s, false
	}
	s.avoid, s.result = []chess.Move{u}, epd.Win
	return s, true
}

// perpetual is a check with one answer. Another check with one answer takes both back.
type perpetual struct {
	p                     chess.Position // before the check
	check, answer         chess.Move
	checkBack, answerBack chess.Move
	between               chess.Position // before the check back
}

// perpetual draws a position in which White is mated unless it keeps giving perpetual check.
func (g *generator) perpetual() (c perpetual, ok bool) {
	var b board
	b.scatter(g.random, "k", 8, 8)
	b.scatter(g.random, drawLetters(g.random, "QRR", 1, 1), 7, 8)
	b.scatter(g.random, "K", 6, 6)
	b.scatter(g.random, "q"+drawLetters(g.random, "qrbn", 1, 2), 1, 8)
	p := b.position("w - - 0 1")
	if p == nil {
		return c, false
	}
	c.p = *p
	for _, m := range c.p.LegalMoves() {
		next := c.p.After(m)
		replies := next.LegalMoves()
		if m.IsCapture() || !next.InCheck() || len(replies) != 1 || replies[0].IsCapture() {
			continue
		}
		c.check, c.answer, c.between = m, replies[0], next.After(replies[0])
		if c.returns() && g.losesWithout(&c.p, []chess.Move{c.check}) && g.losesWithout(&c.between, []chess.Move{c.checkBack}) {
			return c, true
		}
	}
	return c, false
}

// returns reports whether check and answer can be taken back, and finds the moves that do.
func (c *perpetual) returns() (ok bool) {
	if c.checkBack, ok = reverseMove(&c.between, c.check); !ok {
		return false
	}
	last := c.between.After(c.checkBack)
	if c.answerBack, ok = reverseMove(&last, c.answer); !ok || !last.InCheck() || last.CountLegal() != 1 {
		return false
	}
	first := last.After(c.answerBack)
	return first.EPD() == c.p.EPD()
}

// perpetualCheck draws a position in which White is mated unless it gives perpetual check. A position is repeated after
// four plies.
func perpetualCheck(g *generator) (s study, ok bool) {
	c, ok := g.perpetual()
	return study{position: c.p, best: []chess.Move{c.check}, result: epd.Draw, plies: 5}, ok
}

// repetitionCheck draws a position in which White is mated unless it continues a perpetual check. The only answer
// repeats the position for the third time. So a search of one ply sees the draw if its quiescence knows the rule.
func repetitionCheck(g *generator) (s study, ok bool) {
	c, ok := g.perpetual()
	if !ok {
		return s, false
	}
	game := []chess.Move{c.check, c.answer, c.checkBack, c.answerBack, c.check, c.answer}
	s = study{start: c.p, moves: game, best: []chess.Move{c.checkBack}, result: epd.Draw, plies: 1}
	s.position = g.solver.begin(c.p, game...)
	return s, g.solver.after(&s.position, c.checkBack, 1).exact(draw)
}

// repetitionSaves draws a position that the side to move loses unless it repeats the position for the third time.
func repetitionSaves(g *generator) (s study, ok bool) {
	p, v, ok := g.ending("KQK", "KRK")
	if !ok || v.Outcome != tablebase.Loss || v.Plies == 0 {
		return s, false
	}
	s, u, ok := g.repeated(p, func(chess.Move, *chess.Position) bool { return true })
	if !ok {
		return s, false
	}
	value, best := g.solver.best(&s.position, 2)
	if value != draw || len(best) != 1 || best[0] != u {
		return s, false
	}
	s.best, s.result = best, epd.Draw
	return s, true
}

package rules

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// study is a position with its proven properties.
type study struct {
	position chess.Position
	best     []chess.Move // the moves that keep the value; none: they are not asked for
	avoid    []chess.Move // moves that give it away
	mate     int          // as dm counts; 0: no mate is asked for
	result   epd.Result   // that is asked for
	plies    int          // depth at which a search of every move sees it
	start    chess.Position
	moves    []chess.Move // that led from start to the position; none: the game is not known
}

// found returns the study as the positions of all games are kept.
func (s study) found() found {
	f := found{plies: s.plies, pruned: s.plies > 1 && s.mate != -1, record: epd.Record{
		Position: game.FromChess(s.position), Best: game.FromChessMoves(s.best...), Avoid: game.FromChessMoves(s.avoid...),
		MateIn: s.mate, HasMate: s.mate != 0, Result: s.result,
	}}
	if len(s.moves) > 0 {
		f.record.Start, f.record.Moves = game.FromChess(s.start), game.FromChessMoves(s.moves...)
	}
	return f
}

// mateInOne returns the study of a position with exactly one mate in one that fits.
func mateInOne(p chess.Position, fits func(m chess.Move, after *chess.Position) bool) (s study, ok bool) {
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		if !next.InCheck() || next.CountLegal() > 0 {
			continue
		}
		if ok || !fits(m, &next) {
			return s, false
		}
		s, ok = study{position: p, best: []chess.Move{m}, mate: 1, plies: 1}, true
	}
	return s, ok
}

// onlyMove returns the study of a position in which every move but one that fits allows a mate in one. After that
// move there is no mate in two.
func (g *generator) onlyMove(p chess.Position, fits func(m chess.Move) bool) (s study, ok bool) {
	moves := p.LegalMoves()
	at := slices.IndexFunc(moves, fits)
	if at < 0 || len(moves) < 2 {
		return s, false
	}
	for i, m := range moves {
		next := p.After(m)
		if n, _, _ := g.prover.Mate(&next, 1, proofNodes); (n == 1) != (i != at) {
			return s, false
		}
	}
	next := p.After(moves[at])
	if n, _, proven := g.prover.Mate(&next, 2, proofNodes); n != 0 || !proven {
		return s, false
	}
	return study{position: p, best: []chess.Move{moves[at]}, plies: 2}, true
}

package rules

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// The results of a game for the side to move.
const (
	loss = -1
	draw = 0
	win  = 1
)

// bounds are proven bounds on the result of a position for the side to move.
type bounds struct{ low, high int }

// exact reports whether the position is proven to be of the value.
func (b bounds) exact(value int) bool { return b.low == value && b.high == value }

// solver proves the value of positions under all rules of chess: the third occurrence of a position, the
// fifty moves and insufficient material are draws. It is not safe for concurrent use.
type solver struct {
	set    *tablebase.Set
	counts map[uint64]int // occurrences of each position on the way to the one that is looked at
}

// begin forgets the game before, and plays the moves from a position. It returns the position that is reached.
func (s *solver) begin(start chess.Position, moves ...chess.Move) chess.Position {
	s.counts = map[uint64]int{start.Key(): 1}
	for _, m := range moves {
		start = start.After(m)
		s.counts[start.Key()]++
	}
	return start
}

// solve searches every move to a depth in plies.
func (s *solver) solve(p *chess.Position, depth int) bounds {
	moves := p.LegalMoves()
	switch {
	case len(moves) == 0 && p.InCheck():
		return bounds{loss, loss}
	case len(moves) == 0 || p.IsFiftyMoves() || p.IsInsufficient() || s.counts[p.Key()] >= 3:
		return bounds{draw, draw}
	}
	if v, ok := s.set.Probe(p); ok {
		return tableBounds(v, p.Halfmove())
	}
	if depth == 0 {
		return bounds{loss, win}
	}
	best := bounds{loss, loss}
	for _, m := range moves {
		b := s.after(p, m, depth-1)
		best = bounds{max(best.low, b.low), max(best.high, b.high)}
		if best.low == win {
			break
		}
	}
	return best
}

// after returns the bounds of a move for the side that plays it.
func (s *solver) after(p *chess.Position, m chess.Move, depth int) bounds {
	next := p.After(m)
	s.counts[next.Key()]++
	b := s.solve(&next, depth)
	s.counts[next.Key()]--
	return bounds{-b.high, -b.low}
}

// fiftyPlies is the number of plies without a capture or pawn move after which the game is drawn.
const fiftyPlies = 100

// tableBounds returns the bounds of a position from its table, which knows no fifty moves. A mate that comes in
// time stands, and a later one may be a draw.
func tableBounds(v tablebase.Value, halfmove int) bounds {
	inTime := halfmove+v.Plies <= fiftyPlies
	switch v.Outcome {
	case tablebase.Win:
		if inTime {
			return bounds{win, win}
		}
		return bounds{draw, win}
	case tablebase.Loss:
		if inTime {
			return bounds{loss, loss}
		}
		return bounds{loss, draw}
	}
	return bounds{draw, draw}
}

// best returns the moves that are proven to be better than all others, with their value. It returns none without such
// a proof, or if all moves have the same value.
func (s *solver) best(p *chess.Position, depth int) (value int, moves []chess.Move) {
	value = loss
	all := p.LegalMoves()
	found := make([]bounds, len(all))
	for i, m := range all {
		found[i] = s.after(p, m, depth-1)
		value = max(value, found[i].low)
	}
	for i, b := range found {
		switch {
		case b.low == value:
			moves = append(moves, all[i])
		case b.high >= value:
			return value, nil
		}
	}
	if len(moves) == len(all) {
		return value, nil
	}
	return value, moves
}

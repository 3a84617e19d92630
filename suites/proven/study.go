package proven

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// minMate is the shortest distance to mate worth asking, in plies: nearer mates are tactics.
const minMate = 5

// minStudyDepth is the least depth of a position worth asking, in plies.
const minStudyDepth = 4

// minMoves is the least number of legal moves of a position worth asking.
const minMoves = 3

// study is a position in which one move keeps the outcome.
type study struct {
	position chess.Position
	best     chess.Move
	after    chess.Position // after the best move
	value    tablebase.Value
	worse    [2]bool // whether another move loses, draws
	depth    int     // plies until the point of the move shows
	misses   int     // solvers that believe in passes and do not answer it
	group    int     // number of the zugzwang among those of the ending, -1 for a control
}

// judge studies positions with the help of exact values.
type judge struct {
	set *tablebase.Set
}

// value returns the exact value of a position, which has to be in the set.
func (j judge) value(p *chess.Position) tablebase.Value {
	v, _ := j.set.Probe(p)
	return v
}

// study reports whether exactly one move of p keeps the outcome, and whether p is worth asking. The side to move must
// not be lost or in check, and must have enough moves and no mate at hand. The best move neither takes nor promotes.
func (j judge) study(p *chess.Position) (s study, ok bool) {
	s = study{position: *p, value: j.value(p), group: -1}
	if s.value.Outcome == tablebase.Loss || p.InCheck() || p.CountLegal() < minMoves ||
		s.value.Outcome == tablebase.Win && s.value.Plies < minMate {
		return s, false
	}
	for m, next := range p.Successors() {
		switch outcome := j.value(&next).ValueBefore().Outcome; {
		case outcome != s.value.Outcome:
			s.worse[outcome+1] = true
		case s.best != chess.NoMove || !m.IsQuiet():
			return s, false
		default:
			s.best, s.after = m, next
		}
	}
	return s, true
}

// isZugzwang reports whether the side to move of p would do better by passing.
func (j judge) isZugzwang(p *chess.Position) bool {
	if p.InCheck() {
		return false
	}
	var passed chess.Position
	p.Pass(&passed)
	return -j.value(&passed).Outcome > j.value(p).Outcome
}

// setDepth sets the depth of s in plies: where the win shows, or, for a draw, where the last of the losing moves is
// refuted. It is not ok if that is less than minStudyDepth or more than most.
//
// With calm, it is also not ok if the best move gives check, because then the opponent cannot pass. Nor is it ok if a
// side is in zugzwang in one of those lines.
func (j judge) setDepth(s *study, most int, calm bool) bool {
	if calm && (s.after.InCheck() || j.isZugzwang(&s.position) || j.isZugzwang(&s.after)) {
		return false
	}
	if s.value.Outcome == tablebase.Win {
		depth, ok := j.pliesToWin(s.after, most-1, calm)
		s.depth = depth + 1
		return ok && s.depth >= minStudyDepth
	}
	for m, next := range s.position.Successors() {
		if m == s.best {
			continue
		}
		depth, ok := j.pliesToWin(next, most-1, calm)
		if !ok {
			return false
		}
		s.depth = max(s.depth, depth+1)
	}
	return s.depth >= minStudyDepth
}

// pliesToWin counts the plies of the shortest mate from p, with the longest resistance, until the win shows. It shows
// when the winner mates, or is a piece ahead after a capture or promotion that no capture or promotion answers. It is
// not ok if that takes more than most plies or, with calm, if a side on the way is in zugzwang.
func (j judge) pliesToWin(p chess.Position, most int, calm bool) (plies int, ok bool) {
	winner := p.Side()
	if j.value(&p).Outcome == tablebase.Loss {
		winner = winner.Other()
	}
	gained := false
	for {
		move := j.line(&p)
		if move == chess.NoMove || gained && p.Side() != winner && move.IsQuiet() {
			return plies, true
		}
		if plies == most || calm && j.isZugzwang(&p) {
			return plies, false
		}
		gained = p.Side() == winner && !move.IsQuiet()
		p = p.After(move)
		plies++
		gained = gained && balance(&p, winner) >= pieceAhead
	}
}

// line returns the best move of p, the first of equals, NoMove after the end.
func (j judge) line(p *chess.Position) (best chess.Move) {
	var value tablebase.Value
	for m, next := range p.Successors() {
		if v := j.value(&next).ValueBefore(); best == chess.NoMove || v.IsBetterThan(value) {
			best, value = m, v
		}
	}
	return best
}

// pieceAhead is a lead that shows, in pawns.
const pieceAhead = 3

// worth holds the value of each piece kind, in pawns.
var worth = [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// balance returns how much c's pieces are worth more than the opponent's, in pawns.
func balance(p *chess.Position, c chess.Color) (lead int) {
	for k, pawns := range worth {
		lead += pawns * (p.Of(c, chess.Kind(k)).Count() - p.Of(c.Other(), chess.Kind(k)).Count())
	}
	return lead
}

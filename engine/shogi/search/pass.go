package search

import (
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
)

// guardAdmits asks the policy's guard at a ply.
func (t *thread) guardAdmits(ply int) bool {
	if t.policy.Guard == nullmove.GuardNone {
		return true
	}
	p := &t.frame(ply).position
	own, other := force(p, p.Side()), force(p, p.Side().Other())
	return t.policy.Guard.Admits(own.Pieces, own.Value, other.Value)
}

// force returns c's pieces on the board and in hand, without pawns and king. A promoted pawn counts as a piece.
func force(p *shogi.Position, c shogi.Color) (f pass.NonPawnMaterial) {
	for rest := p.Color(c); !rest.Empty(); rest = rest.Rest() {
		if k := p.At(rest.First()); k != shogi.Pawn && k != shogi.King {
			f.Pieces++
			f.Value += int(eval.BoardValue[k&15])
		}
	}
	for k := shogi.Lance; k <= shogi.Rook; k++ {
		f.Pieces += p.Hand(c, k)
		f.Value += p.Hand(c, k) * int(eval.HandValue[k])
	}
	return f
}

// threat returns the largest gain that the opponent threatens by an exchange, in centipawns.
func (t *thread) threat(p *shogi.Position) int32 {
	var next shogi.Position
	p.Pass(&next)
	var l shogi.MoveList
	next.Noisy(&l)
	worst := 0
	for _, m := range l.Slice() {
		worst = max(worst, next.SEE(m))
	}
	return int32(worst)
}

// tree is the thread as the null-move family sees it.
type tree struct{ *thread }

// SearchNull returns the value of the node at ply after a null move.
func (t tree) SearchNull(ply int, beta int32, depth int) int32 {
	t.pass(t.frame(ply), ply)
	value := -t.search(ply+1, -beta, -beta+1, depth, false)
	t.unmakeMove()
	return value
}

// SearchNode returns the value of the node at ply itself.
func (t tree) SearchNode(ply int, beta int32, depth int) int32 {
	return t.search(ply, beta-1, beta, depth, false)
}

// Visited returns how many nodes were visited, and whether the search was stopped.
func (t tree) Visited() (nodes uint64, stopped bool) { return t.nodes, t.stopped }

// Pieces counts the pieces but pawns and king, with those in hand, of the side to move at
// ply and of the other.
func (t tree) Pieces(ply int) (own, other int) {
	p := &t.frame(ply).position
	return force(p, p.Side()).Pieces, force(p, p.Side().Other()).Pieces
}

// MayDeepen reports whether the line to ply may be extended.
func (t tree) MayDeepen(ply int) bool { return ply < 2*t.root.depth }

// RecordClaim has a claim audited.
func (t tree) RecordClaim(ply, depth int, beta int32, rule pass.Rule, saved int) {
	if t.audit != nil {
		t.audit.check(t.thread, ply, depth, beta, rule, saved)
	}
}

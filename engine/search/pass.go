package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
)

// mayPass reports whether a null move is tried at a node that is not in check.
func (t *thread) mayPass(f *frame, ply, depth int, beta, value int32) bool {
	side := f.position.Side()
	return f.excluded == chess.NoMove && t.family.May(&f.node, game.Side(side), ply, depth, beta, value) &&
		t.guardAdmits(&f.position, side)
}

// guardAdmits asks the policy's guard.
func (t *thread) guardAdmits(p *chess.Position, side chess.Color) bool {
	if t.policy.Guard == nullmove.GuardPieces {
		return p.HasPieces(side)
	}
	return t.policy.Guard.Admits(pieces(p, side), p.PieceValue(side), p.PieceValue(side.Other()))
}

// pieces counts c's pieces but pawns and king.
func pieces(p *chess.Position, c chess.Color) int {
	return (p.Color(c) &^ (p.Kind(chess.Pawn) | p.Kind(chess.King))).Count()
}

// tree is the thread as the null-move family sees it.
type tree struct{ *thread }

// Pass returns the value of the node at ply after a null move.
func (t tree) Pass(ply int, beta int32, depth int) int32 {
	t.pass(t.frame(ply), ply)
	value := -t.search(ply+1, -beta, -beta+1, depth, false)
	t.unmakeMove()
	t.frame(ply).visit.null(depth, value)
	return value
}

// Again returns the value of the node at ply itself.
func (t tree) Again(ply int, beta int32, depth int) int32 {
	value := t.searchAgain(ply, beta-1, beta, depth, false)
	t.frame(ply).visit.verified(depth, value)
	return value
}

// Visited returns how many nodes were visited, and whether the search was stopped.
func (t tree) Visited() (nodes uint64, stopped bool) { return t.nodes, t.stopped }

// Pieces counts the pieces but pawns and kings of the side to move at ply and of the other.
func (t tree) Pieces(ply int) (own, other int) {
	p := &t.frame(ply).position
	return pieces(p, p.Side()), pieces(p, p.Side().Other())
}

// MayDeepen reports whether the line to ply may be extended.
func (t tree) MayDeepen(ply int) bool { return ply < 2*t.root.depth }

// Claims has a claim audited.
func (t tree) Claims(ply, depth int, beta int32, rule pass.Rule, saved int) {
	if t.audit != nil {
		t.audit.check(t.thread, ply, depth, beta, rule, saved)
	}
}

// failHighReduced reports whether fail-high reductions apply (Feldmann, 1997):
// the static value less what hangs reaches beta.
func (t *thread) failHighReduced(f *frame, beta, value int32) bool {
	return t.policy.FailHigh > 0 && value-t.threat(&f.position) >= beta
}

// threat returns what the opponent threatens to win at once: the best of its
// captures of the most valuable piece that a lesser one attacks or that hangs.
func (t *thread) threat(p *chess.Position) int32 {
	var next chess.Position
	p.Pass(&next)
	var l chess.MoveList
	next.Noisy(&l)
	worst := 0
	for _, m := range l.Slice() {
		worst = max(worst, next.SEE(m))
	}
	return int32(worst)
}

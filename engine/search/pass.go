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
	return f.excluded == chess.NoMove && t.family.AllowsNull(&f.node, game.Side(side), ply, depth, beta, value) &&
		t.guardAdmits(&f.position, side)
}

// guardAdmits reports whether the zugzwang guard of the policy admits a null move.
func (t *thread) guardAdmits(p *chess.Position, side chess.Color) bool {
	if t.policy.Guard == nullmove.GuardPieces {
		return p.HasPieces(side)
	}
	return t.policy.Guard.Admits(pieces(p, side), p.PieceValue(side), p.PieceValue(side.Other()))
}

// pieces returns the number of c's pieces, without pawns and king.
func pieces(p *chess.Position, c chess.Color) int {
	return (p.Color(c) &^ (p.Kind(chess.Pawn) | p.Kind(chess.King))).Count()
}

// tree gives the null-move family access to the thread.
type tree struct{ *thread }

// SearchNull returns the value of the node at ply after a null move.
func (t tree) SearchNull(ply int, beta int32, depth int) int32 {
	t.pass(t.frame(ply), ply)
	value := -t.search(ply+1, -beta, -beta+1, depth, false)
	t.unmakeMove()
	t.frame(ply).visit.null(depth, value)
	return value
}

// SearchNode searches the node at ply itself and returns its value.
func (t tree) SearchNode(ply int, beta int32, depth int) int32 {
	value := t.searchAgain(ply, beta-1, beta, depth, false)
	t.frame(ply).visit.verified(depth, value)
	return value
}

// Visited returns the number of nodes visited, and whether the search was stopped.
func (t tree) Visited() (nodes uint64, stopped bool) { return t.nodes, t.stopped }

// Pieces returns the numbers of pieces of the side to move at ply and of the other, without pawns and kings.
func (t tree) Pieces(ply int) (own, other int) {
	p := &t.frame(ply).position
	return pieces(p, p.Side()), pieces(p, p.Side().Other())
}

// MayDeepen reports whether the line to ply may be extended.
func (t tree) MayDeepen(ply int) bool { return ply < 2*t.root.depth }

// RecordClaim hands a claim to the auditor, if there is one.
func (t tree) RecordClaim(ply, depth int, beta int32, rule pass.Rule, saved int) {
	if t.audit != nil {
		t.audit.check(t.thread, ply, depth, beta, rule, saved)
	}
}

// threat returns the best exchange value, at least 0, of the opponent's captures and
// promotions if it were to move.
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

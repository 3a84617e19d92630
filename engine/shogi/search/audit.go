package search

import (
	"context"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Unpruned returns the options without null moves and reverse futility: a search with them makes
// no claims.
func (o Options) Unpruned() Options {
	o.Policy, o.Params.ReverseMargin, o.Audit = nullmove.Policy{}, 0, nil
	return o
}

// auditor checks claims by a searcher of its own, whose options are Unpruned.
type auditor struct {
	*pass.Audit
	searcher *Searcher
}

// check audits a claim of t about the node at ply. Depth is in quarter plies.
func (a *auditor) check(t *thread, ply, depth int, beta int32, rule pass.Rule, reduction int) {
	f := t.frame(ply)
	p := &f.position
	if !a.Picks(p.Key(), depth/onePly, beta) {
		return
	}
	claim := pass.Claim{
		Rule: rule, Position: game.FromShogi(*p), Own: force(p, p.Side()), Other: force(p, p.Side().Other()),
		Depth: depth / onePly, Reduction: reduction, Beta: engine.Score(beta),
	}
	if before := t.frame(ply - 1); ply > 0 {
		claim.Parent, claim.Move = game.FromShogi(before.position), game.FromShogiMove(before.move)
	}
	a.Check(shadow{tree{a.searcher.thread}, t}, claim, ply, depth)
}

// shadow is the thread of an auditor, with the audited thread.
type shadow struct {
	tree
	audited *thread
}

// CopyLine copies the line of the audited search up to a ply, with the state that a node reads from those above it. Only
// the context of the audited search, if any, still ends the shadow's search.
func (s shadow) CopyLine(ply int) {
	t := s.audited
	s.keys, s.checks = append(s.keys[:0], t.keys...), append(s.checks[:0], t.checks...)
	s.stop = budget.NeverStop()
	if t.stop.Context != nil {
		s.stop = budget.Stopper{Context: t.stop.Context, Over: t.stop.Over, Quota: budget.NewQuota(0, 1)}
	}
	s.used, s.stopped, s.nodes, s.selDepth = true, false, 0, 0
	s.root.depth = t.root.depth
	for back := below; back >= 1; back-- {
		from, to := t.frame(ply-back), s.frame(ply-back)
		to.position, to.static, to.move = from.position, from.static, from.move
		to.replies = &s.history.continuation[0]
	}
	f := s.frame(ply)
	f.position, f.real = t.frame(ply).position, t.frame(ply).real
	f.node = pass.Node{}
	f.key = s.tableKey(f)
	f.killers = [2]shogi.Move{}
}

// Judge searches from scratch and reports whether the side to move reaches beta at a depth in plies. Unlike the root
// of a search, the position may be cut like any node of a line; only a null move is not tried there. The result is
// independent of earlier searches, whose memory is cleared. Beta must not be a mate. Nodes is the number visited.
func (s *Searcher) Judge(position game.Position, depth int, beta engine.Score) (reaches bool, nodes uint64) {
	t := s.thread
	p, _ := game.ToShogi(position)
	_ = s.Reset(context.Background()) // it never fails
	t.start(shogi.NewGame(p))
	t.stop = budget.NeverStop()
	t.root = rootState{depth: depth}
	node := t.frame(1)
	node.position, node.node = t.frame(0).position, t.frame(0).node
	node.key = t.tableKey(node)
	value := t.search(1, int32(beta)-1, int32(beta), depth*onePly, false)
	return value >= int32(beta), t.nodes
}

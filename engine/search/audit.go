package search

import (
	"context"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
)

// Unpruned returns the options without null moves and reverse futility. A search with these options
// makes no claims.
func (o Options) Unpruned() Options {
	o.Policy, o.Params.ReverseMargin, o.Audit = nullmove.Policy{}, 0, nil
	return o
}

// auditor checks claims by a searcher of its own, whose options are Unpruned.
type auditor struct {
	*pass.Audit
	searcher *Searcher
}

// check audits a claim of t about the node at ply, if the claim is sampled. Depth is in quarter plies.
func (a *auditor) check(t *thread, ply, depth int, beta int32, rule pass.Rule, reduction int) {
	f := t.frame(ply)
	p := &f.position
	if !a.Picks(p.Key(), depth/onePly, beta) {
		return
	}
	claim := pass.Claim{
		Rule: rule, Position: game.FromChess(*p), Own: force(p, p.Side()), Other: force(p, p.Side().Other()),
		Depth: depth / onePly, Reduction: reduction, Beta: engine.Score(beta),
	}
	if before := t.frame(ply - 1); ply > 0 {
		claim.Parent, claim.Move = game.FromChess(before.position), game.FromChessMove(before.move)
	}
	a.Check(shadow{tree{a.searcher.thread}, t}, claim, ply, depth)
}

// force returns the number and value of c's pieces, without pawns and king.
func force(p *chess.Position, c chess.Color) pass.NonPawnMaterial {
	return pass.NonPawnMaterial{Pieces: pieces(p, c), Value: p.PieceValue(c)}
}

// shadow is the thread of an auditor, with the audited thread.
type shadow struct {
	tree
	audited *thread
}

// CopyLine copies the line of the audited search up to a ply, with the state that a node reads
// from its ancestors. Of the limits of that search, only the context still ends one of the shadow.
func (s shadow) CopyLine(ply int) {
	t := s.audited
	s.keys = append(s.keys[:0], t.keys...)
	s.stop = budget.NeverStop()
	if t.stop.Context != nil {
		s.stop = budget.Stopper{Context: t.stop.Context, Over: t.stop.Over, Quota: budget.NewQuota(0, 1)}
	}
	s.used, s.stopped, s.nodes, s.selDepth = true, false, 0, 0
	s.root.depth = t.root.depth
	for back := below; back >= 1; back-- {
		from, to := t.frame(ply-back), s.frame(ply-back)
		to.position, to.danger, to.static, to.move = from.position, from.danger, from.static, from.move
		to.replies = &s.history.continuation[0]
	}
	f := s.frame(ply)
	f.position, f.real = t.frame(ply).position, t.frame(ply).real
	f.excluded, f.node, f.doubles = chess.NoMove, pass.Node{}, 0
	f.key = s.tableKey(f)
	f.killers = [2]chess.Move{}
	s.frame(ply + 1).failHighs = 0
}

// Judge reports whether the side to move reaches beta in a search to a depth in
// plies, and how many nodes it visited. The position is searched as an inner node,
// since no null move is tried at the root. Judge first clears everything learnt
// from earlier searches. Beta must not be a mate score.
func (s *Searcher) Judge(position game.Position, depth int, beta engine.Score) (reaches bool, nodes uint64) {
	t := s.thread
	p, _ := game.ToChess(position)
	_ = s.Reset(context.Background()) // it never fails
	t.start(chess.NewGame(p))
	t.stop = budget.NeverStop()
	t.root = rootState{depth: depth}
	node := t.frame(1)
	node.position, node.node = t.frame(0).position, t.frame(0).node
	node.key = t.tableKey(node)
	value := t.search(1, int32(beta)-1, int32(beta), depth*onePly, false)
	return value >= int32(beta), t.nodes
}

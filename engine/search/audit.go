package search

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/table"
)

// Unpruned returns the options without null moves and reverse futility: a search with them makes
// no claims.
func (o Options) Unpruned() Options {
	o.Policy, o.Params.ReverseMargin, o.Audit = nullmove.Policy{}, 0, nil
	return o
}

// auditor checks claims in a thread of its own.
type auditor struct {
	*pass.Audit
	shadow *thread
}

// newAuditor makes the auditor of a search with the options.
func newAuditor(o *Options) (*auditor, error) {
	own, err := table.New(o.HashMB)
	if err != nil {
		return nil, err
	}
	plain := o.Unpruned()
	return &auditor{o.Audit, newThread(&plain, own)}, nil
}

// reset forgets everything learnt from earlier searches.
func (a *auditor) reset() {
	a.shadow.table.Clear()
	a.shadow.reset()
}

// check looks at a claim of t about the node at ply. Depth is in quarter plies.
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
	a.Check(shadow{tree{a.shadow}, t}, claim, ply, depth)
}

// force returns c's pieces but pawns and king.
func force(p *chess.Position, c chess.Color) pass.Force {
	return pass.Force{Pieces: pieces(p, c), Worth: p.PieceValue(c)}
}

// shadow is the thread of an auditor beside the one that is audited.
type shadow struct {
	tree
	audited *thread
}

// Adopt makes the line of the search that is audited up to a ply its own.
func (s shadow) Adopt(ply int) { s.adopt(s.audited, ply) }

// adopt makes the line of t up to a ply that of the thread, with what a node
// reads of those above it. Only the context of the search, if it has one, still
// ends it.
func (s *thread) adopt(t *thread, ply int) {
	s.keys = append(s.keys[:0], t.keys...)
	s.stop = budget.NeverStop()
	if t.stop.Context != nil {
		s.stop = budget.Stopper{Context: t.stop.Context, Over: t.stop.Over, Quota: budget.NewQuota(0, 1)}
	}
	s.stopped, s.nodes, s.selDepth = false, 0, 0
	s.root.depth = t.root.depth
	for back := below; back >= 1; back-- {
		from, to := t.frame(ply-back), s.frame(ply-back)
		to.position, to.static, to.move = from.position, from.static, from.move
		to.replies = &s.history.continuation[0]
	}
	f := s.frame(ply)
	f.position, f.real = t.frame(ply).position, t.frame(ply).real
	f.excluded, f.node, f.doubles = chess.NoMove, pass.Node{}, 0
	f.key = s.tableKey(f)
	f.killers = [2]chess.Move{}
}

// Judge says by a search from scratch whether the side to move reaches beta at
// a depth in plies, as a node of a line sees it that may be cut: at the root no
// null move is tried. It depends on nothing that was searched before, and forgets
// that. Beta has to be no mate. Nodes are those visited.
func (s *Searcher) Judge(position game.Position, depth int, beta engine.Score) (reaches bool, nodes uint64) {
	t := s.thread
	p, _ := game.ToChess(position)
	t.table.Clear()
	t.reset()
	if t.audit != nil {
		t.audit.reset()
	}
	t.start(chess.NewGame(p))
	t.stop = budget.NeverStop()
	t.root = rootState{depth: depth}
	node := t.frame(1)
	node.position, node.node = t.frame(0).position, t.frame(0).node
	node.key = t.tableKey(node)
	value := t.search(1, int32(beta)-1, int32(beta), depth*onePly, false)
	return value >= int32(beta), t.nodes
}

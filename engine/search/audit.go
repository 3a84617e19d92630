package search

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/table"
)

// Claim is what a rule says of a node: that its value is at least Beta at its
// depth.
type Claim struct {
	Rule      pass.Rule
	Position  chess.Position
	Parent    chess.Position // from which Move led to Position
	Move      chess.Move     // NoMove when the opponent passed
	Depth     int            // plies that were left to search when the rule spoke
	Reduction int            // plies that it saved: all of them for reverse futility
	Beta      engine.Score   // for the side to move, as the value
}

// Audited is a claim and what a search without null moves and reverse futility
// says of it.
type Audited struct {
	Claim
	Value engine.Score // of that search; below Beta the claim was wrong, and the true value is at most this
	// Zugzwang tells of a wrong claim of at least LeastZugzwang plies that a pass
	// would have kept the promise: the position is a zugzwang. Else the shallow
	// search saw too little.
	Zugzwang bool
}

// LeastZugzwang is the least depth in plies at which a wrong claim is looked at as
// a zugzwang: below it a pass keeps a promise by the tempo of the evaluation alone.
const LeastZugzwang = 3

// Wrong tells whether the claim was wrong.
func (a *Audited) Wrong() bool { return a.Value < a.Beta }

// Audit asks for a share of the claims to be checked. The searches that check
// use memory of their own, as much again: what is audited visits the same nodes
// and gives the same answers as without.
type Audit struct {
	Every uint64        // one of so many positions is looked at, always the same ones; 0 and 1: every claim
	Each  func(Audited) // is told, on the goroutine of the search
}

// auditor checks claims in a thread of its own.
type auditor struct {
	every  uint64
	each   func(Audited)
	shadow *thread
}

// newAuditor makes the auditor of a search with the options.
func newAuditor(o *Options) (*auditor, error) {
	plain := *o
	plain.Policy, plain.Params.ReverseMargin = nullmove.Policy{}, 0
	own, err := table.New(o.HashMB)
	if err != nil {
		return nil, err
	}
	return &auditor{every: max(o.Audit.Every, 1), each: o.Audit.Each, shadow: newThread(&plain, own)}, nil
}

// reset forgets everything learnt from earlier searches.
func (a *auditor) reset() {
	a.shadow.table.Clear()
	a.shadow.reset()
}

// picks tells whether claims on a position at a depth are looked at.
func (a *auditor) picks(p *chess.Position, plies int) bool {
	mixed := (p.Key() ^ uint64(plies)) * 0x9e3779b97f4a7c15
	mixed = (mixed ^ mixed>>29) * 0xbf58476d1ce4e5b9
	return (mixed^mixed>>32)%a.every == 0
}

// stand counts what a null move was worth, and checks what a rule that reduced the depth
// of the node at ply stands for, now that the node has failed high; of no such rule it
// does nothing.
func (t *thread) stand(p pass.Promise, ply int, beta int32) {
	if t.stopped {
		return
	}
	p.Tried.Stand(t.nodes)
	if p.Depth > 0 && t.audit != nil {
		t.audit.check(t, ply, p.Depth, beta, p.Rule, p.Saved)
	}
}

// check looks at a claim of t about the node at ply. Depth is in quarter plies.
func (a *auditor) check(t *thread, ply, depth int, beta int32, rule pass.Rule, reduction int) {
	f := t.frame(ply)
	if !a.picks(&f.position, depth/onePly) || beta >= mateBound || beta <= -mateBound {
		return
	}
	before := t.frame(ply - 1)
	found := Audited{Claim: Claim{
		Rule: rule, Position: f.position, Parent: before.position, Move: before.move,
		Depth: depth / onePly, Reduction: reduction, Beta: engine.Score(beta),
	}}
	s := a.shadow
	s.adopt(t, ply)
	value := s.search(ply, beta-1, beta, depth, false)
	found.Value = engine.Score(value)
	if value < beta && depth >= LeastZugzwang*onePly && !s.stopped {
		s.adopt(t, ply)
		s.pass(s.frame(ply), ply)
		found.Zugzwang = -s.search(ply+1, -beta, -beta+1, depth-onePly, false) >= beta
		s.ascend()
	}
	if !s.stopped {
		a.each(found)
	}
}

// adopt makes the line of t up to a ply that of the thread, with what a node
// reads of those above it. Only the context of the search, if it has one, still
// ends it.
func (s *thread) adopt(t *thread, ply int) {
	s.keys = append(s.keys[:0], t.keys...)
	s.stop = budget.Never()
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
func (s *Searcher) Judge(p *chess.Position, depth int, beta engine.Score) (reaches bool, nodes uint64) {
	t := s.thread
	t.table.Clear()
	t.reset()
	if t.audit != nil {
		t.audit.reset()
	}
	t.start(chess.NewGame(*p))
	t.stop = budget.Never()
	t.root = rootState{depth: depth}
	node := t.frame(1)
	node.position, node.node = t.frame(0).position, t.frame(0).node
	node.key = t.tableKey(node)
	value := t.search(1, int32(beta)-1, int32(beta), depth*onePly, false)
	return value >= int32(beta), t.nodes
}

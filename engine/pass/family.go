package pass

import (
	"cmp"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

const (
	onePly    = engine.OnePly
	mateBound = int32(engine.MateBound)
)

// Tree is the interface of the search to Family. Values are for the side to move at the node at ply, depths in
// quarter plies. Once the search was stopped, values mean nothing.
type Tree interface {
	// SearchNull returns the value after a null move, within a zero-width window below beta.
	SearchNull(ply int, beta int32, depth int) int32
	// SearchNode returns the value of the node itself, within a zero-width window below beta.
	SearchNode(ply int, beta int32, depth int) int32
	// Visited returns the number of visited nodes, and whether the search was stopped.
	Visited() (nodes uint64, stopped bool)
	// Pieces counts the pieces of each side at a node, king and pawns left out: first the side to move.
	Pieces(ply int) (own, other int)
	// MayDeepen reports whether the line to a node may be extended.
	MayDeepen(ply int) bool
	// RecordClaim records that a rule cuts a node, and the plies saved by that.
	RecordClaim(ply, depth int, beta int32, rule Rule, saved int)
}

// Node is the null-move state of a node of the line.
type Node struct {
	Passes int8     // null moves in a row that led here
	Verify bool     // verified null-move pruning: a fail-high is still to be verified
	Ban    [2]int16 // by side: no null move before this ply while one is being confirmed
}

// Move returns the node behind a move.
func (n *Node) Move() Node { return Node{Verify: n.Verify, Ban: n.Ban} }

// Pass returns the node behind a null move.
func (n *Node) Pass() Node { return Node{Passes: n.Passes + 1, Verify: n.Verify, Ban: n.Ban} }

// Family is a policy at work in one thread of a search.
type Family struct {
	policy     nullmove.Policy
	by         nullmove.Table
	mateThreat int // extension in quarter plies where the null search is mated
	passing    int // null searches that are being searched, one below the other
	tree       Tree
	tally      *engine.Tally
}

// New prepares a policy for a search that counts in tally. Threat is the extension in quarter plies of a node whose
// null search is mated; a policy with its own extension overrides it.
func New(policy nullmove.Policy, threat int, tree Tree, tally *engine.Tally) Family {
	return Family{
		policy: policy, by: policy.Reduction.Compile(), mateThreat: cmp.Or(int(policy.Threat), threat),
		tree: tree, tally: tally,
	}
}

// Root returns the node at which a line begins.
func (f *Family) Root() Node { return Node{Verify: f.policy.Response == nullmove.Verify} }

// Result is the decision about a node after its null move.
type Result struct {
	Cut       bool
	Value     int32 // when cut
	Depth     int   // the depth with which the node goes on
	Suspected bool  // verified null-move pruning: failed high, to be verified
	Tried     Tried // without a cut: the counters to which the nodes of this node are added
}

// PendingClaim returns the claim behind a reduction after a null move, from a depth in quarter plies.
func (r *Result) PendingClaim(depth int) PendingClaim {
	p := PendingClaim{Tried: r.Tried}
	if r.Depth < depth {
		p.Depth, p.Saved, p.Rule = depth, (depth-r.Depth)/onePly, RuleReduced
		if r.Suspected {
			p.Rule = RuleVerified
		}
	}
	return p
}

// AllowsNull reports whether a null move is tried at a node that is not in check, the policy's guard aside. Value
// is the node's static value, side the one to move.
func (f *Family) AllowsNull(n *Node, side game.Side, ply, depth int, beta, value int32) bool {
	y := &f.policy
	if !y.On() || n.Passes >= y.Chain || depth < int(y.MinDepth)*onePly ||
		beta >= mateBound || beta <= -mateBound || int(n.Ban[side&1]) > ply {
		return false
	}
	if y.Margin != nullmove.NoMargin && value < beta+int32(y.Margin) {
		return false
	}
	// 2002: while a fail-high is to be verified, at least one ply must remain.
	return !n.Verify || depth >= 2*onePly
}

// SearchNull searches the null move and applies the policy's response to a fail-high. It never returns a mate of
// the null search, which is not proven.
func (f *Family) SearchNull(n *Node, side game.Side, ply, depth int, beta, value int32) Result {
	y := &f.policy
	result := Result{Depth: depth}
	band := 0
	if y.Reduction.Band > 0 {
		if own, other := f.tree.Pieces(ply); min(own, other) >= nullmove.RichPieces {
			band = 1
		}
	}
	reduced := depth - f.by.Plies(min(depth/onePly, nullmove.MaxDepth), int(value-beta), band)*onePly
	before, _ := f.tree.Visited()
	counters := f.tally.At(depth)
	counters.NullTried++
	f.passing++
	score := f.tree.SearchNull(ply, beta, reduced)
	f.passing--
	nodes, stopped := f.tree.Visited()
	if f.passing == 0 { // else they are counted by the null move above
		counters.NullNodes += nodes - before
	}
	if stopped {
		return result
	}
	if f.passing == 0 {
		result.Tried = Tried{row: counters, nodes: nodes, high: score >= beta}
	}
	if score < beta {
		if score <= -mateBound && f.mateThreat > 0 && f.tree.MayDeepen(ply) {
			counters.MateThreats++
			result.Depth += f.mateThreat
		}
		return result
	}
	if n.Passes > 0 {
		counters.DoubleNull++
	}
	if score >= mateBound {
		score = beta
	}
	f.failHigh(n, side, ply, beta, score, reduced, &result)
	nodes, stopped = f.tree.Visited()
	switch {
	case f.passing > 0 || stopped:
	case result.Cut:
		result.Tried.countFailHigh(nodes)
	case result.Depth == depth: // not confirmed: the nodes of the confirmation count against the null move
		counters.NullSucceededNodes += nodes - result.Tried.nodes
		result.Tried.row = nil
	}
	return result
}

// CountFailHigh counts the savings of a null move at the node at ply, which has failed high. If a rule had reduced
// the node's depth, it also passes that claim to the search. It does nothing once the search was stopped.
func (f *Family) CountFailHigh(p *PendingClaim, ply int, beta int32) {
	nodes, stopped := f.tree.Visited()
	if stopped {
		return
	}
	p.Tried.countFailHigh(nodes)
	if p.Depth > 0 {
		f.tree.RecordClaim(ply, p.Depth, beta, p.Rule, p.Saved)
	}
}

// failHigh answers a null search that failed high.
func (f *Family) failHigh(n *Node, side game.Side, ply int, beta, score int32, reduced int, result *Result) {
	y := &f.policy
	rule := RuleCut
	counters := f.tally.At(result.Depth)
	switch {
	case y.Response == nullmove.Reduce:
		counters.NullReduced++
		result.Depth -= int(y.Reduce) * onePly
		return
	case y.Response == nullmove.Verify && n.Verify:
		counters.Verified++
		result.Depth -= onePly
		result.Suspected = true
		return
	case f.confirms(ply, result.Depth):
		counters.Verified++
		again := max(y.ConfirmDepth(result.Depth/onePly, reduced/onePly)*onePly, reduced)
		if f.confirm(n, side, ply, beta, again) < beta {
			counters.Refused++
			return
		}
		rule, reduced = RuleConfirmed, again
	}
	if _, stopped := f.tree.Visited(); stopped {
		return
	}
	counters.NullCut++
	f.tree.RecordClaim(ply, result.Depth, beta, rule, (result.Depth-reduced)/onePly)
	result.Cut, result.Value = true, score
	if y.Returns == nullmove.ReturnBeta {
		result.Value = beta
	}
}

// confirms reports whether the fail-high of a null move at a depth is to be confirmed.
func (f *Family) confirms(ply, depth int) bool {
	if f.policy.Response != nullmove.Confirm {
		return false
	}
	own, _ := f.tree.Pieces(ply)
	return f.policy.Confirms(depth/onePly, own)
}

// confirm searches the node itself to the depth again, without null moves for one or
// both sides for three quarters of it.
func (f *Family) confirm(n *Node, side game.Side, ply int, beta int32, again int) int32 {
	kept := n.Ban
	until := int16(ply + max(1, 3*again/(4*onePly)))
	n.Ban[side&1] = until
	if f.policy.Ban == nullmove.BanBoth {
		n.Ban[side&1^1] = until
	}
	value := f.tree.SearchNode(ply, beta, again)
	n.Ban = kept
	return value
}

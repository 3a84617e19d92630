package pass

import "github.com/zugwatch/zugwatch/engine"

// Rule names the rule by which a node failed high without a search to its full depth.
type Rule uint8

// The rules whose claims can be audited.
const (
	RuleCut       Rule = iota // a null move failed high and the node was cut at once
	RuleConfirmed             // it was cut after a search without null moves had failed high too
	RuleVerified              // it was searched a ply less deeply, with plain null moves below, and failed high
	RuleReduced               // it was searched less deeply because a null move had failed high, and failed high
	RuleFailHigh              // it was searched less deeply because its static value failed high, and failed high
	RuleReverse               // reverse futility cut it
)

// ruleCount is the number of rules.
const ruleCount = 6

var ruleNames = [ruleCount]string{"null-cut", "confirmed", "verified", "reduced", "fail-high-reduced", "reverse-futility"}

// String returns the rule in one word.
func (r Rule) String() string { return ruleNames[r] }

// PendingClaim is the claim of a rule that reduced a node. It counts once the node fails high. It also holds the
// null move that was tried there.
type PendingClaim struct {
	Depth int // before the reduction, in quarter plies; 0: no rule reduced it
	Saved int // plies
	Rule  Rule
	Tried Tried
}

// IsSet reports whether there is a claim or a null move to count.
func (p *PendingClaim) IsSet() bool { return p.Depth > 0 || p.Tried.row != nil }

// Drop removes the claim: the node was searched to its full depth.
func (p *PendingClaim) Drop() { p.Depth, p.Tried.row = 0, nil }

// Tried is a null move that is not nested in another null search. The zero value is none.
type Tried struct {
	row   *engine.Counters // of the depth at which it was tried; nil: there is none, or it was refused
	nodes uint64           // visited when its search was over
	high  bool             // it failed high, and reduced the node
}

// countFailHigh counts the nodes of a node that has failed high after the null move. Nodes is the number visited
// in all.
func (n *Tried) countFailHigh(nodes uint64) {
	switch {
	case n.row == nil:
	case n.high:
		n.row.NullSucceeded++
		n.row.NullSucceededNodes += nodes - n.nodes
	default:
		n.row.NullLate++
		n.row.LateNodes += nodes - n.nodes
	}
}

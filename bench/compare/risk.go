package compare

import (
	"math"

	"github.com/zugwatch/zugwatch/bench"
)

// Tests returns how many tests a comparison makes under the gate: of positions in several forms,
// or of single searches that may differ by chance.
func (g Gate) Tests(forms bool) int {
	solved, solution, total := boolToInt(g.Axis != Nodes), boolToInt(g.Solution != nil && *g.Solution >= 0), boolToInt(g.Total >= 0)
	controls := boolToInt(len(g.Control) > 0 && g.Axis != Tactics && g.Axis != Nodes)
	switch {
	case g.Axis == Games:
		return 1
	case !forms: // nodes in sum and one by one never fail by chance
		return solved + controls + solution
	case g.Axis == Nodes:
		return 1
	case g.Axis == Rules: // what is lost is judged without chance
		return total
	case g.Axis == Tactics: // the shift, the mean and the lost share
		return 3 + total
	}
	return 2 + 2*controls + total
}

// earlyLooks is the share of a risk for all looks but the last. The last look decides most often and gets the
// rest.
const earlyLooks = 0.2

// Risk returns the probability of a false alarm that one test of forms may have in this look.
func (e *Evidence) Risk(gate Gate) float64 { return e.singleTestRisk(gate, true) * e.lookShare() }

// lookShare returns the part of a risk that this look may take. The parts of all looks add up to 1,
// so that no risk is exceeded, whatever the looks have in common (C. E. Bonferroni).
func (e *Evidence) lookShare() float64 {
	switch {
	case e.Looks < 2:
		return 1
	case e.More || e.Early:
		return earlyLooks / float64(e.Looks-1)
	}
	return 1 - earlyLooks
}

// singleTestRisk returns the risk of a test that is made once and not in every look, of forms or of
// single searches.
func (e *Evidence) singleTestRisk(gate Gate, forms bool) float64 {
	return FalseAlarms / float64(max(1, e.Tests, gate.Tests(forms)))
}

// Passes returns the risk of an upper bound in this look: its part of FalsePasses.
func (e *Evidence) Passes() float64 { return FalsePasses * e.lookShare() }

// RefutedTimes returns how many times the allowed effect a pass on the axis has to refute.
func RefutedTimes(axis Axis) float64 {
	if axis == Zugzwang {
		return 1
	}
	return 2
}

// risk returns the probability of a false alarm that one test may have.
func (c *Comparison) risk(gate Gate) float64 {
	if c.Forms == nil {
		return c.evidence.singleTestRisk(gate, false)
	}
	return c.evidence.Risk(gate)
}

// passes returns the probability that a change passes which costs more than is allowed.
func (c *Comparison) passes() float64 { return c.evidence.Passes() }

// Error rates of a verdict by statistics. The first is one level for all tests of a verdict together: see
// Evidence.Tests. They cover all axes and suites, forms, and single searches that may differ by chance.
const (
	// FalseAlarms is the largest probability that a change fails which costs no more than is allowed. For
	// zugzwangs, which are few, it is that of a change which costs nothing.
	FalseAlarms = 0.01
	// FalsePasses is the largest probability, for each test, that a zugzwang suite passes a change which costs more than is
	// allowed. In other suites of forms it is that of a change which costs twice as much.
	FalsePasses = 0.05
	// tailRisk is the largest probability that the mean of the nodes to the solution has a say by the choice of the
	// positions alone. An accepted patch of the evaluation of Stash (769c06d) chose that there is such a bound.
	tailRisk = 0.01
)

// Default thresholds for the cost of a change, where a gate on forms names none.
const (
	// DefaultSolution is the allowed growth of the nodes to the solution. Chosen on WAC in 1,140 forms at
	// 25,000 nodes, where neutral changes of one to three percent of a margin lie within 2 %.
	DefaultSolution Growth = 30
	// LostTactics is the share of all forms of tactics that may be lost. Chosen on the same, where neutral
	// changes lose at most half a percent.
	LostTactics Growth = 20
	// LostZugzwang is the largest share of all zugzwangs whose loss can pass. A loss that chance does not
	// explain fails, however small.
	LostZugzwang Growth = 50
)

// LostMates is the share of all forms of proven mates that may be lost. A larger loss fails if chance does not explain
// it. The share was chosen on 1,140 forms of the suite mates at 10,000 nodes. There a margin changed by 1 to 3 % lost
// at most 0.5 %.
const LostMates Growth = 20

// Allowance holds by how much the totals of a suite may become worse. A part that the gate does not
// judge is +Inf.
type Allowance struct {
	Lost     float64 // share of the searches that may be lost
	Nodes    float64 // growth of the nodes
	Solution float64 // growth of the nodes to the solution
}

// Allowance returns the losses that the gate allows a suite. Asked is the number of searches that ask a question, and
// forms the largest number of forms of a position.
func (g Gate) Allowance(limits bench.Limits, asked, forms int) Allowance {
	a := Allowance{math.Inf(1), math.Inf(1), math.Inf(1)}
	if g.Total >= 0 && limits.Exact() && !limits.FixesNodes() && limits.StopSolved == 0 {
		a.Nodes = g.Total.fraction()
	}
	switch {
	case g.Axis == Nodes:
	case forms < 2 && asked > 0:
		a.Lost = float64(g.MaxLost) / float64(asked)
	case forms > 1 && g.Axis != Rules:
		a.Lost = g.LostShare().fraction()
	}
	judged := g.Solution != nil || forms > 1 && g.Axis == Tactics
	if most := g.SolutionGrowth(); judged && most >= 0 {
		a.Solution = most.fraction()
	}
	return a
}

// SolutionGrowth returns how much the nodes to the solution may grow where they are judged.
func (g Gate) SolutionGrowth() Growth {
	if g.Solution != nil {
		return *g.Solution
	}
	return DefaultSolution
}

// LostShare returns the share of all forms that may be lost.
func (g Gate) LostShare() Growth {
	switch {
	case g.LostForms != nil:
		return *g.LostForms
	case g.Axis == Zugzwang:
		return LostZugzwang
	case g.Axis == Mating:
		return LostMates
	}
	return LostTactics
}

// fraction returns the growth as a part of what it was.
func (g Growth) fraction() float64 { return float64(g) / 1000 }

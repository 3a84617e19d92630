package compare

import (
	"math"

	"github.com/zugwatch/zugwatch/bench"
)

// Allowance holds by how much the totals of a suite may become worse. A part that the gate does not
// judge is +Inf.
type Allowance struct {
	Lost     float64 // share of the searches that may be lost
	Nodes    float64 // growth of the nodes
	Solution float64 // growth of the nodes to the solution
}

// Allowance returns the losses that the gate allows a suite with so many searches that ask a
// question, in up to so many forms of each position.
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

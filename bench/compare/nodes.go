package compare

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
)

// nodesResult judges the nodes: in sum, one by one and to the solution.
func (c *Comparison) nodesResult(gate Gate) Result {
	r := Result{Axis: Nodes, Verdict: Pass, Positions: []string{}}
	verdict := Pass
	if gate.Axis == Nodes || gate.Total >= 0 || gate.Position >= 0 {
		verdict = c.effortVerdict(&r, gate)
	}
	if gate.Solution != nil {
		c.addSolution(&r, gate)
	}
	c.addDoubts(&r, gate, verdict)
	return r
}

// effortVerdict judges the nodes in sum and one by one and returns the verdict on
// them.
func (c *Comparison) effortVerdict(r *Result, gate Gate) Verdict {
	verdict := Pass
	limits, err := bench.ParseLimits(c.Limits)
	known := err == nil
	if known && limits.StopSolved > 0 {
		r.addReason(Inconclusive, "limits %s end a search once it is solved, so nodes say nothing", c.Limits)
		return verdict
	}
	if gate.Total >= 0 {
		if gate.Total.exceeded(c.Work.Base, c.Work.Head) {
			verdict = c.worseVerdict()
		}
		if c.Work.Base > 0 {
			growth := float64(c.Work.Head)/float64(c.Work.Base) - 1
			r.Effects = append(r.Effects, Effect{"nodes", growth, growth, growth, float64(gate.Total) / 1000, verdict})
		}
		r.addReason(verdict, "total %d to %d, %s (allowed: %s)", c.Work.Base, c.Work.Head, percent(c.Work.Base, c.Work.Head), gate.Total.Allowed())
	}
	if gate.Position >= 0 {
		verdict = Worst(verdict, c.positionsVerdict(r, gate))
	}
	switch {
	case gate.Total < 0 && gate.Position < 0:
		if gate.Solution == nil {
			r.addReason(Inconclusive, "no limit is set, so nothing can fail")
		}
	case known && limits.FixesNodes():
		r.addReason(Inconclusive, "limits %s fix the nodes, so no growth can show", c.Limits)
	case c.Work.Base == 0 || c.Work.Head == 0:
		r.addReason(Inconclusive, "nodes are not reported by both runs")
	}
	return verdict
}

// positionsVerdict looks for positions that grew too much and returns the verdict
// on them.
func (c *Comparison) positionsVerdict(r *Result, gate Gate) Verdict {
	var grown []Change
	for _, change := range c.Moved {
		b, h := change.Base.Nodes, change.Head.Nodes
		if gate.Position.exceeded(max(b, gate.Floor), h) {
			grown = append(grown, change)
		}
	}
	r.Positions = changeNames(grown)
	verdict := Pass
	if len(grown) > 0 {
		verdict = c.worseVerdict()
	}
	r.addReason(verdict, "%d of %d positions grew by more than %s", len(grown), c.Work.Positions, gate.Position)
	return verdict
}

// ChangedNodes returns those of Moved whose nodes say something: a limit by nodes did not end both
// searches. What an engine visits beyond such a limit is no work of the search.
func (c *Comparison) ChangedNodes() []Change {
	limits, err := bench.ParseLimits(c.Limits)
	if err != nil || limits.Nodes == 0 {
		return c.Moved
	}
	return slices.DeleteFunc(slices.Clone(c.Moved), func(change Change) bool {
		return change.Base.Nodes >= limits.Nodes && change.Head.Nodes >= limits.Nodes
	})
}

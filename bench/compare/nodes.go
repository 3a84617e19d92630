package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
)

// judgeNodes judges the nodes: in sum, one by one and to the solution.
func (c *Comparison) judgeNodes(gate Gate) Result {
	r := Result{Axis: Nodes, Verdict: Pass, Positions: []string{}}
	verdict := Pass
	if gate.Axis == Nodes || gate.Total >= 0 || gate.Position >= 0 {
		verdict = c.judgeEffort(&r, gate)
	}
	if gate.Solution != nil {
		c.judgeSolution(&r, *gate.Solution)
	}
	c.doubt(&r, gate, verdict)
	return r
}

// judgeEffort judges the nodes in sum and one by one and returns the verdict on
// them.
func (c *Comparison) judgeEffort(r *Result, gate Gate) Verdict {
	verdict := Pass
	if c.stopsSolved() {
		r.because(Inconclusive, "limits %s end a search once it is solved, so nodes say nothing", c.Limits)
		return verdict
	}
	if gate.Total >= 0 {
		if gate.Total.exceeded(c.Work.Base, c.Work.Head) {
			verdict = c.worse()
		}
		r.because(verdict, "total %d to %d, %s (allowed: +%s)", c.Work.Base, c.Work.Head, percent(c.Work.Base, c.Work.Head), gate.Total)
	}
	if gate.Position >= 0 {
		verdict = Worst(verdict, c.judgePositions(r, gate))
	}
	switch {
	case gate.Total < 0 && gate.Position < 0:
		if gate.Solution == nil {
			r.because(Inconclusive, "no limit is set, so nothing can fail")
		}
	case c.nodesFixed():
		r.because(Inconclusive, "limits %s fix the nodes, so no growth can show", c.Limits)
	case c.Work.Base == 0 || c.Work.Head == 0:
		r.because(Inconclusive, "nodes are not reported by both runs")
	}
	return verdict
}

// nodesFixed tells whether each search ends at a number of nodes and at nothing
// else.
func (c *Comparison) nodesFixed() bool {
	limits, err := bench.ParseLimits(c.Limits)
	return err == nil && limits.FixesNodes()
}

// stopsSolved tells whether a search ends early at the right answer.
func (c *Comparison) stopsSolved() bool {
	limits, err := bench.ParseLimits(c.Limits)
	return err == nil && limits.StopSolved > 0
}

// judgePositions looks for positions that grew too much and returns the verdict
// on them.
func (c *Comparison) judgePositions(r *Result, gate Gate) Verdict {
	var grown []Change
	for _, change := range c.Moved {
		b, h := change.Base.Nodes, change.Head.Nodes
		if gate.Position.exceeded(max(b, gate.Floor), h) {
			grown = append(grown, change)
		}
	}
	r.Positions = names(grown)
	verdict := Pass
	if len(grown) > 0 {
		verdict = c.worse()
	}
	r.because(verdict, "%d of %d positions grew by more than %s", len(grown), c.Work.Positions, gate.Position)
	return verdict
}

// percent is the growth from base to head in words, such as "+2.5%".
func percent(base, head uint64) string {
	if base == 0 {
		return "no base"
	}
	return percentOf(float64(head) / float64(base))
}

// percentOf is a ratio in words, such as "+2.5%".
func percentOf(ratio float64) string { return fmt.Sprintf("%+.1f%%", (ratio-1)*100) }

package compare

import (
	"math"
	"time"

	"github.com/zugwatch/zugwatch/bench"
)

// compareSolutions finds out how much sooner or later the solutions are found
// that both runs have.
func (c *Comparison) compareSolutions(base, head []bench.Outcome) {
	var nodes, times []float64
	for i := range head {
		b, h := &base[i], &head[i]
		if b.Verdict != bench.Solved || h.Verdict != bench.Solved || c.role(Change{Head: h}) == Quarantined {
			continue
		}
		if b.Stable != nil && h.Stable != nil {
			nodes = append(nodes, logRatio(b.Stable.Nodes, h.Stable.Nodes))
		}
		before, now := stableTime(c.evidence.Base, i), stableTime(c.evidence.Head, i)
		if before > 0 && now > 0 {
			times = append(times, math.Log(float64(now)/float64(before)))
		}
	}
	c.Solution = ratioOf(nodes, c.Exact)
	if !c.Exact {
		c.SolutionTime = ratioOf(times, false)
	}
}

// logRatio is the logarithm of head to base; no node counts as one.
func logRatio(base, head uint64) float64 {
	if base == head {
		return 0
	}
	return math.Log(float64(max(head, 1)) / float64(max(base, 1)))
}

// stableTime is the wall time since which the solution of a position stood, 0
// when it is not known.
func stableTime(t *bench.Timing, index int) time.Duration {
	if t == nil || index >= len(t.Positions) {
		return 0
	}
	return t.Positions[index].Stable
}

// solutionTolerance keeps the rounding of logarithms from failing a ratio that
// is at its limit.
const solutionTolerance = 1e-9

// judgeSolution judges the nodes to the solution and returns the verdict on
// them.
func (c *Comparison) judgeSolution(r *Result, allowed Growth) {
	if c.Solution == nil {
		r.because(Inconclusive, "no position is solved by both runs, so no nodes to a solution can be compared")
		return
	}
	s := c.Solution
	limit := (1 + float64(allowed)/1000) * (1 + solutionTolerance)
	text := percentOf(s.Mean)
	verdict := Pass
	switch {
	case allowed < 0:
	case c.Exact:
		if s.Mean > limit {
			verdict = Fail
		}
	case s.High == 0:
		verdict = Inconclusive
		text += ", too few for an interval"
	default:
		text += ", 95% interval " + percentOf(s.Low) + " to " + percentOf(s.High)
		verdict = within(s.Low, s.High, limit)
	}
	r.because(verdict, "nodes to the solution %s over %d positions that both solve (allowed: +%s)", text, s.Positions, allowed)
}

// within is the verdict on an interval and a limit: Fail when all of it lies
// above, Pass when none of it does, and Inconclusive in between.
func within(low, high, limit float64) Verdict {
	switch {
	case low > limit:
		return Fail
	case high <= limit:
		return Pass
	}
	return Inconclusive
}

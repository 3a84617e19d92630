package compare

import (
	"math"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/stat"
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

// addSolution judges the nodes to the solution and returns the verdict on
// them.
func (c *Comparison) addSolution(r *Result, allowed Growth) {
	if c.Solution == nil {
		r.because(Inconclusive, "no position is solved by both runs, so no nodes to a solution can be compared")
		return
	}
	s := c.Solution
	limit := (1 + float64(allowed)/1000) * (1 + solutionTolerance)
	text := Percent(s.Mean)
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
		text += ", 95% interval " + Percent(s.Low) + " to " + Percent(s.High)
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

// Ratio is how a quantity changed from base to head: the geometric mean of the
// ratios of single positions.
type Ratio struct {
	Positions int     `json:"positions"`      // that have the quantity in both runs
	Mean      float64 `json:"mean"`           // head to base; 1: no change
	Low       float64 `json:"low,omitempty"`  // 95 % interval of the mean; both ends are 0 where there is none:
	High      float64 `json:"high,omitempty"` // under exact limits, which need none, and with too few positions
}

// MinInterval is the fewest positions that an interval is made of: fewer do not tell how
// far others would scatter.
const MinInterval = 8

// ratioOf is the ratio of positions with these logarithms, nil without any. The
// interval is left out of an exact one.
func ratioOf(logs []float64, exact bool) *Ratio {
	if len(logs) == 0 {
		return nil
	}
	r := &Ratio{Positions: len(logs), Mean: math.Exp(stat.Mean(logs))}
	if exact || len(logs) < MinInterval {
		return r
	}
	mean := stat.MeanInterval(logs)
	r.Low, r.High = math.Exp(mean.Low), math.Exp(mean.High)
	return r
}

package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine/text"
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
	if c.limits.StopSolved > 0 {
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
	case gate.onlyRaces():
		r.addReason(Pass, "total %d to %d, %s (not judged: only speed is)", c.Work.Base, c.Work.Head, percent(c.Work.Base, c.Work.Head))
	case gate.Total < 0 && gate.Position < 0:
		if gate.Solution == nil {
			r.addReason(Inconclusive, "no limit is set, so nothing can fail")
		}
	case c.limits.FixesNodes():
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
	for _, change := range c.NodesChanged {
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

// ChangedNodes returns the changes of NodesChanged whose nodes count: a limit by nodes did not end both searches.
// What an engine visits beyond such a limit is no work of the search.
func (c *Comparison) ChangedNodes() []Change {
	most := c.limits.Nodes
	return slices.DeleteFunc(slices.Clone(c.NodesChanged), func(change Change) bool {
		return most > 0 && change.Base.Nodes >= most && change.Head.Nodes >= most
	})
}

// compareSolutions compares the cost of the solutions. It compares nodes if either side
// solves the position, since a lost position would otherwise leave the mean and improve it.
// It compares times if both sides solve it.
func (c *Comparison) compareSolutions(base, head []bench.Outcome) {
	var times []float64
	for i := range head {
		b, h := &base[i], &head[i]
		if c.InQuarantine(h.ID) || c.excluded.ids[h.ID] {
			continue
		}
		c.unknownTimes += boolToInt(unknownSolutionTime(b, h, c.limits))
		if c.limits != (bench.Limits{}) && c.comparesSolution(b, h) {
			before, now := nodesToSolution(b, h, c.limits)
			c.solution = append(c.solution, logRatio(before, now))
		}
		if b.Verdict != bench.Solved || h.Verdict != bench.Solved {
			continue
		}
		before, now := c.evidence.Base.Position(i).Stable, c.evidence.Head.Position(i).Stable
		if before > 0 && now > 0 {
			times = append(times, math.Log(float64(now)/float64(before)))
		}
	}
	c.Solution = ratioOf(c.solution, c.Exact)
	if !c.Exact {
		c.SolutionTime = ratioOf(times, false)
	}
}

// comparesSolution reports whether the nodes to the solution of a position can be compared. A side must solve it, and
// the time must be known or the same on both sides. A tolerated fault of the head on a position that the base solves
// counts as a miss.
func (c *Comparison) comparesSolution(b, h *bench.Outcome) bool {
	switch {
	case unknownSolutionTime(b, h, c.limits), b.Verdict == bench.Faulted:
		return false
	case h.Verdict == bench.Faulted:
		return b.Verdict == bench.Solved && !c.Overrun()
	}
	return b.Verdict == bench.Solved || h.Verdict == bench.Solved
}

// addSolution judges the nodes to the solution. Under limits that read a clock it does so
// by bounds at the level that all tests of a report share.
func (c *Comparison) addSolution(r *Result, gate Gate) {
	allowed := *gate.Solution
	switch {
	case c.Solution == nil && c.unknownTimes > 0:
		r.addReason(Inconclusive, "%s", c.unknownTimeText(c.unknownTimes))
		return
	case c.Solution == nil:
		r.addReason(Inconclusive, "no position is solved, so no nodes to a solution can be compared")
		return
	case allowed >= 0 && (c.Work.Base == 0 || c.Work.Head == 0):
		r.addReason(Inconclusive, "nodes are not reported by both runs")
		return
	}
	s := c.Solution
	limit := (1 + float64(allowed)/1000) * (1 + solutionTolerance)
	found := Percent(s.Mean)
	verdict := Pass
	switch {
	case allowed < 0:
	case c.Exact:
		if s.Mean > limit {
			verdict = Fail
		}
	case s.High == 0:
		verdict = Inconclusive
		found += ", too few for an interval"
	default:
		low, high := math.Exp(stat.MeanLow(c.solution, c.risk(gate))), math.Exp(stat.MeanHigh(c.solution, c.passes()))
		found += ", " + Percent(low) + " to " + Percent(high)
		if verdict = Inconclusive; low > limit {
			verdict = Fail
		} else if high <= limit {
			verdict = Pass
		}
	}
	if allowed >= 0 && s.High > 0 {
		r.Effects = append(r.Effects, Effect{"nodes to the solution", s.Low - 1, s.Mean - 1, s.High - 1, float64(allowed) / 1000, verdict})
	}
	r.addReason(verdict, "nodes to the solution %s over %d positions that a side solves (allowed: %s)", found, s.Positions, allowed.Allowed())
	if allowed >= 0 {
		c.requireSolutionNodes(r, c.unknownTimes)
	}
}

// unknownSolutionTime reports whether a side solves a position at an unknown time. Two searches with the same move
// and nodes have the same time, unless both ended at the node limit.
func unknownSolutionTime(b, h *bench.Outcome, limits bench.Limits) bool {
	if b.HasUnknownTime() && h.HasUnknownTime() {
		limited := limits.Nodes > 0 && b.Nodes >= limits.Nodes
		return limited || b.Nodes == 0 || b.Nodes != h.Nodes || b.Best != h.Best
	}
	return b.HasUnknownTime() || h.HasUnknownTime()
}

// requireSolutionNodes makes r inconclusive if the nodes to the solution are unknown in more than a few searches.
func (c *Comparison) requireSolutionNodes(r *Result, unknown int) {
	if unknown > bench.FewMissedLimits(c.Head.Totals.Positions) {
		r.addReason(Inconclusive, "%s", c.unknownTimeText(unknown))
	}
}

func (c *Comparison) unknownTimeText(unknown int) string {
	return fmt.Sprintf("nodes to the solution of %d of %s are not known: the engine tells too few of its iterations", unknown, text.Count(c.Head.Totals.Positions, c.searchNoun()))
}

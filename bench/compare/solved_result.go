package compare

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// solvedResult judges the positions lost and the points.
func (c *Comparison) solvedResult(gate Gate) Result {
	g := c.main
	if gate.Axis == Tactics {
		g = joinGroups(c.main, c.control)
	}
	return c.groupResult(gate.Axis, g, gate, "neither run solves a position, so nothing can be lost")
}

// controlsResult judges the controls of a suite that is not one of tactics. None
// of them may be lost.
func (c *Comparison) controlsResult(gate Gate) Result {
	gate.MaxLost, gate.MinPoints = 0, 0
	r := c.groupResult(Tactics, c.control, gate, "neither run solves a control, so none can be lost")
	r.Reasons[0] = "controls: " + r.Reasons[0]
	return r
}

// groupResult judges the positions of a group that were lost, and the points. Unsolved is the reason where nothing can be lost.
func (c *Comparison) groupResult(axis Axis, g group, gate Gate, unsolved string) Result {
	r := Result{Axis: axis, Verdict: Pass, Positions: []string{}}
	verdict := c.lostVerdict(&r, g, gate)
	if gate.MinPoints > 0 {
		verdict = Worst(verdict, c.pointsVerdict(&r, gate.MinPoints))
	}
	c.addDoubts(&r, gate, verdict)
	if g.baseSolved == 0 && g.headSolved == 0 {
		r.addReason(Inconclusive, "%s", unsolved)
	}
	return r
}

// joinGroups joins two groups, in the order of the suite.
func joinGroups(a, b group) group {
	inOrder := func(x, y []Change) []Change {
		all := slices.Concat(x, y)
		slices.SortFunc(all, func(x, y Change) int { return x.Index - y.Index })
		return all
	}
	return group{
		baseSolved: a.baseSolved + b.baseSolved, headSolved: a.headSolved + b.headSolved,
		flaky: a.flaky + b.flaky, lucky: a.lucky + b.lucky,
		lost: inOrder(a.lost, b.lost), gained: inOrder(a.gained, b.gained),
	}
}

// lostVerdict judges the positions of a group that were lost and returns the
// verdict on them.
//
// Under exact limits more than allowed is a Fail. Under limits that read a clock it also
// takes McNemar's test, at the level that all tests of a report share. The test counts all flips of the first
// searches, including those acquitted when searched again. Without these, two equal engines would no longer flip as
// often one way as the other.
func (c *Comparison) lostVerdict(r *Result, g group, gate Gate) Verdict {
	verdict, allowed := Pass, gate.MaxLost
	if len(g.lost) > allowed {
		verdict = c.worseVerdict()
		r.Positions = changeNames(g.lost)
	}
	p, risk := 1.0, c.risk(gate)
	missed, gained := len(g.lost)+g.flaky+g.lucky, len(g.gained) // by the first searches
	if !c.Exact {
		p = stat.McNemar(missed, gained)
		if verdict == Inconclusive && len(g.lost) > len(g.gained) && p <= risk {
			verdict = Fail
		}
	}
	r.addReason(verdict, "lost %d of %d solved (allowed: %d)", len(g.lost), g.baseSolved, allowed)
	if g.flaky > 0 {
		r.addReason(verdict, "%d more missed once and solved when searched again", g.flaky)
	}
	if g.lucky > 0 {
		r.addReason(verdict, "%d more missed once, which the base solves no more often when both search again", g.lucky)
	}
	if !c.Exact && missed+gained > 0 {
		r.addReason(verdict, "%d lost and %d gained at first: McNemar's test gives p = %.4f (threshold %.4f)", missed, gained, p, risk)
	}
	return verdict
}

// pointsVerdict judges the points and returns the verdict on them.
func (c *Comparison) pointsVerdict(r *Result, least int) Verdict {
	verdict := Pass
	switch {
	case c.Head.Totals.MaxPoints < least:
		verdict = Inconclusive
	case c.points < least:
		verdict = c.worseVerdict()
	}
	r.addReason(verdict, "%d of %d points (at least: %d)", c.points, c.Head.Totals.MaxPoints, least)
	return verdict
}

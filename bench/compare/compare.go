package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// Compare compares two runs of the same positions under the same limits and judges
// the difference by the gate. The comparison points into the runs, which have
// to stay as they are.
//
// The errors are that of Gate.Check, *bench.IncompleteError for a run that is not
// finished, and *NotComparableError.
func Compare(base, head *bench.Run, gate Gate, evidence Evidence) (*Comparison, error) {
	if err := Comparable(base, head, evidence.EqualOptions); err != nil {
		return nil, err
	}
	if err := gate.Check(idsOf(head)); err != nil {
		return nil, err
	}
	if head.Suite.Forms > 1 {
		if err := gate.CheckForms(); err != nil {
			return nil, err
		}
	}
	if err := cmp.Or(checkComplete("base", base), checkComplete("head", head)); err != nil {
		return nil, err
	}
	c := &Comparison{
		Suite: head.Suite, Positions: head.Positions(), Limits: head.Limits, Exact: base.ExactLimits() && head.ExactLimits(),
		Base:        Side{Engine: base.Engine, Totals: base.Totals()},
		Head:        Side{Engine: head.Engine, Totals: head.Totals()},
		Differences: engineDifferences(base.Engine, head.Engine),
		Lost:        []Change{}, Gained: []Change{}, OtherMove: []Change{},
		Broken: []Change{}, Fixed: []Change{}, NodesChanged: []Change{}, MateScores: []Change{},
		roles: gate.roles(), maxFaults: gate.MaxFaults, expectsFails: len(gate.ExpectedFail) > 0, asked: gate.Exact, evidence: evidence,
	}
	c.limits, _ = bench.ParseLimits(c.Limits) // limits that nothing reads are no exact ones
	c.nondeterministic = len(evidence.Nondeterministic) > 0 && (gate.Strict || !evidence.repeatsMostly())
	c.excluded = findExcluded(base.Outcomes, head.Outcomes, head.Suite.Forms > 1, gate, &evidence)
	c.Exact = c.Exact && !c.nondeterministic && c.excluded.keepsLimits(base) && c.excluded.keepsLimits(head)
	if gate.Exact && !(base.ExactLimits() && head.ExactLimits()) {
		return nil, gateErrorf("exact asks whether anything changed at all, which limits %s on these engines do not tell (expected a limit by depth or nodes, and one thread)", c.Limits)
	}
	if head.Suite.Forms > 1 {
		c.Forms, c.all = &Forms{SolvedFormsChanged: []Position{}}, &Forms{}
	}
	c.pair(base.Outcomes, head.Outcomes)
	c.addFreshFaults(gate)
	c.addBrokenLosses()
	c.compareOutcomes(base.Outcomes, head.Outcomes)
	c.compareSolutions(base.Outcomes, head.Outcomes)
	c.countExercised(base.Outcomes, head.Outcomes)
	c.findEquivalent(base.Outcomes, head.Outcomes)
	c.compareForms(base, head, gate)
	c.nameLost()
	c.compareMates(base.Outcomes, head.Outcomes, gate)
	c.findUnsolved(head.Outcomes, gate.MustSolve)
	c.conclude(gate)
	c.Ineffective = c.ineffectiveReasons(base.Outcomes, gate)
	return c, nil
}

// pair sorts the positions by how their outcomes changed.
func (c *Comparison) pair(base, head []bench.Outcome) {
	var logs []float64
	for i := range head {
		change := Change{Index: i, Base: &base[i], Head: &head[i]}
		if c.role(change) == Quarantined {
			c.addQuarantined(change)
			continue
		}
		if c.excluded.ids[change.ID()] {
			if !c.excluded.faulty[change.ID()] {
				c.countFaults(change)
			}
			continue
		}
		c.addChange(change)
		c.count(change)
		if change.ofMate() {
			c.MateScores = append(c.MateScores, change)
		}
		b, h := change.Base, change.Head
		if b.Verdict == bench.Faulted || h.Verdict == bench.Faulted {
			continue
		}
		c.Work.Positions++
		c.Work.Base += b.Nodes
		c.Work.Head += h.Nodes
		if b.Nodes == h.Nodes {
			c.Work.Same++
		} else {
			c.NodesChanged = append(c.NodesChanged, change)
		}
		if b.Nodes > 0 && h.Nodes > 0 {
			logs = append(logs, math.Log(float64(h.Nodes)/float64(b.Nodes)))
		}
	}
	if len(logs) > 0 {
		c.Work.GeoMean = math.Exp(stat.Mean(logs))
	}
	slices.SortFunc(c.NodesChanged, byGrowth)
}

// addQuarantined adds a position in quarantine. Its points count as they were.
func (c *Comparison) addQuarantined(change Change) {
	b, h := change.Base, change.Head
	c.points += b.Points
	if b.Verdict != h.Verdict || b.Best != h.Best || b.Nodes != h.Nodes || b.Fault != h.Fault {
		c.Quarantined = append(c.Quarantined, change)
	}
}

// addChange adds a position to the list that it belongs to, if any.
func (c *Comparison) addChange(change Change) {
	before, now := change.Base.Verdict, change.Head.Verdict
	list := &c.OtherMove
	switch {
	case before == bench.Faulted && now == bench.Faulted:
		return
	case now == bench.Faulted:
		list = &c.Broken
	case before == bench.Faulted:
		list = &c.Fixed
	case c.Forms != nil: // one search of a form says nothing
		return
	case before == bench.Solved && now != bench.Solved:
		list = &c.Lost
	case before != bench.Solved && now == bench.Solved:
		list = &c.Gained
	case change.Base.Best == change.Head.Best:
		return
	}
	*list = append(*list, change)
}

// count adds a position to what is judged.
func (c *Comparison) count(change Change) {
	b, h := change.Base, change.Head
	c.points += h.Points
	c.countFaults(change)
	g := &c.main
	switch c.role(change) {
	case ExpectedFail:
		if h.Verdict == bench.Solved {
			c.UnexpectedPasses = append(c.UnexpectedPasses, change)
		}
		return
	case Control:
		g = &c.control
	case MustPass, Quarantined:
	}
	if c.expectsFails && b.Verdict == bench.Missed && h.Verdict == bench.Missed {
		c.UnsolvedByBoth = append(c.UnsolvedByBoth, change)
	}
	c.addFlip(g, change)
}

// countFaults counts the faults on a position. Of the searches that have no say it counts those too, but not where the
// base has the fault.
func (c *Comparison) countFaults(change Change) {
	c.faults.base += boolToInt(change.Base.Failed())
	c.faults.head += boolToInt(change.Head.Failed())
}

// addFreshFaults counts the faults in fresh forms. Those of the base have no say, as in the other forms, nor those of the head that
// it excuses.
func (c *Comparison) addFreshFaults(gate Gate) {
	base, head := c.evidence.FreshBaseFaults, c.evidence.FreshFaults
	c.faults.head += head.Repeated
	if gate.Strict {
		c.faults.base += base.Repeated + base.Retried
	}
	if !c.excluded.excused {
		c.faults.head += head.Retried
	}
}

// addFlip adds a position to a group.
func (c *Comparison) addFlip(g *group, change Change) {
	before, now := change.Base.Verdict, change.Head.Verdict
	if before == bench.Solved {
		g.baseSolved++
	}
	if now == bench.Solved {
		g.headSolved++
	}
	switch {
	case before == bench.Faulted || now == bench.Faulted || (before == bench.Solved) == (now == bench.Solved):
	case now == bench.Solved:
		g.gained = append(g.gained, change)
	default:
		c.addLoss(g, change)
	}
}

// addBrokenLosses counts positions as lost that the base solves and on which the head has a
// fault. If there are more faults than are tolerated, they are the finding instead.
func (c *Comparison) addBrokenLosses() {
	if c.Overrun() {
		return
	}
	for _, change := range c.Broken {
		if change.Base.Verdict != bench.Solved {
			continue
		}
		switch c.role(change) {
		case MustPass:
			c.addLoss(&c.main, change)
		case Control:
			c.addLoss(&c.control, change)
		case ExpectedFail, Quarantined:
		}
	}
}

// addLoss adds a lost position to a group, among those acquitted if it is.
func (c *Comparison) addLoss(g *group, change Change) {
	flaky, lucky := false, false
	if !c.Exact {
		flaky, lucky = c.evidence.flakyOrLucky(change.ID())
	}
	switch {
	case flaky:
		g.flaky++
	case lucky:
		g.lucky++
	default:
		g.lost = append(g.lost, change)
		return
	}
	c.Flaky = append(c.Flaky, change)
}

// byGrowth orders by the ratio of nodes, head to base, falling, and then by the
// place in the suite. It multiplies crosswise and so is exact.
func byGrowth(a, b Change) int {
	return cmp.Or(compareProducts(b.Head.Nodes, a.Base.Nodes, a.Head.Nodes, b.Base.Nodes), a.Index-b.Index)
}

package compare

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
)

// Tree returns the shift of the logarithm of the nodes that the gate on nodes judges. It covers the positions of
// all roles except those in quarantine, and is zero without forms.
func (c *Comparison) Tree() effect.Estimate {
	if c.all == nil {
		return effect.Estimate{}
	}
	return c.all.Tree
}

// compareForms compares three sets of forms: those of the judged positions, those of the controls of a suite other
// than tactics, and all for their nodes.
func (c *Comparison) compareForms(base, head *bench.Run, gate Gate) {
	limits, err := bench.ParseLimits(head.Limits)
	if c.Forms == nil || err != nil {
		return
	}
	twin, sameNodes := c.TwinForms(base, head), comparesSameNodes(gate.Axis, limits)
	of := func(roles ...Role) *Forms {
		return formsOf(base, head, limits, !c.Overrun(), sameNodes, func(form string) bool {
			return slices.Contains(roles, c.roles[c.Suite.Position(form)]) && !twin(form) && !c.left.ids[form]
		})
	}
	c.all = of(MustPass, ExpectedFail, Control)
	switch {
	case gate.Axis == Tactics:
		c.Forms = of(MustPass, Control)
	default:
		c.Forms = of(MustPass)
		if len(gate.Control) > 0 {
			c.Controls = of(Control)
		}
	}
	c.listRoles(base, head, of(ExpectedFail))
}

// listRoles lists the positions that are expected to fail and solved in all their forms. If there
// are such, it also lists those that neither run solves in any.
func (c *Comparison) listRoles(base, head *bench.Run, expected *Forms) {
	change := func(p Position) Change {
		return Change{Index: p.first, Base: &base.Outcomes[p.first], Head: &head.Outcomes[p.first]}
	}
	c.Surprising, c.Hopeless = nil, nil
	for _, p := range expected.solved {
		if p.Head == p.Forms && p.Forms > 0 {
			c.Surprising = append(c.Surprising, change(p))
		}
	}
	for _, p := range c.judgedForms() {
		if c.expectsFails && p.Base+p.Head == 0 && p.Forms > 0 {
			c.Hopeless = append(c.Hopeless, change(p))
		}
	}
}

// formsOf compares the forms selected by asked. If broken is set, a form on which only the head has a fault counts
// as lost, else it is left out. With sameNodes, a form that one side misses in fewer nodes than the other needs is
// not counted as lost or gained: see comparesSameNodes.
func formsOf(base, head *bench.Run, limits bench.Limits, broken, sameNodes bool, asked func(form string) bool) *Forms {
	f := &Forms{Moved: []Position{}}
	var solution, tree [][]float64
	var silent []int // forms of each position that neither side solves
	for i := range head.Outcomes {
		b, h := &base.Outcomes[i], &head.Outcomes[i]
		if !asked(h.ID) {
			continue
		}
		id := head.Suite.Position(h.ID)
		if n := len(f.solved); n == 0 || f.solved[n-1].ID != id {
			f.solved = append(f.solved, Position{ID: id, first: i})
			solution, tree, silent = append(solution, nil), append(tree, nil), append(silent, 0)
		}
		at := len(f.solved) - 1
		before, now := nodesToSolution(b, h, limits)
		f.solved[at].base.add(b, before)
		f.solved[at].head.add(h, now)
		undated := b.Undated() || h.Undated()
		f.Undated += boolToInt(undated)
		if b.Verdict == bench.Faulted || h.Verdict == bench.Faulted {
			f.Faulted++
			if b.Verdict == bench.Solved && broken {
				if !undated {
					solution[at] = append(solution[at], logRatio(before, now))
				}
				f.Changed++
				f.count(&f.solved[at], true, false)
			}
			continue
		}
		tree[at] = append(tree[at], logRatio(b.Nodes, h.Nodes))
		f.Changed += boolToInt(b.Verdict != h.Verdict || b.Nodes != h.Nodes || b.Best != h.Best || before != now)
		if h.Verdict == bench.Measured {
			continue
		}
		switch {
		case undated:
		case b.Verdict == bench.Solved || h.Verdict == bench.Solved:
			solution[at] = append(solution[at], logRatio(before, now))
		default:
			silent[at]++
		}
		if sameNodes && (missedSooner(b, h) || missedSooner(h, b)) {
			f.Uncounted++
			continue
		}
		f.count(&f.solved[at], b.Verdict == bench.Solved, h.Verdict == bench.Solved)
	}
	f.Positions = len(f.solved)
	f.Solution, f.SolutionMean = effect.HuberLocation(solution, silent), effect.Mean(solution, silent)
	f.overPositions = effect.MeanOverPositions(solution, silent)
	f.Lost, f.Tree = effect.EstimateLoss(f.Counts()), effect.EstimateMean(tree)
	for _, p := range f.solved {
		if p.Base != p.Head {
			p.Chance = effect.PermutationPValue([]effect.Solved{p.Solved})
			f.Moved = append(f.Moved, p)
		}
	}
	slices.SortStableFunc(f.Moved, byChance)
	return f
}

// comparesSameNodes reports whether solved forms are compared at the same nodes. Under a limit by depth a change
// that reduces more finds less, since its tree is smaller, and may find it in fewer nodes all the same.
// A blind null move has a smaller tree too, so zugzwangs count all forms. Unsound: a form that the head would
// never find counts in the nodes to the solution alone. Chosen on three accepted patches of Weiss.
func comparesSameNodes(axis Axis, limits bench.Limits) bool {
	return (axis == Tactics || axis == Mating) && limits.Depth > 0 && limits.Nodes == 0
}

// missedSooner reports whether one side missed a form in fewer nodes than the other needed to solve it.
func missedSooner(missed, solved *bench.Outcome) bool {
	return missed.Verdict == bench.Missed && solved.Verdict == bench.Solved && solved.Stable != nil && missed.Nodes < solved.Stable.Nodes
}

// count adds a form to its position.
func (f *Forms) count(p *Position, before, now bool) {
	b, h := boolToInt(before), boolToInt(now)
	p.Forms++
	p.Base, p.Head, p.Flipped = p.Base+b, p.Head+h, p.Flipped+(b^h)
	f.SolvedBase, f.SolvedHead = f.SolvedBase+b, f.SolvedHead+h
}

// nodesToSolution returns the nodes after which the solution of each side stood. A side that missed it counts with
// the limit, or with the nodes that either side searched if these are more: a smaller tree is no sooner solution.
func nodesToSolution(b, h *bench.Outcome, limits bench.Limits) (before, now uint64) {
	missed := limits.Unsolved(max(b.Nodes, h.Nodes))
	nodes := func(o *bench.Outcome) uint64 {
		if o.Verdict == bench.Solved && o.Stable != nil {
			return o.Stable.Nodes
		}
		return missed
	}
	return nodes(b), nodes(h)
}

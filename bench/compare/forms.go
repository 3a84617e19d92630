package compare

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
)

// Forms is what the forms of positions say together: see suites.Suite.Forms.
type Forms struct {
	Positions int `json:"positions"`
	Faulted   int `json:"faulted,omitempty"` // forms with a fault on a side, which say nothing else
	// Changed is how many forms were searched in another way: with another result, or
	// with other nodes.
	Changed int `json:"changed"`
	// SolvedBase and SolvedHead count the forms that each side solves.
	SolvedBase int `json:"solved_base"`
	SolvedHead int `json:"solved_head"`
	// Solution is the shift of the logarithm of the nodes to the solution over the forms that
	// a side solves: see effect.Location. A form that the other side does not solve counts
	// with the limit, or with what either side searched if that is more.
	Solution effect.Estimate `json:"solution"`
	// SolutionMean is the mean of the same logarithms, which a few forms can rule.
	SolutionMean effect.Estimate `json:"solution_mean"`
	// Undated is how many forms a side solves, not known since when: they are left out of
	// Solution.
	Undated int `json:"undated,omitempty"`
	// Uncounted is how many forms one side misses in fewer nodes than the other needs. Under a limit by depth
	// they count as neither lost nor gained where tactics or mates are judged.
	Uncounted int `json:"uncounted,omitempty"`
	// Lost is the share of all forms that is lost: solved by the base, less by the head.
	Lost effect.Estimate `json:"lost"`
	// Tree is the shift of the logarithm of the nodes.
	Tree effect.Estimate `json:"tree"`
	// Moved are the positions whose number of solved forms differs, those that lost most
	// surely first.
	Moved []Position `json:"moved"`
	// Named are those of the positions searched again in fresh forms that are lost
	// there too, with the counts of these forms; nil: none was searched again.
	Named []Position `json:"named,omitempty"`

	solved []Position // all that ask something
}

// Position is in how many forms a position is solved.
type Position struct {
	ID string `json:"id"`
	effect.Solved
	Chance float64 `json:"chance"`           // of such a loss when nothing changed, for this position alone
	Late   int     `json:"late,omitempty"`   // forms that the head solves only in a longer search, counted as solved where zugzwangs are judged
	Repeat *Repeat `json:"repeat,omitempty"` // of a position that is named: a search that shows it; nil: none is known

	first      int // its first form in the suite
	base, head formsOfSide
}

// Repeat is a search that shows the loss of a position: its base solves the form and its
// head does not.
type Repeat struct {
	ID      string `json:"id"`                // of the form
	FEN     string `json:"fen"`               // of the form
	Depth   int    `json:"depth"`             // the smallest that shows it, in plies; 0: none is known, and the limit of the suite shows it
	Go      string `json:"go"`                // the command that searches it, such as "go depth 9"
	Prelude string `json:"prelude,omitempty"` // FEN that is searched to depth 5 before it and not forgotten
}

// Flips returns how many positions were lost and gained: of positions in several forms, of
// how many fewer forms are solved and more.
func (c *Comparison) Flips() (lost, gained int) {
	if c.Forms == nil {
		return len(c.Lost), len(c.Gained)
	}
	for _, p := range c.MovedForms() {
		lost += boolToInt(p.Head < p.Base)
		gained += boolToInt(p.Head > p.Base)
	}
	return lost, gained
}

// MovedForms returns the positions with another number of solved forms, controls
// among them; none where each was searched as it stands.
func (c *Comparison) MovedForms() []Position {
	switch {
	case c.Forms == nil:
		return nil
	case c.Controls == nil:
		return c.Forms.Moved
	}
	all := slices.Concat(c.Forms.Moved, c.Controls.Moved)
	slices.SortStableFunc(all, bySurety)
	return all
}

// bySurety orders those that lost most surely first.
func bySurety(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Chance, b.Chance), cmp.Compare(a.Head-a.Base, b.Head-b.Base))
}

// Tree returns the shift of the logarithm of the nodes that the gate on nodes judges, over the
// positions of all roles but those in quarantine; zero where there are no forms.
func (c *Comparison) Tree() effect.Estimate {
	if c.all == nil {
		return effect.Estimate{}
	}
	return c.all.Tree
}

// compareForms finds out what the forms say together: of the positions that are
// judged, of the controls of a suite that is not one of tactics, and of all for their
// nodes.
func (c *Comparison) compareForms(base, head *bench.Run, gate Gate) {
	limits, err := bench.ParseLimits(head.Limits)
	if c.Forms == nil || err != nil {
		return
	}
	twin, sameNodes := c.Twin(base, head), comparesSameNodes(gate.Axis, limits)
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
	c.tellRoles(base, head, of(ExpectedFail))
}

// tellRoles notes the positions that are expected to fail and solved in all their
// forms, and where there are such, those that neither run solves in any.
func (c *Comparison) tellRoles(base, head *bench.Run, expected *Forms) {
	change := func(p Position) Change {
		return Change{Index: p.first, Base: &base.Outcomes[p.first], Head: &head.Outcomes[p.first]}
	}
	c.Surprising, c.Hopeless = nil, nil
	for _, p := range expected.solved {
		if p.Head == p.Forms && p.Forms > 0 {
			c.Surprising = append(c.Surprising, change(p))
		}
	}
	judged := c.Forms.solved
	if c.Controls != nil {
		judged = slices.Concat(judged, c.Controls.solved)
	}
	for _, p := range judged {
		if c.expectsFails && p.Base+p.Head == 0 && p.Forms > 0 {
			c.Hopeless = append(c.Hopeless, change(p))
		}
	}
}

// formsOf returns what the forms say that are asked for. A form on which the head
// is broken is lost where that is asked, else it is left out. With sameNodes, a form that one side misses in fewer
// nodes than the other needs for it is not counted as lost or gained: see comparesSameNodes.
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
		before, now := toSolution(b, h, limits)
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
	f.Solution, f.SolutionMean = effect.Location(solution, silent), effect.Mean(solution, silent)
	f.Lost, f.Tree = effect.Loss(f.Counts()), effect.Of(tree)
	for _, p := range f.solved {
		if p.Base != p.Head {
			p.Chance = effect.Chance([]effect.Solved{p.Solved})
			f.Moved = append(f.Moved, p)
		}
	}
	slices.SortStableFunc(f.Moved, bySurety)
	return f
}

// Counts are in how many forms each position is solved, in the order of the suite.
func (f *Forms) Counts() []effect.Solved {
	counts := make([]effect.Solved, len(f.solved))
	for i, p := range f.solved {
		counts[i] = p.Solved
	}
	return counts
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

// boolToInt returns 1 for true and 0 for false.
func boolToInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// toSolution returns the nodes after which the solution of each side stood. A side that
// missed it did not find it in all that was allowed, or that either searched: a
// smaller tree is no sooner solution.
func toSolution(b, h *bench.Outcome, limits bench.Limits) (before, now uint64) {
	missed := limits.Unsolved(max(b.Nodes, h.Nodes))
	nodes := func(o *bench.Outcome) uint64 {
		if o.Verdict == bench.Solved && o.Stable != nil {
			return o.Stable.Nodes
		}
		return missed
	}
	return nodes(b), nodes(h)
}

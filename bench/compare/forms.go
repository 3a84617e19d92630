package compare

import (
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/suites"
)

// Forms compares the two runs over the forms of all positions: see suites.Suite.Forms.
type Forms struct {
	Positions int `json:"positions"`
	Faulted   int `json:"faulted,omitempty"` // forms with a fault on a side, which count nowhere else
	// Changed counts the forms whose search changed, in its result or its nodes.
	Changed int `json:"changed"`
	// SolvedBase and SolvedHead count the forms that each side solves.
	SolvedBase int `json:"solved_base"`
	SolvedHead int `json:"solved_head"`
	// Solution is the shift of the logarithm of the nodes to the solution over the forms that a side solves: see
	// effect.HuberLocation. A side that does not solve the form counts with the limit, or with the nodes searched
	// by either side if these are more.
	Solution effect.Estimate `json:"solution"`
	// SolutionMean is the mean of the same logarithms, which a few forms can rule.
	SolutionMean effect.Estimate `json:"solution_mean"`

	overPositions effect.Estimate // the same mean, with its error over positions
	timed         int             // positions with a form in Solution
	// UnknownTimes counts the forms that a side solves at an unknown time. They are left out of Solution.
	UnknownTimes int `json:"undated,omitempty"`
	// Uncounted counts the forms that one side misses in fewer nodes than the other needs. Under a limit by depth
	// they count as neither lost nor gained where tactics or mates are judged.
	Uncounted int `json:"uncounted,omitempty"`
	// Refuted counts the forms that a side solves with an impossible claim of a mate where the other side makes none. They
	// count as neither lost nor gained.
	Refuted int `json:"refuted,omitempty"`
	// Untold counts the forms that both sides answer alike, where one side is missed for a score that it does not tell. They
	// count as neither lost nor gained.
	Untold int `json:"untold,omitempty"`
	// Lost is the share of all forms that is lost: solved by the base, less by the head.
	Lost effect.Estimate `json:"lost"`
	// Tree is the shift of the logarithm of the nodes.
	Tree effect.Estimate `json:"tree"`
	// SolvedFormsChanged are the positions whose number of solved forms differs, those that lost most
	// surely first.
	SolvedFormsChanged []Position `json:"moved"`
	// Named lists the positions that are lost in fresh forms too, with the counts of these forms; nil: none was
	// searched again.
	Named []Position `json:"named,omitempty"`

	solved    []Position // all that ask something
	uncounted uncountedForms
}

// uncountedForms lists the forms that count as neither lost nor gained: see Forms.Uncounted.
type uncountedForms struct{ lost, gained []string }

// Position counts the solved forms of a position on both sides.
type Position struct {
	ID string `json:"id"`
	effect.Solved
	Chance float64 `json:"chance"`           // of such a loss when nothing changed, for this position alone
	Late   int     `json:"late,omitempty"`   // forms that the head solves only in a longer search; they count as solved for zugzwangs
	Repeat *Repeat `json:"repeat,omitempty"` // a search that shows the loss of a named position; nil: none is known

	first      int // its first form in the suite
	base, head formsOfSide
}

// Repeat is a search that shows the loss of a position: its base solves the form and its
// head does not.
type Repeat struct {
	ID      string `json:"id"`                // of the form
	FEN     string `json:"fen"`               // of the form
	Depth   int    `json:"depth"`             // the smallest that shows the loss, in plies; 0: not known, the limit of the suite shows it
	Go      string `json:"go"`                // the command that searches it, such as "go depth 9"
	Prelude string `json:"prelude,omitempty"` // FEN that is searched before it and not forgotten
	// PreludeGo is the command that searches the prelude.
	PreludeGo string `json:"prelude_go,omitempty"`
}

// Counts returns the number of forms in which each position is solved, in the order of the suite.
func (f *Forms) Counts() []effect.Solved {
	counts := make([]effect.Solved, len(f.solved))
	for i, p := range f.solved {
		counts[i] = p.Solved
	}
	return counts
}

// formsOfSide holds the searches of a position's forms by one side.
type formsOfSide struct {
	logs       []float64 // of the nodes to the solution
	depths     []float64 // of the iterations to the solution; of a miss, the last depth
	symmetries []string  // that were met
	solved     [][]bool  // by the same symmetries
	atLast     int       // forms whose solution the last iteration found: see isAtLast
}

// shallowLast is the largest depth, in plies, at which a solution of the last iteration counts as sure. The one or two
// iterations of such a search say little.
const shallowLast = 2

// isAtLast reports whether the solution was found by the last iteration, of three or more. Any change may lose it.
func isAtLast(o *bench.Outcome) bool {
	return o.Verdict == bench.Solved && o.Stable != nil && o.Stable.Depth >= o.Depth && o.Depth > shallowLast
}

// add adds a form that the side searched, with its nodes to the solution.
func (f *formsOfSide) add(o *bench.Outcome, nodes uint64) {
	if o.Verdict == bench.Faulted || o.Verdict == bench.Measured {
		return
	}
	if !o.HasUnknownTime() {
		f.logs = append(f.logs, math.Log(float64(max(1, nodes))))
		depth := o.Depth
		if o.Stable != nil {
			depth = o.Stable.Depth
		}
		f.depths = append(f.depths, float64(depth))
	}
	f.atLast += boolToInt(isAtLast(o))
	_, form := suites.FormOf(o.ID)
	symmetry := suites.SymmetryOf(form)
	at := slices.Index(f.symmetries, symmetry)
	if at < 0 {
		at = len(f.symmetries)
		f.symmetries, f.solved = append(f.symmetries, symmetry), append(f.solved, nil)
	}
	f.solved[at] = append(f.solved[at], o.Verdict == bench.Solved)
}

// lostSide returns with which side to move all forms are missed while those with the other side to move are solved. It is
// empty if there is none.
func (f *formsOfSide) lostSide() string {
	var solved, missed [2]int // as the position stands, and with the colors exchanged
	for i, symmetry := range f.symmetries {
		exchanged := boolToInt(suites.ExchangesColors(symmetry))
		for _, s := range f.solved[i] {
			solved[exchanged] += boolToInt(s)
			missed[exchanged] += boolToInt(!s)
		}
	}
	for exchanged, name := range []string{"as the positions stand", "with colors exchanged"} {
		if solved[exchanged] == 0 && missed[exchanged] > 0 && missed[1-exchanged] == 0 && solved[1-exchanged] > 0 {
			return name
		}
	}
	return ""
}

// solves reports whether any form is solved.
func (f *formsOfSide) solves() bool {
	return slices.ContainsFunc(f.solved, func(forms []bool) bool { return slices.Contains(forms, true) })
}

// lateShare is the share of the limit above which a solution is near it. A neutral change may then move it beyond
// the limit, in all forms that are copies.
const lateShare = 0.25

// latePlies is the same under a limit by depth alone, in plies before it.
const latePlies = 3

// isLate reports whether the solutions of a family are near the limit. It is true for a family without solutions.
func isLate(limits bench.Limits, logs, depths []float64) bool {
	switch {
	case len(logs) == 0:
		return true
	case limits.Nodes == 0 && limits.Depth > 0:
		return stat.Median(depths) > float64(limits.Depth-latePlies)
	}
	return stat.Median(logs) > math.Log(lateShare*float64(limits.Unsolved(0)))
}

// boolToInt returns 1 for true and 0 for false.
func boolToInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// familyDependence is the dependence between the forms of a family, estimated from both sides.
type familyDependence struct {
	effect.Dependence
	late bool // their solutions are near the limit
}

// Tree returns the shift of the logarithm of the nodes that the gate on nodes judges. It covers the positions of
// all roles except those in quarantine, and is zero without forms.
func (c *Comparison) Tree() effect.Estimate {
	if c.all == nil {
		return effect.Estimate{}
	}
	return c.all.Tree
}

// compareForms compares three sets of forms: those of the judged positions, those of the controls, and all for their
// nodes. In a suite of tactics the controls are judged with the others.
func (c *Comparison) compareForms(base, head *bench.Run, gate Gate) {
	if c.Forms == nil || c.limits == (bench.Limits{}) {
		return
	}
	twin, sameNodes := c.EquivalentForms(base, head), comparesSameNodes(gate.Axis, c.limits)
	uncounted := func(b, h *bench.Outcome) bool {
		return sameNodes && (missedInFewerNodes(b, h) || missedInFewerNodes(h, b)) && !c.evidence.StillMissed[h.ID]
	}
	of := func(roles ...Role) *Forms {
		return formsOf(base, head, formCounter{limits: c.limits, broken: !c.Overrun(), uncounted: uncounted}, func(form string) bool {
			return slices.Contains(roles, c.roles[c.Suite.Position(form)]) && !twin(form) && !c.excluded.ids[form]
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
	c.UnexpectedPasses, c.UnsolvedByBoth = nil, nil
	for _, p := range expected.solved {
		if p.Head == p.Forms && p.Forms > 0 {
			c.UnexpectedPasses = append(c.UnexpectedPasses, change(p))
		}
	}
	for _, p := range c.judgedForms() {
		if c.expectsFails && p.Base+p.Head == 0 && p.Forms > 0 {
			c.UnsolvedByBoth = append(c.UnsolvedByBoth, change(p))
		}
	}
}

// formCounter counts the forms of two runs, position by position.
type formCounter struct {
	limits    bench.Limits
	broken    bool                                 // a form on which only the head has a fault counts as lost; else it is left out
	uncounted func(base, head *bench.Outcome) bool // reports whether a form is neither lost nor gained; nil: none is

	forms          *Forms
	solution, tree [][]float64 // logarithms of ratios, by position
	silent         []int       // forms of each position that neither side solves
}

// formsOf compares the forms selected by asked.
func formsOf(base, head *bench.Run, n formCounter, asked func(form string) bool) *Forms {
	f := &Forms{SolvedFormsChanged: []Position{}}
	n.forms = f
	for i := range head.Outcomes {
		h := &head.Outcomes[i]
		if !asked(h.ID) {
			continue
		}
		id := head.Suite.Position(h.ID)
		if n := len(f.solved); n == 0 || f.solved[n-1].ID != id {
			f.solved = append(f.solved, Position{ID: id, first: i})
		}
		n.add(&base.Outcomes[i], h)
	}
	f.Positions = len(f.solved)
	f.Solution, f.SolutionMean = effect.HuberLocation(n.solution, n.silent), effect.Mean(n.solution, n.silent)
	for _, ratios := range n.solution {
		f.timed += boolToInt(len(ratios) > 0)
	}
	f.overPositions = effect.MeanOverPositions(n.solution, n.silent)
	f.Lost, f.Tree = effect.EstimateLoss(f.Counts()), effect.EstimateMean(n.tree)
	for _, p := range f.solved {
		if p.Base != p.Head {
			p.Chance = effect.PermutationPValue([]effect.Solved{p.Solved})
			f.SolvedFormsChanged = append(f.SolvedFormsChanged, p)
		}
	}
	slices.SortStableFunc(f.SolvedFormsChanged, byChance)
	return f
}

// add counts a form of the last position of n.forms.
func (n *formCounter) add(b, h *bench.Outcome) {
	f := n.forms
	at := len(f.solved) - 1
	if at == len(n.silent) {
		n.solution, n.tree, n.silent = append(n.solution, nil), append(n.tree, nil), append(n.silent, 0)
	}
	position := &f.solved[at]
	before, now := nodesToSolution(b, h, n.limits)
	refuted, untold := RefutedOnOneSide(b, h), MissedUntold(b, h)
	if !refuted && !untold {
		position.base.add(b, before)
		position.head.add(h, now)
	}
	unknown := unknownSolutionTime(b, h, n.limits)
	f.UnknownTimes += boolToInt(unknown)
	if b.Verdict == bench.Faulted || h.Verdict == bench.Faulted {
		f.Faulted++
		if b.Verdict == bench.Solved && n.broken {
			if !unknown {
				n.solution[at] = append(n.solution[at], logRatio(before, now))
			}
			f.Changed++
			f.count(position, true, false)
		}
		return
	}
	n.tree[at] = append(n.tree[at], logRatio(b.Nodes, h.Nodes))
	f.Changed += boolToInt(b.Verdict != h.Verdict || b.Nodes != h.Nodes || b.Best != h.Best || before != now)
	switch {
	case h.Verdict == bench.Measured:
		return
	case refuted:
		f.Refuted++
		return
	case untold:
		f.Untold++
		return
	case unknown:
	case b.Verdict == bench.Solved || h.Verdict == bench.Solved:
		n.solution[at] = append(n.solution[at], logRatio(before, now))
	default:
		n.silent[at]++
	}
	if n.uncounted == nil || !n.uncounted(b, h) {
		f.count(position, b.Verdict == bench.Solved, h.Verdict == bench.Solved)
		return
	}
	f.Uncounted++
	if h.Verdict == bench.Missed {
		f.uncounted.lost = append(f.uncounted.lost, h.ID)
	} else {
		f.uncounted.gained = append(f.uncounted.gained, h.ID)
	}
}

// RefutedOnOneSide reports whether exactly one side makes an impossible claim of a mate, anywhere in its search, and solves
// the form. Such a solution is chance: a side that claims each mate a move too soon solves where it sees a longer one.
// Unsound: the answer itself may be right.
func RefutedOnOneSide(b, h *bench.Outcome) bool {
	refuted := func(o *bench.Outcome) bool { return o.Mate.Flaw.Impossible() }
	return refuted(b) != refuted(h) && (refuted(b) && b.Verdict == bench.Solved || refuted(h) && h.Verdict == bench.Solved)
}

// MissedUntold reports whether one side misses a form that the other solves by the same move, and tells no iteration of its search.
// The score that the form asks for, such as a mate, is not known then. Unsound: that side may not see it.
func MissedUntold(b, h *bench.Outcome) bool {
	missed, solved := b, h
	if b.Verdict == bench.Solved {
		missed, solved = h, b
	}
	return missed.Verdict == bench.Missed && missed.Depth == 0 && missed.Nodes > 0 && solved.Verdict == bench.Solved && solved.Depth > 0 && missed.Best == solved.Best
}

// comparesSameNodes reports whether solved forms are compared at the same nodes. Under a limit by depth a change that
// reduces more finds less, since its tree is smaller. It may still find the solution in fewer nodes. A blind null
// move has a smaller tree too, so zugzwangs count all forms. Unsound: a form of tactics that the head would never
// find counts in the nodes to the solution alone. Mates have no such test: see Evidence.StillMissed. Chosen on three
// accepted patches of Weiss.
func comparesSameNodes(axis Axis, limits bench.Limits) bool {
	return (axis == Tactics || axis == Mating) && limits.Depth > 0 && limits.Nodes == 0
}

// missedInFewerNodes reports whether one side missed a form in fewer nodes than the other needed to solve it.
func missedInFewerNodes(missed, solved *bench.Outcome) bool {
	return missed.Verdict == bench.Missed && solved.Verdict == bench.Solved && solved.Stable != nil && missed.Nodes < solved.Stable.Nodes
}

// MissedInFewerNodes returns the forms that do not count, as one side misses them in fewer nodes than the other
// needs. The head misses those in lost, and the base those in gained.
func (c *Comparison) MissedInFewerNodes() (lost, gained []string) {
	if c.Forms == nil {
		return nil, nil
	}
	return c.Forms.uncounted.lost, c.Forms.uncounted.gained
}

// StillMisses reports whether a longer search misses a form in at least the nodes that the other side needs to solve it.
func StillMisses(longer, solved *bench.Outcome) bool {
	return longer.Verdict == bench.Missed && !missedInFewerNodes(longer, solved)
}

// count adds a form to its position.
func (f *Forms) count(p *Position, before, now bool) {
	b, h := boolToInt(before), boolToInt(now)
	p.Forms++
	p.Base, p.Head, p.Flipped = p.Base+b, p.Head+h, p.Flipped+(b^h)
	f.SolvedBase, f.SolvedHead = f.SolvedBase+b, f.SolvedHead+h
}

// nodesToSolution returns the nodes after which the solution of each side stood. A side that missed it counts with
// the limit, or with the nodes that either side searched if these are more. A smaller tree is no sooner solution.
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

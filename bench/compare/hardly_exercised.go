package compare

import (
	"github.com/zugwatch/zugwatch/bench"
)

// ExercisedBy sums the searches of several comparisons.
func ExercisedBy(all ...*Comparison) (sum Exercised) {
	for _, c := range all {
		sum.Differ, sum.Of = sum.Differ+c.exercised.Differ, sum.Of+c.exercised.Of
	}
	return sum
}

// countExercised counts the searches that have a say and differ, under limits by depth, nodes or mate.
func (c *Comparison) countExercised(base, head []bench.Outcome) {
	limits, err := bench.ParseLimits(c.Limits)
	if err != nil || !limits.Exact() {
		return
	}
	for i := range head {
		if b, h := &base[i], &head[i]; !b.Failed() && !h.Failed() && !c.left.ids[h.ID] {
			c.exercised.Of++
			c.exercised.Differ += boolToInt(!b.Equal(h))
		}
	}
}

// DifferingSearches returns the IDs of the searches that have a say and differ, in suite order.
func (c *Comparison) DifferingSearches(base, head *bench.Run) (ids []string) {
	for i := range head.Outcomes {
		if b, h := &base.Outcomes[i], &head.Outcomes[i]; !b.Failed() && !h.Failed() && !c.left.ids[h.ID] && !b.Equal(h) {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// judgeExercised makes a pass inconclusive that fewer searches reach than the gate asks for. A head that claims
// that nothing changed is not asked.
func (c *Comparison) judgeExercised(r *Result, gate Gate) {
	if e := c.exercised; gate.MinExercised > 0 && !gate.Exact && e.Permille() < gate.MinExercised {
		r.addReason(Inconclusive, "exercised %s (expected %s or more): the suite does not reach what changed", e, gate.MinExercised)
	}
}

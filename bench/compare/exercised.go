package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/text"
)

// hardlyExercised is the share of searches, in permille, below which a pass says little: the suites do not
// reach the code that changed. See IsHardlyExercised.
const hardlyExercised Growth = 10

// Exercised counts the searches that differ between base and head in any field. Under limits that read a
// clock all searches differ, and both counts are 0.
type Exercised struct {
	Differ int `json:"differ"`
	Of     int `json:"of"` // searches that both sides answered
}

// permille returns the share of searches that differ, rounded down; 1000 where there are none.
func (e Exercised) permille() Growth {
	if e.Of == 0 {
		return 1000
	}
	return Growth(1000 * e.Differ / e.Of)
}

// IsHardlyExercised reports whether so few searches differ that a pass says little, and some do. Where none differs the
// answer is that nothing changed.
func (e Exercised) IsHardlyExercised() bool { return e.Differ > 0 && e.permille() < hardlyExercised }

// String returns the text form, "3 of 4250 searches (0.1 %)"; empty where no search counts.
func (e Exercised) String() string {
	if e.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s (%.1f %%)", e.Differ, text.Count(e.Of, "search"), 100*float64(e.Differ)/float64(e.Of))
}

// ExercisedBy sums the searches of several comparisons.
func ExercisedBy(all ...*Comparison) (sum Exercised) {
	for _, c := range all {
		sum.Differ, sum.Of = sum.Differ+c.exercised.Differ, sum.Of+c.exercised.Of
	}
	return sum
}

// countExercised counts the searches that have a say and differ, under limits by depth, nodes or mate.
func (c *Comparison) countExercised(base, head []bench.Outcome) {
	if !c.limits.Exact() {
		return
	}
	for i := range head {
		b, h := &base[i], &head[i]
		if b.Failed() || h.Failed() || c.excluded.ids[h.ID] {
			continue
		}
		if c.exercised.Of++; !b.Equal(h) {
			c.exercised.Differ++
			c.differing = append(c.differing, h.ID)
		}
	}
}

// DifferingSearches returns the IDs of the searches that have a say and differ, in suite order; none under limits
// that read a clock.
func (c *Comparison) DifferingSearches() []string { return slices.Clone(c.differing) }

// judgeExercised makes a pass inconclusive that fewer searches reach than the gate asks for. A head that claims
// that nothing changed is not asked.
func (c *Comparison) judgeExercised(r *Result, gate Gate) {
	if e := c.exercised; gate.MinExercised > 0 && !gate.Exact && e.permille() < gate.MinExercised {
		r.addReason(Inconclusive, "exercised %s (expected %s or more): the suite does not reach what changed", e, gate.MinExercised)
	}
}

// ParseShare reads a share of all, such as 1% or 2.5%.
func ParseShare(share string) (Growth, error) {
	growth, err := ParseGrowth(share)
	if number, percent := strings.CutSuffix(share, "%"); err != nil || !percent || growth > 1000 {
		return 0, fmt.Errorf("share %s (expected a percentage from 0%% to 100%%, such as 1%%)", strconv.Quote(number))
	}
	return growth, nil
}

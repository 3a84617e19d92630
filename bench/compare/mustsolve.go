package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
)

// findUnsolved counts in how many forms the head solves the positions that it must solve. A
// form with a fault counts in neither number, as faults are judged by themselves. A position
// with only faults is not solved, unless the run has more faults than are tolerated: then
// these are the finding.
func (c *Comparison) findUnsolved(head []bench.Outcome, must []string) {
	counts := make([]unsolved, len(must))
	for i := range head {
		at := slices.Index(must, c.Suite.Position(head[i].ID))
		if at < 0 || head[i].Verdict == bench.Faulted || c.excluded.ids[head[i].ID] {
			continue
		}
		counts[at].of++
		counts[at].solved += boolToInt(head[i].Verdict == bench.Solved)
	}
	for i, id := range must {
		if u := counts[i]; u.solved < u.of || u.of == 0 && !c.Overrun() {
			u.id = id
			c.unsolved = append(c.unsolved, u)
		}
	}
}

// judgeMustSolve makes the verdict worse by each position that must be solved and is
// not, whatever the base did: no statistics are made of it. The positions go before all
// others.
func (c *Comparison) judgeMustSolve(r *Result) {
	if len(c.unsolved) == 0 {
		return
	}
	what := "must solve and does not: "
	var first, shown []string
	for _, u := range c.unsolved {
		text := u.id
		if c.Forms != nil {
			what, text = "must solve: ", fmt.Sprintf("%s in %d of %d forms", u.id, u.solved, u.of)
		}
		first, shown = append(first, u.id), append(shown, text)
	}
	r.Positions = putFirst(first, r.Positions)
	r.addReason(c.worseVerdict(), "%s%s", what, strings.Join(shown, ", "))
}

// MustSolveText says in how many forms a position is solved that must be in all; empty
// for others.
func (c *Comparison) MustSolveText(id string) string {
	for _, u := range c.unsolved {
		switch {
		case u.id != c.Suite.Position(id):
		case c.Forms == nil:
			return "must be solved"
		default:
			return fmt.Sprintf("must be solved in all forms, and is in %d of %d", u.solved, u.of)
		}
	}
	return ""
}

// putFirst returns the IDs of first, then the others that are not among them.
func putFirst(first, others []string) []string {
	all := slices.Clone(first)
	for _, id := range others {
		if !slices.Contains(first, id) {
			all = append(all, id)
		}
	}
	return all
}

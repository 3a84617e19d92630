package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/text"
)

// ChangeOf returns the answer over several comparisons, where so many suites beside these were left out.
func ChangeOf(left int, comparisons ...*Comparison) Equality {
	all := make([]Equality, min(left, 1)) // Unknown
	for _, c := range comparisons {
		all = append(all, c.Identity.Change)
	}
	return CombineEquality(all...)
}

// compareOutcomes reports whether anything changed at all.
func (c *Comparison) compareOutcomes(base, head []bench.Outcome) {
	i := &c.Identity
	if i.of = len(head); !c.Exact {
		return
	}
	for n := range head {
		b, h := &base[n], &head[n]
		switch {
		case c.left.ids[h.ID]:
		case b.Failed() || h.Failed():
			i.Faulted += boolToInt(!c.InQuarantine(h.ID))
		default:
			if i.compared++; !b.Equal(h) {
				i.add(c.Suite.Position(h.ID), b, h)
			}
		}
	}
	switch {
	case i.Outcomes > 0:
		i.Change = Changed
	case i.Faulted == 0 && i.compared > 0:
		i.Change = Identical
	}
}

// DifferencesText says how many outcomes of a suite differ, and which fields of the first; empty if none
// does.
func (c *Comparison) DifferencesText() string {
	i := &c.Identity
	if i.Outcomes == 0 {
		return ""
	}
	named := differencesText(i.First)
	if more := i.Outcomes - len(i.First); more > 0 {
		named += fmt.Sprintf(", and %d more", more)
	}
	return fmt.Sprintf("differences in %d of %s: %s", i.Outcomes, text.Count(i.of, c.searchNoun()), named)
}

// exactResult returns the gate of the exact question. A fault that came is one of the engine
// and no change.
func (c *Comparison) exactResult(gate Gate) Result {
	i, r := &c.Identity, Result{Axis: Exact, Verdict: Pass, Positions: []string{}}
	switch {
	case i.Outcomes == 0:
	case gate.SameTree && i.scores == i.Outcomes:
		r.addReason(Pass, "%d of %s report another score and search the same tree", i.Outcomes, text.Count(i.of, c.searchNoun()))
	case gate.SameTree && i.counts == i.compared && i.compared >= manyCounts:
		r.addReason(Pass, "all %s count other nodes, with the same moves, scores and depths", text.Count(i.compared, c.searchNoun()))
	default:
		r.Positions = i.positions
		r.addReason(Fail, "%s (allowed: none)", c.DifferencesText())
	}
	if !c.Exact {
		r.addReason(Inconclusive, "%s: a difference may be chance", c.InexactText())
	}
	if i.Faulted > 0 {
		r.addReason(Inconclusive, "%d of %s with a fault, which is no answer to compare", i.Faulted, text.Count(i.of, c.searchNoun()))
	}
	if len(r.Reasons) == 0 {
		r.addReason(Pass, "%s as before, in every field", text.Count(i.of, c.searchNoun()))
	}
	return r
}

// Question returns what was asked of a comparison, in words.
func (c *Comparison) Question() string { return Question(c.asked) }

// Answer returns what a comparison says to both questions, in words.
func (c *Comparison) Answer() string { return Answer(c.Identity.Change, c.Worse()) }

// AsksExact reports whether the gate asks the exact question.
func (c *Comparison) AsksExact() bool { return c.asked }

// Worse returns the verdict on whether it is worse, whatever else was asked.
func (c *Comparison) Worse() Verdict {
	var verdicts []Verdict
	for i := range c.Gates {
		if c.Gates[i].Axis != Exact {
			verdicts = append(verdicts, c.Gates[i].Verdict)
		}
	}
	return Worst(verdicts...)
}

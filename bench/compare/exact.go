package compare

import (
	"fmt"
	"slices"
	"strings"

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

// compareOutcomes compares every outcome of exact runs and sets c.Identity.
func (c *Comparison) compareOutcomes(base, head []bench.Outcome) {
	i := &c.Identity
	if i.of = len(head); !c.Exact {
		return
	}
	for n := range head {
		b, h := &base[n], &head[n]
		switch {
		case c.excluded.ids[h.ID]:
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
		same := text.Count(i.of, c.searchNoun())
		if i.compared < i.of {
			same = fmt.Sprintf("%d of %s", i.compared, same)
		}
		r.addReason(Pass, "%s as before, in every field", same)
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

// Equality says whether anything changed at all. The zero
// value is Unknown: what cannot be said is not identical.
type Equality uint8

// The answers.
const (
	Unknown   Equality = iota // differences may be chance, or an engine fault hides an answer
	Identical                 // every outcome is the same in all its fields
	Changed                   // at least one is not
)

var equalityWords = [...]string{"unknown", "identical", "changed"}

// String returns the answer as one word.
func (l Equality) String() string { return text.Word(l, equalityWords[:], "equality") }

// MarshalText writes the word.
func (l Equality) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// CombineEquality combines several answers: Changed if anything changed, Identical if all are, and else Unknown,
// as for none.
func CombineEquality(all ...Equality) Equality {
	switch {
	case slices.Contains(all, Changed):
		return Changed
	case len(all) == 0 || slices.Contains(all, Unknown):
		return Unknown
	}
	return Identical
}

// maxDiffering is the largest number of differing outcomes that are kept with their differences.
const maxDiffering = 5

// Identity says whether two runs are equal to the byte in all that exact limits fix. That is every field of every
// outcome, of positions in quarantine as well. An outcome with a fault on a side holds no answer to compare; in
// quarantine it is passed over.
type Identity struct {
	Change   Equality    `json:"change"`
	Outcomes int         `json:"differ"`                    // that differ, each form by itself
	Faulted  int         `json:"faulted,omitempty"`         // outcomes with a fault on a side
	First    []Differing `json:"first_differing,omitempty"` // the first that differ, in the order of the suite

	of        int      // outcomes of the suite
	compared  int      // of these, without those that are left out or have a fault
	scores    int      // outcomes that differ in their scores alone
	counts    int      // outcomes that differ in their nodes alone
	positions []string // that differ
}

// Differing names an outcome that differs between two runs.
type Differing struct {
	ID     string   `json:"id"`
	Fields []string `json:"fields"` // the keys that a run file has for them
}

// add counts an outcome of a position that differs.
func (i *Identity) add(position string, base, head *bench.Outcome) {
	i.Outcomes++
	i.scores += boolToInt(differInScore(base, head))
	i.counts += boolToInt(differInNodes(base, head))
	if n := len(i.positions); n == 0 || i.positions[n-1] != position {
		i.positions = append(i.positions, position)
	}
	if len(i.First) < maxDiffering {
		i.First = append(i.First, Differing{head.ID, base.Differences(head)})
	}
}

// differInScore reports whether two outcomes of one position differ in their scores alone.
func differInScore(base, head *bench.Outcome) bool {
	same := *base
	same.Score, same.Mate = head.Score, head.Mate
	return same.Equal(head)
}

// manyCounts is the number of searches from which on a difference in all nodes, and in nothing else, is taken for
// another way of counting. Fewer may really be searched differently.
const manyCounts = 50

// differInNodes reports whether two outcomes of one position differ in their counts of nodes alone.
func differInNodes(base, head *bench.Outcome) bool {
	same := *base
	same.Nodes, same.Found, same.Stable = head.Nodes, head.Found, head.Stable
	return base.Nodes != head.Nodes && same.Equal(head)
}

// differencesText names outcomes with what differs.
func differencesText(all []Differing) string {
	named := make([]string, len(all))
	for i, u := range all {
		named[i] = u.ID + " (" + strings.Join(u.Fields, ", ") + ")"
	}
	return strings.Join(named, ", ")
}

// Question returns the exact question or the usual one.
func Question(exact bool) string {
	if exact {
		return "did anything change at all?"
	}
	return "is it worse?"
}

// Answer puts into words whether anything changed and whether it is worse.
func Answer(change Equality, worse Verdict) string {
	var text string
	switch {
	case worse == Fail:
		return "worse"
	case worse == Inconclusive:
		return worse.String()
	case change == Identical:
		return change.String()
	case worse == Undecided:
		text = "not shown to be worse"
	case change == Changed:
		text = "and not worse"
	default:
		text = "not worse"
	}
	if change == Changed {
		return change.String() + ", " + text
	}
	return text
}

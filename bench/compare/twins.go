package compare

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/suites"
)

// twinsFrom is the share of equal searches, in percent, from which on a symmetry is a twin. In an
// engine that turns the board all positions agree, except where its table forgets. In any other few
// agree, and their searches are short.
const twinsFrom = 75

// findTwins finds the symmetries under which both engines search as under an earlier one. An engine
// that turns the board to have its own side always below sees one position where a person sees two.
// Two such searches are one draw, and counting them as two would make the estimates of effect too
// certain.
func (c *Comparison) findTwins(base, head []bench.Outcome) {
	if c.Forms == nil {
		return
	}
	c.twinOf = make(map[string][]string)
	rounds, names := formsByRound(head)
	for at, name := range names {
		for _, before := range names[:at] {
			if areTwins(rounds, before, name, base, head) {
				c.twinOf[name] = append(c.twinOf[name], before)
			}
		}
		if len(c.twinOf[name]) > 0 {
			c.Twins = append(c.Twins, name)
		}
	}
}

// formsByRound returns the place of each symmetry for each position and round of forms. Names are
// the symmetries in the order of the suite.
func formsByRound(outcomes []bench.Outcome) (rounds []map[string]int, names []string) {
	type round struct{ position, number string }
	places := make(map[round]int)
	for i := range outcomes {
		position, form := suites.FormOf(outcomes[i].ID)
		name := suites.SymmetryOf(form)
		at := round{position, form[len(name):]}
		if _, known := places[at]; !known {
			places[at], rounds = len(rounds), append(rounds, make(map[string]int))
		}
		rounds[places[at]][name] = i
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return rounds, names
}

// areTwins reports whether both engines search nearly all positions alike under two
// symmetries.
func areTwins(rounds []map[string]int, one, other string, base, head []bench.Outcome) bool {
	of, alike := 0, 0
	for _, places := range rounds {
		i, here := places[one]
		j, there := places[other]
		if here && there && !slices.ContainsFunc([]*bench.Outcome{&base[i], &base[j], &head[i], &head[j]}, (*bench.Outcome).Failed) {
			of++
			alike += boolToInt(searchedEqually(&base[i], &base[j]) && searchedEqually(&head[i], &head[j]))
		}
	}
	return of >= MinInterval && 100*alike >= twinsFrom*of
}

// searchedEqually reports whether two outcomes are of one tree, to the node.
func searchedEqually(a, b *bench.Outcome) bool {
	return a.Verdict == b.Verdict && a.Score == b.Score && a.Depth == b.Depth && a.SelDepth == b.SelDepth && a.Nodes == b.Nodes &&
		(a.Stable == b.Stable || a.Stable != nil && b.Stable != nil && *a.Stable == *b.Stable)
}

// TwinForms returns a function that reports whether both engines search a form of two runs as
// another one, to the node. Such a form adds no information. If one engine searches a form of a twin
// symmetry differently, the form counts: it may be lost for one color alone.
func (c *Comparison) TwinForms(base, head *bench.Run) func(form string) bool {
	if len(c.Twins) == 0 {
		return func(string) bool { return false }
	}
	before, now := base.OutcomesByID(), head.OutcomesByID()
	return func(id string) bool {
		_, form := suites.FormOf(id)
		return slices.ContainsFunc(c.twinOf[suites.SymmetryOf(form)], func(other string) bool {
			partner := suites.FormKeyUnder(id, other)
			return now[partner] != nil && searchedEqually(before[id], before[partner]) && searchedEqually(now[id], now[partner])
		})
	}
}

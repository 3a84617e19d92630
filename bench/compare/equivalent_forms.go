package compare

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/suites"
)

// minEquivalentPercent is the share of equal searches, in percent, from which on symmetries are equivalent. In an
// engine that turns the board all positions agree, except where its table forgets. In any other few agree, and
// their searches are short.
const minEquivalentPercent = 75

// pair is the places of two forms of a position among the outcomes.
type pair struct{ form, other int }

// findEquivalent finds the symmetries under which both engines search as under an earlier one, and whether they search
// later rounds as the first. An engine that turns the board to have its own side always below sees one position where a
// person sees two. One that forgets what it searched before does not notice the prelude of a round.
// Two such searches are one draw, and counting them as two would make the estimates of effect too
// certain.
func (c *Comparison) findEquivalent(base, head []bench.Outcome) {
	if c.Forms == nil {
		return
	}
	c.equivalentTo = make(map[string][]string)
	rounds, names := formsByRound(head)
	for at, name := range names {
		for _, before := range names[:at] {
			var pairs []pair
			for _, places := range rounds {
				i, here := places[before]
				if j, there := places[name]; here && there {
					pairs = append(pairs, pair{i, j})
				}
			}
			if areEquivalent(pairs, base, head) {
				c.equivalentTo[name] = append(c.equivalentTo[name], before)
			}
		}
		if len(c.equivalentTo[name]) > 0 {
			c.EquivalentSymmetries = append(c.EquivalentSymmetries, name)
		}
	}
	c.EqualRounds = AreRoundsEqual(base, head)
}

// AreRoundsEqual reports whether both engines search nearly all forms of later rounds as those of the round before. The
// outcomes of base and head are of the same forms, in the same order.
func AreRoundsEqual(base, head []bench.Outcome) bool {
	return areEquivalent(pairsOfRounds(head), base, head)
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

// pairsOfRounds pairs each form with that of the same symmetry in the round before.
func pairsOfRounds(outcomes []bench.Outcome) (pairs []pair) {
	places := make(map[string]int, len(outcomes))
	for i := range outcomes {
		places[outcomes[i].ID] = i
	}
	for i := range outcomes {
		if before, found := places[suites.FormKeyBefore(outcomes[i].ID)]; found {
			pairs = append(pairs, pair{before, i})
		}
	}
	return pairs
}

// areEquivalent reports whether both engines search nearly all pairs of forms alike. Pairs with a fault do not count.
func areEquivalent(pairs []pair, base, head []bench.Outcome) bool {
	of, alike := 0, 0
	for _, p := range pairs {
		i, j := p.form, p.other
		if !slices.ContainsFunc([]*bench.Outcome{&base[i], &base[j], &head[i], &head[j]}, (*bench.Outcome).Failed) {
			of++
			alike += boolToInt(searchedEqually(&base[i], &base[j]) && searchedEqually(&head[i], &head[j]))
		}
	}
	return of >= MinInterval && 100*alike >= minEquivalentPercent*of
}

// searchedEqually reports whether two outcomes are of one tree, to the node.
func searchedEqually(a, b *bench.Outcome) bool {
	return a.Verdict == b.Verdict && a.Score == b.Score && a.Depth == b.Depth && a.SelDepth == b.SelDepth && a.Nodes == b.Nodes &&
		(a.Stable == b.Stable || a.Stable != nil && b.Stable != nil && *a.Stable == *b.Stable)
}

// EquivalentForms returns a function that reports whether both engines search a form of two runs as another one,
// to the node. Such a form adds no information. If one engine searches a form of an equivalent symmetry or round
// differently, the form counts: it may be lost for one color alone.
func (c *Comparison) EquivalentForms(base, head *bench.Run) func(form string) bool {
	if len(c.EquivalentSymmetries) == 0 && !c.EqualRounds {
		return func(string) bool { return false }
	}
	before, now := base.OutcomesByID(), head.OutcomesByID()
	return func(id string) bool {
		_, form := suites.FormOf(id)
		var others []string
		for _, other := range c.equivalentTo[suites.SymmetryOf(form)] {
			others = append(others, suites.FormKeyUnder(id, other))
		}
		if c.EqualRounds {
			others = append(others, suites.FormKeyBefore(id))
		}
		return slices.ContainsFunc(others, func(other string) bool {
			return now[other] != nil && searchedEqually(before[id], before[other]) && searchedEqually(now[id], now[other])
		})
	}
}

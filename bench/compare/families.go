package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

// familyOf returns the name of the family of a position.
func (e *Evidence) familyOf(id string) string { return cmp.Or(e.Families[id], id) }

// members are the positions of one family.
type members struct {
	family    string
	positions []Position
}

// byFamily groups positions by their families, in the order of the first of each.
func (c *Comparison) byFamily(positions []Position) (groups []members) {
	places := make(map[string]int)
	for _, p := range positions {
		family := c.evidence.familyOf(p.ID)
		at, found := places[family]
		if !found {
			at = len(groups)
			places[family] = at
			groups = append(groups, members{family: family})
		}
		groups[at].positions = append(groups[at].positions, p)
	}
	return groups
}

// familyDependences estimates the dependence between the forms of each family. It uses the solutions of both sides
// and the differences between the rounds of the base. A side that does not solve a position says nothing of it. Both
// sides count alike; otherwise lost forms would be worth more draws than gained ones.
func (c *Comparison) familyDependences() map[string]familyDependence {
	if c.dependences != nil {
		return c.dependences
	}
	judged := c.judgedForms()
	var rounds [][][]bool
	for _, p := range judged {
		rounds = append(rounds, p.base.solved)
	}
	c.rounds, c.copied, c.dependences = effect.RoundDependence(rounds, effect.DefaultRoundDependence), effect.RoundDependence(rounds, 1), make(map[string]familyDependence)
	for _, g := range c.byFamily(judged) {
		var logs [][]float64
		var all, depths []float64
		for _, p := range g.positions {
			for _, side := range []formsOfSide{p.base, p.head} {
				if side.solves() {
					logs, all, depths = append(logs, side.logs), append(all, side.logs...), append(depths, side.depths...)
				}
			}
		}
		c.dependences[g.family] = familyDependence{effect.DependenceOf(logs, c.rounds), isLate(c.limits, all, depths)}
	}
	return c.dependences
}

// families adds up the forms of positions by their families.
func (c *Comparison) families(positions []Position) (all []effect.Family) {
	for _, g := range c.byFamily(positions) {
		all = append(all, c.sumFamily(g, 0))
	}
	return all
}

// Families returns the families of other counts of the positions in Forms.Counts, in the same order.
func (c *Comparison) Families(counts []effect.Solved) []effect.Family {
	positions := slices.Clone(c.Forms.solved)
	for i := range positions {
		positions[i].Solved = counts[i]
	}
	return c.families(positions)
}

// freshFamilies adds up fresh forms by their families. Forms near the limit are worth only the draws that they add to
// the forms that chose their positions. Copies of those are lost because those were. Rounds are taken for copies
// there until the base has shown otherwise.
func (c *Comparison) freshFamilies(fresh []Position) (all []effect.Family) {
	for _, g := range c.byFamily(fresh) {
		seen := 0
		if k, found := c.familyDependences()[g.family]; !found || k.late {
			seen = c.evidence.First
		}
		all = append(all, c.sumFamily(g, seen))
	}
	return all
}

// sumFamily adds up the forms of a family. Seen is the number of forms of each position that were judged before: only
// draws beyond these count.
func (c *Comparison) sumFamily(g members, seen int) (family effect.Family) {
	k, found := c.familyDependences()[g.family]
	if !found {
		k.Dependence = effect.DependenceOf(nil, c.rounds)
	}
	if seen > 0 {
		k.Rounds = c.copied
	}
	var before, now []effect.FormCount
	for _, p := range g.positions {
		family.Base, family.Head, family.Forms = family.Base+p.Base, family.Head+p.Head, family.Forms+p.Forms
		symmetries := c.symmetries(p.ID)
		before = append(before, effect.FormCount{Forms: seen, Symmetries: symmetries})
		now = append(now, effect.FormCount{Forms: seen + p.Forms, Symmetries: symmetries})
	}
	family.Draws = max(0, k.Draws(now...)-k.Draws(before...))
	return family
}

// symmetries counts the symmetries under which the base searched a position.
func (c *Comparison) symmetries(id string) int {
	judged := c.judgedForms()
	if at := slices.IndexFunc(judged, func(p Position) bool { return p.ID == id }); at >= 0 {
		return len(judged[at].base.symmetries)
	}
	return suites.Symmetries
}

// judgedForms returns the positions whose forms are judged, controls among them.
func (c *Comparison) judgedForms() []Position {
	if c.Controls == nil {
		return c.Forms.solved
	}
	return slices.Concat(c.Forms.solved, c.Controls.solved)
}

// allLost returns families as if the head solved nothing.
func allLost(families []effect.Family) []effect.Family {
	lost := slices.Clone(families)
	for i := range lost {
		lost[i].Head = 0
	}
	return lost
}

// independentText returns how many families have forms that some searches solve and others do not. It also says how many
// independent forms these are worth.
func independentText(families []effect.Family) string {
	n, draws := 0, 0.0
	for _, f := range families {
		if both := f.Base + f.Head; both > 0 && both < 2*f.Forms {
			n++
			draws += f.Draws
		}
	}
	return fmt.Sprintf("%s worth %.1f independent forms", text.Count(n, "family"), draws)
}

package compare

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench/effect"
)

const (
	// falseDiscoveryRate is the largest expected share of positions wrongly named as lost among
	// all that are named.
	falseDiscoveryRate = 0.05
	// maxCandidates is the largest number of positions that are searched again.
	maxCandidates = 20
	// candidateChance is the largest p-value with which a position is searched again: two of
	// four forms lost, or as much.
	candidateChance = 0.25
)

// Candidates returns the positions that look lost, the surest first. Losses among many are in
// part chance, which does not repeat itself in fresh forms.
func (c *Comparison) Candidates() []string {
	return candidates(c.MovedForms())
}

// GainedCandidates returns the positions that look gained, by the same rule.
func (c *Comparison) GainedCandidates() []string {
	return candidates(swapSides(c.MovedForms()))
}

// candidates returns the positions that look lost, the surest first.
func candidates(moved []Position) (ids []string) {
	for _, p := range moved {
		if p.Head < p.Base && p.Chance <= candidateChance && len(ids) < maxCandidates {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// swapSides returns positions as if base and head were exchanged, the surest loss first.
func swapSides(moved []Position) []Position {
	swapped := slices.Clone(moved)
	for i := range swapped {
		p := &swapped[i]
		p.Base, p.Head = p.Head, p.Base
		p.Chance = effect.PermutationPValue([]effect.Solved{p.Solved})
	}
	slices.SortStableFunc(swapped, byChance)
	return swapped
}

// nameLost names the candidates that are lost in fresh forms too. It takes the largest number of
// families, smallest chance first, that keeps the false discovery rate falseDiscoveryRate (Y.
// Benjamini and Y. Hochberg, Controlling the False Discovery Rate, 1995, section 3). A
// position of a family that is named has the chance of the family, and lost fresh forms
// itself.
func (c *Comparison) nameLost() {
	if c.Forms == nil || c.evidence.Fresh == nil {
		return
	}
	families := c.byFamily(c.evidence.Fresh)
	for _, family := range families {
		chance := effect.FamilyPValue(c.freshFamilies(family.positions))
		for i := range family.positions {
			family.positions[i].Chance = chance
		}
	}
	slices.SortStableFunc(families, func(a, b members) int {
		return cmp.Compare(a.positions[0].Chance, b.positions[0].Chance)
	})
	kept := 0
	for i, family := range families {
		if family.positions[0].Chance <= falseDiscoveryRate*float64(i+1)/float64(len(families)) {
			kept = i + 1
		}
	}
	c.Forms.Named = []Position{}
	for _, family := range families[:kept] {
		for _, p := range family.positions {
			if p.Head < p.Base {
				c.Forms.Named = append(c.Forms.Named, p)
			}
		}
	}
}

// lostOf lists the positions that a result names. They are those that are lost again in fresh forms if these were
// searched, otherwise those that lost all their forms.
func (c *Comparison) lostOf(f *Forms) (ids []string) {
	for _, p := range f.SolvedFormsChanged {
		named := p.Base == p.Forms && p.Head == 0
		if c.evidence.Fresh != nil {
			named = slices.ContainsFunc(c.Forms.Named, func(n Position) bool { return n.ID == p.ID })
		}
		if named {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// IDsToRecheck returns at most n IDs of outcomes that a failure rests on, the strongest evidence
// first. If the engine answers them differently when asked again, they show nothing. A position that
// must be solved, or is decided by a rule, is represented by one of its forms.
func (c *Comparison) IDsToRecheck(n int) (ids []string) {
	add := func(id string) {
		if len(ids) < n && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if c.Gates[0].Axis == Rules {
		for _, id := range c.Gates[0].Positions {
			add(id)
		}
		return ids
	}
	for _, list := range [][]Change{c.Broken, c.Lost} {
		for _, change := range list {
			add(change.ID())
		}
	}
	for _, u := range c.unsolved {
		add(u.id)
	}
	if c.Mates != nil {
		for _, claim := range c.Mates.Wrong {
			add(claim.ID)
		}
	}
	if c.asked {
		for _, u := range c.Identity.First {
			add(u.ID)
		}
	}
	for _, list := range [][]Change{c.NodesChanged, c.OtherMove} {
		for _, change := range list {
			add(change.ID())
		}
	}
	return ids
}

// LostUnderClock returns the IDs of the positions to search again: those that were lost
// under limits that read a clock and count for a verdict. Under exact limits
// there are none.
func (c *Comparison) LostUnderClock() []string {
	if c.Exact || c.Forms != nil {
		return nil
	}
	return append(changeNames(c.main.lost), changeNames(c.control.lost)...)
}

package compare

import (
	"slices"
)

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
	for _, list := range [][]Change{c.Moved, c.Replayed} {
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

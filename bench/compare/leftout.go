package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/text"
)

// leftOut holds the searches that have no say in the verdict: those that the head does not repeat, those in which
// only earlier searches make a difference, and those in which both sides overran the limit. The zero value holds none.
type leftOut struct {
	ids  map[string]bool
	late int // searches in which both sides had to be stopped
}

// newLeftOut finds the searches that have no say. Under a strict gate every search has one.
func newLeftOut(base, head []bench.Outcome, gate Gate, evidence *Evidence) leftOut {
	out := leftOut{ids: make(map[string]bool)}
	if gate.Strict {
		return out
	}
	if evidence.repeatsMostly() {
		for _, u := range evidence.Nondeterministic {
			out.ids[u.ID] = true
		}
	}
	for _, id := range evidence.EqualAlone {
		out.ids[id] = true
	}
	for i := range head {
		if base[i].Ended == bench.Late && head[i].Ended == bench.Late {
			out.ids[head[i].ID] = true
			out.late++
		}
	}
	return out
}

// repeatsMostly reports whether the head repeated at least half of the searches that it was asked again.
func (e *Evidence) repeatsMostly() bool { return 2*len(e.Nondeterministic) <= e.Repeated }

// totals returns the totals of a side without the searches in which both sides overran the limit.
func (l *leftOut) totals(side bench.Totals) bench.Totals {
	side.Late, side.Positions = side.Late-l.late, side.Positions-l.late
	return side
}

// keepsLimits reports whether a side kept its limits in the searches that have a say.
func (l *leftOut) keepsLimits(run *bench.Run) bool {
	t := l.totals(run.Totals())
	return t.MissedLimits() <= bench.FewMissedLimits(t.Positions)
}

// leftOutNotes says what is left out or searched in another way, and how to mend it.
func (c *Comparison) leftOutNotes() (notes []string) {
	notes = append(notes, c.evidence.Notes...)
	if u := c.evidence.Nondeterministic; len(u) > 0 && !c.nondeterministic {
		ids := make([]string, len(u))
		for i := range u {
			ids[i] = u[i].ID
		}
		notes = append(notes, fmt.Sprintf("the engine does not repeat %s, left out: %s (hint: clear all state at ucinewgame, or restart: 16 for the engine; strict: true fails them)",
			text.Count(len(ids), "search"), someOf(ids)))
	}
	if ids := c.evidence.EqualAlone; len(ids) > 0 {
		notes = append(notes, fmt.Sprintf("base and head differ in %s only by what was searched before, left out: %s (hint: clear all state at ucinewgame, or restart: 16 for the engine; strict: true judges them)",
			text.Count(len(ids), "search"), someOf(ids)))
	}
	if n := c.left.late; n > 0 {
		notes = append(notes, fmt.Sprintf("base and head overran limits %s in %s, left out (hint: zugwatch doctor finds limits that the engine keeps; strict: true fails them)",
			c.Limits, text.Count(n, "search")))
	}
	return notes
}

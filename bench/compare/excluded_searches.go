package compare

import (
	"maps"

	"github.com/zugwatch/zugwatch/bench"
)

// leftOut holds the searches without a say in the verdict: those that the head does not repeat, those that differ only
// by earlier searches, those in which both sides overran the limit, and those of few forms in which the base has a
// fault. The zero value holds none.
type leftOut struct {
	ids    map[string]bool
	late   int             // searches in which both sides had to be stopped
	faulty map[string]bool // forms in which the base has a fault
}

// newLeftOut finds the searches that have no say. Under a strict gate every search has one.
func newLeftOut(base, head []bench.Outcome, inForms bool, gate Gate, evidence *Evidence) leftOut {
	out := leftOut{ids: make(map[string]bool), faulty: make(map[string]bool)}
	if gate.Strict {
		return out
	}
	if evidence.repeatsMostly() {
		for _, u := range evidence.Nondeterministic {
			out.ids[u.ID] = true
		}
	}
	for _, id := range evidence.EqualInFreshProcess {
		out.ids[id] = true
	}
	for i := range head {
		if base[i].Ended == bench.Late && head[i].Ended == bench.Late {
			out.ids[head[i].ID] = true
			out.late++
		}
		if base[i].Failed() {
			out.faulty[base[i].ID] = true
		}
	}
	if !inForms || len(out.faulty) > bench.FewMissedLimits(len(base)) {
		clear(out.faulty)
	}
	maps.Copy(out.ids, out.faulty)
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
	return t.KeepLimits()
}

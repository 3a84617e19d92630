package compare

import (
	"maps"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// excluded holds the searches that do not count in the verdict, by reason. The head does not repeat them, earlier
// searches changed them, both sides overran the limit, or an engine had an excused fault. The zero value holds
// none.
type excluded struct {
	ids     map[string]bool
	late    int             // searches in which both sides had to be stopped
	faulty  map[string]bool // forms that are left out for a fault
	excused bool            // faults of the head alone are left out if a second attempt answers
	ofHead  int             // forms that are left out for such a fault
	retried RetriedFaults   // of one side alone, excused or not
}

// RetriedFaults counts the faults that a second attempt did not repeat.
type RetriedFaults struct {
	Head, Base int // of one side alone
	Both       int // of the base, where the head has a fault too
}

// Add adds the faults of other searches.
func (f *RetriedFaults) Add(other RetriedFaults) {
	f.Head, f.Base, f.Both = f.Head+other.Head, f.Base+other.Base, f.Both+other.Both
}

// findExcluded finds the searches that do not count. Under a strict gate every search counts.
func findExcluded(base, head []bench.Outcome, inForms bool, gate Gate, evidence *Evidence) excluded {
	out := excluded{ids: make(map[string]bool), faulty: make(map[string]bool)}
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
	baseAlone := 0 // forms in which the head does not fail as the base does
	for i := range head {
		if base[i].Ended == bench.Late && head[i].Ended == bench.Late {
			out.ids[head[i].ID] = true
			out.late++
		}
		if base[i].Failed() {
			out.faulty[base[i].ID] = true
			baseAlone += boolToInt(!head[i].Failed() || isRetried(&base[i]) && !isRetried(&head[i]))
		}
	}
	ids := out.countRetried(base, head, evidence)
	switch {
	case !inForms || baseAlone > bench.FewMissedLimits(len(base)) || 2*len(out.faulty) > len(base):
		clear(out.faulty)
	case evidence.excusesRetried(out.retried):
		out.excused, out.ofHead = true, len(ids)
		for _, id := range ids {
			out.faulty[id] = true
		}
	}
	maps.Copy(out.ids, out.faulty)
	return out
}

// countRetried counts the faults that a second attempt did not repeat. It returns the forms in which the head has one.
func (l *excluded) countRetried(base, head []bench.Outcome, evidence *Evidence) (ids []string) {
	for i := range head {
		b, h := &base[i], &head[i]
		l.retried.Base += boolToInt(isRetried(b) && !h.Failed())
		l.retried.Both += boolToInt(isRetried(b) && h.Failed())
		if isRetried(h) && !b.Failed() {
			ids = append(ids, h.ID)
		}
	}
	l.retried.Head += len(ids) + evidence.FreshFaults.Retried
	l.retried.Base += evidence.FreshBaseFaults.Retried
	return ids
}

// excusesRetried reports whether the base has such faults too, here or in other suites, and chance explains that the head
// has more of them. A fault that the second attempt repeats is never excused.
func (e *Evidence) excusesRetried(here RetriedFaults) bool {
	here.Add(e.OtherRetried)
	return here.Base+here.Both > 0 && ChanceExplains(here.Head, here.Base)
}

// RetriedFaults returns the faults that a second attempt did not repeat.
func (c *Comparison) RetriedFaults() RetriedFaults { return c.excluded.retried }

// ExcusedBy reports whether faults of the head that count here would be excused if the engines had these in other suites.
func (c *Comparison) ExcusedBy(others RetriedFaults) bool {
	with := Evidence{OtherRetried: others}
	return c.excluded.retried.Head > 0 && !c.excluded.excused && with.excusesRetried(c.excluded.retried)
}

// ChanceExplains reports whether chance explains that something happens so often in the head alone, and so often in the base
// alone (McNemar's test at FalseAlarms).
func ChanceExplains(head, base int) bool { return stat.McNemar(head, base) > FalseAlarms }

// isRetried reports whether a second attempt answered what a fault had ended.
func isRetried(o *bench.Outcome) bool { return o.Failed() && o.Verdict != bench.Faulted }

// repeatsMostly reports whether the head repeated at least half of the searches that it was asked again.
func (e *Evidence) repeatsMostly() bool { return 2*len(e.Nondeterministic) <= e.Repeated }

// totals returns the totals of a side without the searches in which both sides overran the limit.
func (l *excluded) totals(side bench.Totals) bench.Totals {
	side.Late, side.Positions = side.Late-l.late, side.Positions-l.late
	return side
}

// keepsLimits reports whether a side kept its limits in the searches that have a say.
func (l *excluded) keepsLimits(run *bench.Run) bool {
	t := l.totals(run.Totals())
	return t.KeepLimits()
}

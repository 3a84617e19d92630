package compare

import (
	"fmt"
)

// Result holds the verdict of a gate on one axis.
type Result struct {
	Axis      Axis     `json:"axis"`
	Verdict   Verdict  `json:"verdict"`
	Reasons   []string `json:"reasons"`           // never empty; plain words, the finding and what is allowed
	Positions []string `json:"positions"`         // IDs of those that count against it, worst or first in the suite first
	Notes     []string `json:"notes,omitempty"`   // remarks that change no verdict
	Effects   []Effect `json:"effects,omitempty"` // the measured effects, with their intervals

	decided int // the reason that made the verdict what it is
}

// Effect is a change of the head against the base with its interval, as a part of one: 0.03
// is 3 % more.
type Effect struct {
	What    string  `json:"what"` // plain words
	Low     float64 `json:"low"`
	Mean    float64 `json:"mean"`
	High    float64 `json:"high"`
	Allowed float64 `json:"allowed"` // at most
	Verdict Verdict `json:"verdict"`
}

// addReason adds a reason and makes the verdict worse: a Fail stays one.
func (r *Result) addReason(v Verdict, format string, args ...any) {
	if worst := Worst(r.Verdict, v); worst != r.Verdict {
		r.Verdict, r.decided = worst, len(r.Reasons)
	}
	r.Reasons = append(r.Reasons, fmt.Sprintf(format, args...))
}

// Reason returns the reason that decided: the first with the verdict, or the first of all if it passes.
func (r *Result) Reason() string {
	if r.decided >= len(r.Reasons) {
		return ""
	}
	return r.Reasons[r.decided]
}

// lossNotes tells of losses of a gate that passes whose whole interval lies above zero. The intervals of other axes than
// tactics, mates and nodes, and those of single searches, are no evidence of that.
func (r *Result) lossNotes() (notes []string) {
	if r.Verdict != Pass || r.Axis != Tactics && r.Axis != Mating && r.Axis != Nodes {
		return nil
	}
	for _, e := range r.Effects {
		if e.Low > 0 && e.Low < e.Mean {
			notes = append(notes, fmt.Sprintf("%s %s (%s to %s): worse than the base, within the allowed %s", e.What, share(e.Mean), share(e.Low), share(e.High), share(e.Allowed)))
		}
	}
	return notes
}

// addDoubts adds what makes any verdict but Fail uncertain.
func (c *Comparison) addDoubts(r *Result, gate Gate, verdict Verdict) {
	c.addFaults(r, gate)
	if verdict == Inconclusive || c.nondeterministic {
		r.addReason(Inconclusive, "%s: one run cannot tell a loss from chance", c.InexactText())
	}
}

// addFaults adds that the head has more faults than are tolerated, or the base one.
func (c *Comparison) addFaults(r *Result, gate Gate) {
	if faults := c.faults.head; faults > gate.MaxFaults {
		r.addReason(Inconclusive, "%d with a fault (allowed: %d)", faults, gate.MaxFaults)
	}
	if faults := c.faults.base; faults > 0 {
		r.addReason(Inconclusive, "%d of the base with a fault", faults)
	}
}

// worseVerdict returns the verdict on a difference that is more than allowed.
func (c *Comparison) worseVerdict() Verdict {
	if c.Exact {
		return Fail
	}
	return Inconclusive
}

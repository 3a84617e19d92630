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
	r.Reasons = append(r.Reasons, fmt.Sprintf(format, args...))
	r.Verdict = Worst(r.Verdict, v)
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

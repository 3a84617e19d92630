package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Result is the verdict of a gate on one axis.
type Result struct {
	Axis      Axis     `json:"axis"`
	Verdict   Verdict  `json:"verdict"`
	Reasons   []string `json:"reasons"`           // never empty; plain words, what was found and what is allowed
	Positions []string `json:"positions"`         // IDs of those that count against it, worst or first in the suite first
	Notes     []string `json:"notes,omitempty"`   // what is worth a look and changes no verdict
	Effects   []Effect `json:"effects,omitempty"` // what was measured, with its interval
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

// conclude fills in the results and the verdict.
func (c *Comparison) conclude(gate Gate) {
	c.Gates = []Result{}
	switch {
	case c.Forms != nil:
		c.concludeForms(gate)
	default:
		c.concludeSingle(gate)
	}
	c.doubtLimits(gate)
	if gate.Axis == Mating {
		c.judgeClaims(&c.Gates[0], gate)
	} else if r, wrong := c.claimsResult(gate); wrong {
		c.Gates = append(c.Gates, r)
	}
	c.judgeMustSolve(&c.Gates[0])
	c.judgeExercised(&c.Gates[0], gate)
	c.Gates[0].Notes = c.notes(gate)
	if gate.Exact {
		c.Gates = append(c.Gates, c.exactResult(gate))
	}
	verdicts := make([]Verdict, len(c.Gates))
	for i := range c.Gates {
		verdicts[i] = c.Gates[i].Verdict
	}
	c.Verdict = Worst(verdicts...)
}

// concludeSingle judges single searches of the positions.
func (c *Comparison) concludeSingle(gate Gate) {
	if gate.Axis != Nodes {
		c.Gates = append(c.Gates, c.solvedResult(gate))
	}
	if len(gate.Control) > 0 && gate.Axis != Tactics {
		c.Gates = append(c.Gates, c.controlsResult(gate))
	}
	if gate.Axis == Nodes || gate.Total >= 0 || gate.Position >= 0 || gate.Solution != nil {
		c.Gates = append(c.Gates, c.nodesResult(gate))
	}
}

// because adds a reason and makes the verdict worse: a Fail stays one.
func (r *Result) because(v Verdict, format string, args ...any) {
	r.Reasons = append(r.Reasons, fmt.Sprintf(format, args...))
	r.Verdict = Worst(r.Verdict, v)
}

// worse returns the verdict on a difference that is more than allowed.
func (c *Comparison) worse() Verdict {
	if c.Exact {
		return Fail
	}
	return Inconclusive
}

// notes returns what is worth a look and changes no verdict.
func (c *Comparison) notes(gate Gate) []string {
	var notes []string
	note := func(changes []Change, what string) {
		if len(changes) > 0 {
			notes = append(notes, some(changes)+": "+what)
		}
	}
	note(c.Surprising, "expected to fail and solved now (take it off expected-fail, then zugwatch baseline accept)")
	note(c.Hopeless, "must pass and solved by neither run (list it under expected-fail, or mend it)")
	note(c.Quarantined, "in quarantine and not as before; not judged")
	notes = append(notes, c.leftOutNotes()...)
	if claims := c.claimNote(gate); claims != "" {
		notes = append(notes, claims)
	}
	if c.Mates != nil && c.Mates.told > 0 {
		notes = append(notes, text.Count(c.Mates.told, "wrong claim")+" of a mate in quarantine; not judged")
	}
	return notes
}

// maxNoted is how many positions a note names.
const maxNoted = 5

// some names the first of some changes.
func some(changes []Change) string {
	return someOf(names(changes))
}

// doubt adds what keeps any verdict but Fail from being sure.
func (c *Comparison) doubt(r *Result, gate Gate, verdict Verdict) {
	if faults := c.faults.head; faults > gate.MaxFaults {
		r.because(Inconclusive, "%d with a fault (allowed: %d)", faults, gate.MaxFaults)
	}
	if faults := c.faults.base; faults > 0 {
		r.because(Inconclusive, "%d of the base with a fault", faults)
	}
	if verdict == Inconclusive || c.nondeterministic {
		r.because(Inconclusive, "%s: one run cannot tell a loss from chance", c.Inexact())
	}
}

// names lists the IDs.
func names(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID()
	}
	return ids
}

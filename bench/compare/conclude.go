package compare

import (
	"fmt"
	"maps"
	"slices"

	"github.com/zugwatch/zugwatch/engine/text"
)

// conclude fills in the results and the verdict.
func (c *Comparison) conclude(gate Gate) {
	c.Gates = []Result{}
	if c.Forms != nil {
		c.concludeForms(gate)
	} else {
		c.concludeSingle(gate)
	}
	c.doubtMissedLimits(gate)
	if gate.Axis == Mating {
		c.judgeClaims(&c.Gates[0], gate)
	} else if r, wrong := c.claimsResult(gate); wrong {
		c.Gates = append(c.Gates, r)
	}
	c.judgeMustSolve(&c.Gates[0])
	c.judgeExercised(&c.Gates[0], gate)
	if gate.Symmetric {
		c.judgeSymmetry(&c.Gates[0])
	}
	c.Gates[0].Notes = c.notes(gate)
	c.Verdict = c.Worse()
	if gate.Exact {
		r := c.exactResult(gate)
		c.Gates, c.Verdict = append(c.Gates, r), Worst(c.Verdict, r.Verdict)
	}
}

// judgeSymmetry adds what is known of the symmetry of scores.
func (c *Comparison) judgeSymmetry(r *Result) {
	switch e := &c.evidence; {
	case e.Asymmetric != "":
		r.addReason(Fail, "%s", e.Asymmetric)
	case e.Unflipped != "":
		r.addReason(Inconclusive, "%s", e.Unflipped)
	case e.Symmetric != "":
		r.addReason(Pass, "%s", e.Symmetric)
	}
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

// notes returns what is worth a look and changes no verdict.
func (c *Comparison) notes(gate Gate) []string {
	notes := c.Gates[0].Notes
	note := func(changes []Change, what string) {
		if len(changes) > 0 {
			notes = append(notes, someIDs(changeNames(changes))+": "+what)
		}
	}
	note(c.UnexpectedPasses, "expected to fail and solved now (take it off expected-fail, then zugwatch baseline accept)")
	note(c.UnsolvedByBoth, "must pass and solved by neither run (list it under expected-fail, or mend it)")
	note(c.Quarantined, "in quarantine and not as before; not judged")
	notes = append(notes, c.leftOutNotes()...)
	if claims := c.claimNote(gate); claims != "" {
		notes = append(notes, claims)
	}
	if c.all != nil && c.all.Refuted > 0 && gate.Axis != Nodes {
		notes = append(notes, text.Count(c.all.Refuted, "form")+" not counted: one side solves each with an impossible claim of a mate, the other makes none")
	}
	if c.all != nil && c.all.Untold > 0 && gate.Axis != Nodes {
		notes = append(notes, text.Count(c.all.Untold, "form")+" not counted: both sides play the same move, and one tells no iteration, so that its score is not known")
	}
	for i := range c.Gates {
		notes = append(notes, c.Gates[i].lossNotes()...)
	}
	if c.Mates != nil && c.Mates.told > 0 {
		notes = append(notes, text.Count(c.Mates.told, "wrong claim")+" of a mate in quarantine; not judged")
	}
	return notes
}

func (c *Comparison) concludeForms(gate Gate) {
	switch gate.Axis {
	case Nodes:
	case Tactics:
		c.Gates = append(c.Gates, c.tacticsResult(gate))
	case Rules:
		c.Gates = append(c.Gates, c.rulesResult(gate))
	default:
		c.Gates = append(c.Gates, c.shareResult(gate.Axis, gate, c.Forms, gate.LostShare()))
	}
	if c.Controls != nil {
		r := c.shareResult(Tactics, gate, c.Controls, 0)
		r.Reasons[0] = "controls: " + r.Reasons[0]
		c.Gates = append(c.Gates, r)
	}
	if gate.Axis == Nodes || gate.Total >= 0 {
		c.Gates = append(c.Gates, c.treeResult(gate))
	}
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
			text.Count(len(ids), "search"), someIDs(ids)))
	}
	if ids := c.evidence.EqualInFreshProcess; len(ids) > 0 {
		notes = append(notes, fmt.Sprintf("base and head differ in %s only by what was searched before, left out: %s (hint: clear all state at ucinewgame, or restart: 16 for the engine; strict: true judges them)",
			text.Count(len(ids), "search"), someIDs(ids)))
	}
	if n := c.excluded.late; n > 0 {
		notes = append(notes, fmt.Sprintf("base and head overran limits %s in %s, left out (hint: zugwatch doctor finds limits that the engine keeps; strict: true fails them)",
			c.Limits, text.Count(n, "search")))
	}
	if ids := slices.Sorted(maps.Keys(c.excluded.faulty)); len(ids) > 0 {
		of := "the base has a fault"
		if c.excluded.ofHead > 0 {
			of = "base and head have faults now and then,"
		}
		notes = append(notes, fmt.Sprintf("%s in %s, left out: %s (hint: zugwatch doctor shows what the engine does wrong; strict: true fails them)", of, text.Count(len(ids), "search"), someIDs(ids)))
	}
	return notes
}

package compare

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
)

// TestFormsFaults: a form with a fault says nothing, and a fault more than is allowed
// leaves the verdict open.
func TestFormsFaults(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms())
	head.Outcomes[5] = bench.Outcome{ID: head.Outcomes[5].ID, Want: "Qg6", Verdict: bench.Faulted, Fault: bench.FaultSignal}
	c, r := judgeForms(t, base, head, formGate(Zugzwang))
	if r.Verdict != Inconclusive || c.Forms.Lost.Forms != 103 || c.Failure() != failure.Engine {
		t.Errorf("%s, %d forms, kind %d: %q", r.Verdict, c.Forms.Lost.Forms, c.Failure(), r.Reasons)
	}
	gate := formGate(Zugzwang)
	gate.MaxFaults = 1
	if _, r := judgeForms(t, base, head, gate); r.Verdict != Pass {
		t.Errorf("within the tolerance: %s %q", r.Verdict, r.Reasons)
	}
}

// TestFormsBaseFaults: a few forms in which the base has a fault are left out and told, whatever the head does there.
// Many, and one under a strict gate, leave the verdict open.
func TestFormsBaseFaults(t *testing.T) {
	faulty := func(forms ...int) *bench.Run {
		run := formRun(26, lostForms())
		for _, i := range forms {
			run.Outcomes[i] = bench.Outcome{ID: run.Outcomes[i].ID, Want: "Qg6", Verdict: bench.Faulted, Fault: bench.FaultSignal}
		}
		return run
	}
	strict := formGate(Zugzwang)
	strict.Strict = true
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		gate       Gate
		want       Verdict
		left       int
	}{
		{"two of the base", faulty(5, 9), faulty(), formGate(Zugzwang), Pass, 2},
		{"the same of both", faulty(5), faulty(5), formGate(Zugzwang), Pass, 1},
		{"another of the head", faulty(5), faulty(6), formGate(Zugzwang), Inconclusive, 1},
		{"three of 104", faulty(5, 9, 13), faulty(), formGate(Zugzwang), Inconclusive, 0},
		{"under a strict gate", faulty(5), faulty(), strict, Inconclusive, 0},
	} {
		c, r := judgeForms(t, test.base, test.head, test.gate)
		notes := strings.Join(r.Notes, "; ")
		if r.Verdict != test.want || len(c.left.faulty) != test.left || c.IsUnacceptable() != (test.want == Inconclusive) {
			t.Errorf("%s: %s %q, %d left out", test.name, r.Verdict, r.Reasons, len(c.left.faulty))
		}
		if want := "the base has a fault in " + text.Count(test.left, "search") + ", left out: P."; strings.Contains(notes, want) != (test.left > 0) {
			t.Errorf("%s: notes %q", test.name, notes)
		}
	}
}

package compare

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/text"
)

// TestFormsFaults: a form with a fault says nothing, and a fault more than is allowed
// leaves the verdict open.
func TestFormsFaults(t *testing.T) {
	base, head := formRun(26, lostForms()), crashed(formRun(26, lostForms()), 5)
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

// TestFormsRetriedFaults: faults of the head that a second attempt answers are left out if the base has such faults too, in as
// many forms as chance explains.
func TestFormsRetriedFaults(t *testing.T) {
	retried := func(forms ...int) *bench.Run {
		run := formRun(80, lostForms())
		for _, i := range forms {
			run.Outcomes[i].Retried = bench.FaultSignal
		}
		return run
	}
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		want       Verdict
		note       string
	}{
		{"another of the head", retried(5), retried(6), Pass, "base and head have faults now and then, in 2 searches, left out: P."},
		{"more, by chance", retried(5), retried(6, 9, 13, 21), Pass, "base and head have faults now and then, in 5 searches, left out: P."},
		{"beyond chance", retried(5), retried(6, 9, 13, 21, 26, 31, 37, 45, 51, 60), Inconclusive, "the base has a fault in 1 search, left out: P."},
		{"the same form of both, and another", retried(5), retried(5, 6), Pass, "base and head have faults now and then, in 2 searches, left out: P."},
		{"of the head alone", retried(), retried(6), Inconclusive, ""},
		{"of the base alone", retried(5), retried(), Pass, "the base has a fault in 1 search, left out: P."},
	} {
		c, r := judgeForms(t, test.base, test.head, formGate(Zugzwang))
		if notes := strings.Join(r.Notes, "; "); r.Verdict != test.want || c.IsUnacceptable() != (test.want == Inconclusive) || !strings.Contains(notes, test.note) {
			t.Errorf("%s: %s %q, notes %q", test.name, r.Verdict, r.Reasons, notes)
		}
	}
}

// TestOtherRetriedFaults: such faults of the head alone are left out if the base has them in other suites, as far as chance
// explains those of all suites.
func TestOtherRetriedFaults(t *testing.T) {
	base, head := formRun(80, lostForms()), formRun(80, lostForms())
	head.Outcomes[6].Retried = bench.FaultSignal
	for _, test := range []struct {
		name    string
		others  RetriedFaults
		excused bool
	}{
		{"none", RetriedFaults{}, false},
		{"of the base", RetriedFaults{Base: 1}, true},
		{"of both in the same form", RetriedFaults{Both: 1}, true},
		{"of the head", RetriedFaults{Head: 9}, false},
		{"of the head beyond chance", RetriedFaults{Head: 20, Base: 1}, false},
	} {
		alone, _ := judgeForms(t, base, head, formGate(Zugzwang))
		c := must.Get(Compare(base, head, formGate(Zugzwang), Evidence{OtherRetried: test.others}))(t)
		if got := c.Verdict == Pass; got != test.excused || alone.ExcusedBy(test.others) != test.excused || c.ExcusedBy(test.others) {
			t.Errorf("%s: %s, excused %t, and again %t", test.name, c.Verdict, alone.ExcusedBy(test.others), c.ExcusedBy(test.others))
		}
	}
	strict := formGate(Zugzwang)
	strict.Strict = true
	if c, _ := judgeForms(t, base, head, strict); c.ExcusedBy(RetriedFaults{Base: 1}) {
		t.Error("excused under a strict gate")
	}
}

// TestFormsBaseFaults: a few forms in which the base has a fault are left out and told, whatever the head does there.
// Many of the base alone, faults in more than half of the forms, and one under a strict gate, leave the verdict open.
func TestFormsBaseFaults(t *testing.T) {
	faulty := func(forms ...int) *bench.Run { return crashed(formRun(26, lostForms()), forms...) }
	var most []int // forms
	for i := range 53 {
		most = append(most, i)
	}
	answered := formRun(26, lostForms()) // by a second attempt
	for _, i := range []int{5, 9, 13} {
		answered.Outcomes[i].Retried = bench.FaultSignal
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
		{"six of both", faulty(5, 9, 13, 21, 26, 31), faulty(5, 9, 13, 21, 26, 31), formGate(Zugzwang), Pass, 6},
		{"six of both, three of the base alone", faulty(5, 9, 13, 21, 26, 31, 37, 45, 51), faulty(5, 9, 13, 21, 26, 31), formGate(Zugzwang), Inconclusive, 0},
		{"three of both, which the base answers in a second attempt", answered, faulty(5, 9, 13), formGate(Zugzwang), Inconclusive, 0},
		{"more than half of both", faulty(most...), faulty(most...), formGate(Zugzwang), Inconclusive, 0},
		{"three of 104", faulty(5, 9, 13), faulty(), formGate(Zugzwang), Inconclusive, 0},
		{"under a strict gate", faulty(5), faulty(), strict, Inconclusive, 0},
	} {
		c, r := judgeForms(t, test.base, test.head, test.gate)
		notes := strings.Join(r.Notes, "; ")
		if r.Verdict != test.want || len(c.excluded.faulty) != test.left || c.HasBaseFaults() != (test.left == 0) || c.IsUnacceptable() != (test.want == Inconclusive) {
			t.Errorf("%s: %s %q, %d left out", test.name, r.Verdict, r.Reasons, len(c.excluded.faulty))
		}
		if want := "the base has a fault in " + text.Count(test.left, "search") + ", left out: P."; strings.Contains(notes, want) != (test.left > 0) {
			t.Errorf("%s: notes %q", test.name, notes)
		}
	}
}

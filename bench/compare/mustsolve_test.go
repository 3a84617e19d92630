package compare

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMustSolve: a position that must be solved fails by one unsolved form, whatever the
// base did. Under a clock it is inconclusive. A form with a fault does not count.
func TestMustSolve(t *testing.T) {
	solved := formRun(26, lostForms())
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		axis       Axis
		want       Verdict
		reason     string // empty: none of this kind
		named      string
	}{
		{"solved", solved, solved, Zugzwang, Pass, "", ""},
		{"one form lost", solved, formRun(26, lostForms(1)), Zugzwang, Fail, "must solve: P.01 in 3 of 4 forms", "P.01"},
		{"one form lost of tactics", solved, formRun(26, lostForms(1)), Tactics, Fail, "must solve: P.01 in 3 of 4 forms", "P.01"},
		{"another is lost", solved, formRun(26, lostForms(0, 1)), Zugzwang, Pass, "", ""},
		{"two", solved, formRun(26, lostForms(4, 1, 2)), Zugzwang, Fail, "must solve: P.01 in 0 of 4 forms, P.03 in 2 of 4 forms", "P.01 P.03"},
		{"as in the base", formRun(26, lostForms(1)), formRun(26, lostForms(1)), Zugzwang, Fail, "must solve: P.01 in 3 of 4 forms", "P.01"},
		{"gained in part", formRun(26, lostForms(4)), formRun(26, lostForms(2)), Zugzwang, Fail, "must solve: P.01 in 2 of 4 forms", "P.01"},
		{"under a clock", under("movetime=1s", formRun(26, lostForms())), under("movetime=1s", formRun(26, lostForms(1))), Zugzwang, Inconclusive, "must solve: P.01 in 3 of 4 forms", "P.01"},
		{"a fault", solved, crashed(formRun(26, lostForms()), 0), Zugzwang, Inconclusive, "", ""},
		{"faults in all forms", solved, crashed(formRun(26, lostForms()), 0, 1, 2, 3), Zugzwang, Inconclusive, "", ""},
	} {
		gate := formGate(test.axis)
		gate.MustSolve = []string{"P.01", "P.03"}
		c, r := judgeForms(t, test.base, test.head, gate)
		text := strings.Join(r.Reasons, "; ")
		if r.Axis != test.axis || r.Verdict != test.want || !strings.Contains(text, test.reason) || strings.Contains(text, "must solve") != (test.reason != "") {
			t.Errorf("%s: %s %s: %s", test.name, r.Axis, r.Verdict, text)
		}
		if named := strings.Join(r.Positions, " "); named != test.named {
			t.Errorf("%s: positions %q, want %q", test.name, named, test.named)
		}
		if fails := c.Failure() == failure.Regression; fails != (test.want == Fail) {
			t.Errorf("%s: failure %v", test.name, c.Failure())
		}
	}
	gate := formGate(Zugzwang)
	gate.MustSolve = []string{"P.01"}
	varied := Evidence{Nondeterministic: []Differing{{ID: "P.01"}}, Repeated: 5}
	if c := must.Get(Compare(solved, formRun(26, lostForms(1)), gate, varied))(t); c.Verdict != Pass || c.MustSolveText("P.01") != "" {
		t.Errorf("a form that the head does not repeat: %s, %q", c.Verdict, c.MustSolveText("P.01"))
	}
	if c, _ := judgeForms(t, solved, formRun(26, lostForms(1)), gate); c.MustSolveText("P.01/flip") != "must be solved in all forms, and is in 3 of 4" || c.MustSolveText("P.02") != "" {
		t.Errorf("texts: %q, %q", c.MustSolveText("P.01/flip"), c.MustSolveText("P.02"))
	}
}

// TestMustSolveSingle: the same of positions that are searched as they stand.
func TestMustSolveSingle(t *testing.T) {
	head := runOf(t, "a solved x 1", "b missed x 1")
	gate := off(func(g *Gate) { g.MaxLost, g.MustSolve = 2, []string{"a"} })
	if c, err := Compare(head, head, gate, Evidence{}); err != nil || c.Verdict != Pass {
		t.Errorf("solved: %v, %v", told(c), err)
	}
	gate.MustSolve = []string{"a", "b"}
	c, err := Compare(head, head, gate, Evidence{})
	if err != nil || c.Verdict != Fail || strings.Join(c.Gates[0].Positions, " ") != "b" || !strings.HasSuffix(strings.Join(c.Gates[0].Reasons, "; "), "must solve and does not: b") || c.MustSolveText("b") != "must be solved" {
		t.Errorf("missed by both: %v, %v", told(c), err)
	}
	faulted := runOf(t, "a solved x 1", "b crash-exit - 0")
	if c, err := Compare(head, faulted, gate, Evidence{}); err != nil || c.Verdict != Inconclusive || c.Failure() != failure.Engine {
		t.Errorf("a fault: %v, %v", told(c), err)
	}
	if c, err := Compare(under("movetime=1s", head), head, gate, Evidence{}); err != nil || c.Verdict != Inconclusive {
		t.Errorf("under a clock: %v, %v", told(c), err)
	}
}

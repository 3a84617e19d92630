package compare

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// TestDoubted: problems hidden by a fail, within one gate or beside it, are reported. A
// fail by the judged figures alone is not doubted.
func TestDoubted(t *testing.T) {
	base := []string{"a solved Qg6 100", "b solved Qg6 100"}
	lost, crashed := []string{"a missed Rb7 100", "b solved Qg6 100"}, []string{"a missed Rb7 100", "b crash-exit - 0"}
	strict, wide := formGate(Tactics), formGate(Tactics)
	wide.MaxFaults = 1
	unsteady := Evidence{Nondeterministic: []Differing{{ID: "P.01", Fields: []string{"best"}}}}
	early := claims(bench.Sooner, 2, "P.03/flip")
	missedLimitsReason := mateRun(20, func(id string, o *bench.Outcome) {
		early(id, o)
		o.Ended, o.Nodes = bench.Early, o.Nodes+1
	})
	few := formRun(25, lostForms(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4))
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		gate       Gate
		evidence   Evidence
		verdict    Verdict
		want       bool
	}{
		{"as before", runOf(t, base...), runOf(t, base...), strict, Evidence{}, Pass, false},
		{"lost", runOf(t, base...), runOf(t, lost...), strict, Evidence{}, Fail, false},
		{"must be solved", runOf(t, base...), runOf(t, lost...), Gate{MaxLost: 1, MustSolve: []string{"a"}}, Evidence{}, Fail, false},
		{"changed", runOf(t, base...), runOf(t, lost...), Gate{MaxLost: 1, Exact: true}, Evidence{}, Fail, false},
		{"wrong claims", mateRun(20, nil), mateRun(20, early), formGate(Mating), Evidence{}, Fail, false},
		{"lost forms", formRun(25, lostForms()), few, formGate(Zugzwang), Evidence{}, Fail, false},
		{"lost, and a fault", runOf(t, base...), runOf(t, crashed...), strict, Evidence{}, Fail, true},
		{"lost, and a fault that is tolerated", runOf(t, base...), runOf(t, crashed...), wide, Evidence{}, Fail, false},
		{"lost, and a fault of the base", runOf(t, "a solved Qg6 100", "b crash-exit - 0"), runOf(t, lost...), strict, Evidence{}, Fail, true},
		{"lost on one axis, and not decided on the other", under("nodes=100", runOf(t, base...)), under("nodes=100", runOf(t, lost...)), Gate{}, Evidence{}, Fail, true},
		{"lost forms, and one of two does not repeat", formRun(25, lostForms()), few, formGate(Zugzwang), Evidence{Nondeterministic: unsteady.Nondeterministic, Repeated: 2}, Fail, false},
		{"lost forms, and answered in another way", formRun(25, lostForms()), few, formGate(Zugzwang), unsteady, Fail, true},
		{"wrong claims, and missed limits", mateRun(20, nil), missedLimitsReason, formGate(Mating), Evidence{}, Fail, true},
	} {
		c, err := Compare(test.base, test.head, test.gate, test.evidence)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if c.Verdict != test.verdict || c.IsUnacceptable() != test.want {
			t.Errorf("%s: %s, doubted %t, gates %+v", test.name, c.Verdict, c.IsUnacceptable(), c.Gates)
		}
	}
}

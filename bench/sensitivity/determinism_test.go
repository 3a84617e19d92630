package sensitivity

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/engine/must"
)

// trialOf returns the engine judged against itself on the positions of three, judged so.
func trialOf(t *testing.T, judged string) (gate.Trial, compare.Gate) {
	t.Helper()
	r, o := working(t, strings.Replace(settings, "limit: nodes=2000", "limit: nodes=2000, "+judged, 1))
	found := must.Get(r.ForSuites(t.Context(), o.Gate.Engine, o.Gate.Suites))(t)
	contest := must.Get(gate.NewComparer(t.Context(), r, &o.Gate))(t)
	result := must.Get(contest.Judge(t.Context(), r, &o.Gate, found))(t)
	return result.Trials[0], o.Gate.Suites[0].Gate
}

// TestDoubtOf holds whose doing it is that a suite does not judge.
func TestDoubtOf(t *testing.T) {
	fault := func(run *bench.Run) {
		first := &run.Outcomes[0]
		*first = bench.Outcome{ID: first.ID, Want: first.Want, Verdict: bench.Faulted, Fault: bench.FaultIllegalMove}
	}
	early := func(run *bench.Run) {
		for i := range run.Outcomes {
			run.Outcomes[i].Ended = bench.Early
		}
	}
	silent := func(run *bench.Run) { run.Outcomes[0].Stable, run.Outcomes[1].Stable = nil, nil }
	both := func(change func(*bench.Run)) func(base, head *bench.Run) {
		return func(base, head *bench.Run) { change(base); change(head) }
	}
	only := func(change func(*bench.Run)) func(base, head *bench.Run) {
		return func(_, head *bench.Run) { change(head) }
	}
	const plain, formed = "gate: {nodes-solution: 5%}", "forms: 4"
	const nothing, cannot = "base: suite own judges nothing, as the verdict on the engine against itself is inconclusive: ", "suite own cannot judge it: "
	trials, gates := make(map[string]gate.Trial), make(map[string]compare.Gate)
	for _, judged := range []string{plain, formed} {
		trials[judged], gates[judged] = trialOf(t, judged)
	}
	for _, test := range []struct {
		name, judged, want string
		change             func(base, head *bench.Run)
		unsteady           []compare.Differing
	}{
		{"nobody's", plain, "", only(func(*bench.Run) {}), nil},
		{"a fault of the mutant", plain, "", only(fault), nil},
		{"a limit that the mutant does not keep", plain, "", only(early), nil},
		{"a mutant that tells too little", formed, "", only(silent), nil},
		{"a mutant that is unsteady", plain, "", only(func(*bench.Run) {}), []compare.Differing{{ID: "MATE", Fields: []string{"nodes"}}}},
		{"a fault of the base", plain, nothing, func(base, _ *bench.Run) { fault(base) }, nil},
		{"a fault of both", plain, nothing, both(fault), nil},
		{"a limit that both do not keep", plain, nothing, both(early), nil},
		{"engines that tell too little", formed, cannot, both(silent), nil},
		{"few positions", formed, cannot, only(func(*bench.Run) {}), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			trial, asked := trials[test.judged], gates[test.judged]
			base, head := *trial.Base, *trial.Run
			base.Outcomes, head.Outcomes = slices.Clone(base.Outcomes), slices.Clone(head.Outcomes)
			test.change(&base, &head)
			head.Outcomes[0].Nodes++
			trial.Base, trial.Run = &base, &head
			trial.Comparison = must.Get(compare.Compare(&base, &head, asked, compare.Evidence{Nondeterministic: test.unsteady}))(t)
			if inconclusive := trial.Comparison.Verdict == compare.Inconclusive; inconclusive == (test.name == "nobody's") {
				t.Errorf("the verdict is %s", trial.Comparison.Verdict)
			}
			said := ""
			if err := checkSuite(&trial, asked, "2026-01-02"); err != nil {
				said = err.Error()
			}
			if said == "" != (test.want == "") || !strings.HasPrefix(said, test.want) {
				t.Errorf("doubt %q, want %q", said, test.want)
			}
		})
	}
}

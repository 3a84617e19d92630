package compare

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// latelyRun returns a run of 100 positions in four forms. Every one-th form takes times as many nodes
// as the others, and the last never positions are not solved.
func latelyRun(one int, times float64, never int) *bench.Run {
	run := &bench.Run{Schema: bench.Schema, Limits: "nodes=20000", Complete: true, Suite: bench.SuiteRef{Name: "late", Digest: "d", Count: 400, Forms: 4}}
	for i := range 400 {
		nodes := 100.
		switch {
		case i >= 400-4*never:
			nodes = 0
		case i%one == one-1:
			nodes *= times
		}
		run.Outcomes = append(run.Outcomes, searched(fmt.Sprintf("P.%03d%s", i/4+1, roundNames[i%4]), i%4, uint64(nodes)))
	}
	return run
}

// TestTail: what few forms lose is seen by the mean. Of 14 forms in 400 the shift is
// 14*0.5/386, 1.8 %, which passes.
func TestTail(t *testing.T) {
	for _, test := range []struct {
		name  string
		times float64
		want  Verdict
	}{
		{"a hundred times later", 100, Fail},
		{"seven times later", 7.4, Undecided},
		{"twice later", 2, Pass},
	} {
		gate := formGate(Tactics)
		c := must.Get(Compare(latelyRun(400, 1, 0), latelyRun(28, test.times, 0), gate, Evidence{}))(t)
		r := c.Gates[0]
		told := strings.Contains(strings.Join(r.Reasons, "; "), "mean of the nodes to the solution")
		if c.Verdict != test.want || told != (test.want != Pass) {
			t.Errorf("%s: %s %q, want %s", test.name, c.Verdict, r.Reasons, test.want)
		}
		if got := c.Forms.Solution.Mean; math.Abs(got-14*0.5/386) > 1e-9 {
			t.Errorf("%s: a shift of %v, want 14 of 400 forms at 0.5", test.name, got)
		}
	}
}

// TestTailOfFewPositions: three positions of a hundred that are found 200 times later in all their forms fail by the
// error over forms, and pass by that over positions: others may be found sooner. Thirty fail by both.
func TestTailOfFewPositions(t *testing.T) {
	for _, test := range []struct {
		positions int
		want      Verdict
	}{{3, Pass}, {30, Fail}} {
		base, head := latelyRun(400, 1, 0), latelyRun(400, 1, 0)
		for i := range 4 * test.positions {
			head.Outcomes[i].Stable = &bench.Point{Depth: 5, Nodes: 19_000 + uint64(i)}
			head.Outcomes[i].Found = head.Outcomes[i].Stable
		}
		c := must.Get(Compare(base, head, formGate(Tactics), Evidence{}))(t)
		mean := c.Forms.SolutionMean
		if low := mean.Low(c.risk(formGate(Tactics))); c.Verdict != test.want || low < math.Log(1.03) {
			t.Errorf("%d positions: %s %q, lower bound %v", test.positions, c.Verdict, c.Gates[0].Reasons, low)
		}
	}
}

// TestSilent: forms that neither side solves do not hide a slow-down of the others.
func TestSilent(t *testing.T) {
	c := must.Get(Compare(latelyRun(400, 1, 50), latelyRun(1, 1.06, 50), formGate(Tactics), Evidence{}))(t)
	for _, e := range []float64{c.Forms.Solution.Mean, c.Forms.SolutionMean.Mean} {
		if math.Abs(e-math.Log(1.06)) > 1e-9 {
			t.Errorf("6 %% slower in every form that is solved: %v", e)
		}
	}
	if c.Verdict != Fail {
		t.Errorf("6 %% slower: %s %q", c.Verdict, c.Gates[0].Reasons)
	}
}

// TestLookParts: the looks share each risk, and the last one has most of it.
func TestLookParts(t *testing.T) {
	for looks, want := range map[int][]float64{0: {1}, 1: {1}, 2: {0.2, 0.8}, 3: {0.1, 0.1, 0.8}} {
		for i, part := range want {
			e := Evidence{Looks: looks, Tests: 5, More: i < len(want)-1}
			if got := e.Risk(formGate(Tactics)) / (FalseAlarms / 5); math.Abs(got-part) > 1e-12 {
				t.Errorf("look %d of %d: %v of the risk, want %v", i+1, looks, got, part)
			}
			if got := e.Passes() / FalsePasses; math.Abs(got-part) > 1e-12 {
				t.Errorf("look %d of %d: %v of false passes, want %v", i+1, looks, got, part)
			}
		}
	}
}

package compare

import (
	"math"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// undate forgets since when the solutions of every few outcomes stood.
func undate(run *bench.Run, every int) *bench.Run {
	for i := range run.Outcomes {
		if i%every == 0 {
			run.Outcomes[i].Found, run.Outcomes[i].Stable = nil, nil
		}
	}
	return run
}

// TestUnknownTimes: nodes to the solution that are not known are no figure: they are left out,
// and where they are not few the gate is not sure.
func TestUnknownTimes(t *testing.T) {
	solution := Growth(0)
	alike := func(int, int) uint64 { return 1000 }
	single := func(nodes uint64) *bench.Run {
		run := withEach(under("depth=8", formRun(50, alike)), func(o *bench.Outcome) { o.Nodes += nodes })
		run.Suite.Forms = 0
		return run
	}
	for _, test := range []struct {
		name       string
		base, head int    // every few are not known
		more       uint64 // nodes of the head, which then does not search as the base does
		want       Verdict
		reason     string
		positions  int
	}{
		{"all but one", 1000, 1000, 1, Pass, "over 199 positions", 199},
		{"in the same searches", 1, 1, 0, Pass, "over 200 positions", 200},
		{"few", 1000, 100, 1, Pass, "over 198 positions", 198},
		{"of the head", 1000, 10, 1, Inconclusive, "nodes to the solution of 20 of 200 positions are not known: the engine tells too few of its iterations", 180},
		{"of the base", 10, 1000, 1, Inconclusive, "20 of 200 positions are not known", 180},
		{"none known", 1, 1, 1, Inconclusive, "200 of 200 positions are not known", 0},
	} {
		base, head := undate(single(0), test.base), undate(single(test.more), test.head)
		c, r := judgeForms(t, base, head, Gate{Axis: Nodes, Total: Unlimited, Position: Unlimited, Solution: &solution})
		if text := strings.Join(r.Reasons, "; "); r.Verdict != test.want || !strings.Contains(text, test.reason) {
			t.Errorf("%s: %s %s", test.name, r.Verdict, text)
		}
		if c.Solution == nil && test.positions > 0 || c.Solution != nil && (c.Solution.Positions != test.positions || c.Solution.Mean != 1) {
			t.Errorf("%s: %+v", test.name, c.Solution)
		}
	}
}

// TestUnknownTimesForms: the same for forms. A side that missed the solution counts with the
// limit.
func TestUnknownTimesForms(t *testing.T) {
	base, head := formRun(70, chaotic(1, 1)), undate(formRun(70, chaotic(2, 1)), 5)
	c, r := judgeForms(t, base, head, formGate(Tactics))
	solved := 0
	for i := range head.Outcomes {
		solved += boolToInt(head.Outcomes[i].HasUnknownTime())
	}
	if r.Verdict != Inconclusive || c.Forms.UnknownTimes != solved || c.Forms.Solution.Forms != 280-solved || math.Abs(c.Forms.Solution.Mean) > 0.1 {
		t.Errorf("%s %q, %+v", r.Verdict, r.Reasons, c.Forms.Solution)
	}
	if !strings.Contains(strings.Join(r.Reasons, "; "), "of 280 forms are not known") {
		t.Errorf("%q", r.Reasons)
	}
	c, r = judgeForms(t, undate(base, 1), undate(head, 1), formGate(Tactics))
	if r.Verdict != Inconclusive || c.Forms.Solution.Forms != 0 || strings.Contains(strings.Join(r.Reasons, "; "), "NaN") {
		t.Errorf("none known: %s %q, %+v", r.Verdict, r.Reasons, c.Forms.Solution)
	}
}

// TestUnknownTimesCost checks that the cost is taken from the positions that both sides tell.
func TestUnknownTimesCost(t *testing.T) {
	with, without := taxRun("depth=9", 200, 50, 800), taxRun("depth=9", 100, 100, 100)
	with.Outcomes[1].Stable, without.Outcomes[2].Stable = nil, nil
	cost, err := CompareNullMove(with, without)
	if err != nil || cost.Both != 3 || cost.Undated != 2 || cost.Spent != [2]uint64{200, 100} || math.Abs(cost.Ratio-2) > 1e-9 {
		t.Errorf("%+v, %v", cost, err)
	}
}

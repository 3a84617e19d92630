package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// TestSameNodes: under a limit by depth a side that misses a form in fewer nodes than the other needs for it
// loses nothing. Of zugzwangs, and under a limit by nodes, it does.
func TestSameNodes(t *testing.T) {
	for _, test := range []struct {
		axis   Axis
		limits string
		nodes  uint64 // of the head, where the base needs 2000
		want   int    // forms that the head solves less
	}{
		{Tactics, "depth=9", 1999, 0},
		{Tactics, "depth=9", 2000, 4},
		{Mating, "depth=9", 1999, 0},
		{Zugzwang, "depth=9", 1999, 4},
		{Tactics, "nodes=20000", 1999, 4},
		{Tactics, "depth=9,nodes=20000", 1999, 4},
	} {
		base := formRun(25, func(int, int) uint64 { return 2000 })
		head := formRun(25, func(position, form int) uint64 {
			if position == 0 {
				return 0
			}
			return 2100
		})
		base.Limits, head.Limits = test.limits, test.limits
		for i := range 4 {
			head.Outcomes[i].Nodes = test.nodes
		}
		c, _ := judgeForms(t, base, head, formGate(test.axis))
		if uncounted := strings.Contains(c.Forms.solvedText(), "(4 not counted:"); uncounted != (test.want == 0) {
			t.Errorf("%s under %s: %s", test.axis, test.limits, c.Forms.solvedText())
		}
		if got := c.Forms.SolvedBase - c.Forms.SolvedHead; got != test.want {
			t.Errorf("%s under %s in %d nodes: %d forms lost, want %d", test.axis, test.limits, test.nodes, got, test.want)
		}
	}
}

// TestRefutedForms: forms that a side solves with an impossible claim of a mate are neither lost nor gained where the other
// side makes none. Where both make such claims, they are compared.
func TestRefutedForms(t *testing.T) {
	for _, test := range []struct {
		name          string
		base, head    bench.Flaw
		baseNodes     uint64 // to the solution, 0: missed
		headNodes     uint64
		lost, refuted int
	}{
		{name: "base refuted", base: bench.LineLonger, baseNodes: 2000, refuted: 4},
		{name: "head refuted", head: bench.LineLonger, headNodes: 2000, refuted: 4},
		{name: "both refuted", base: bench.LineLonger, head: bench.LineLonger, baseNodes: 2000, lost: 4},
		{name: "the head misses by it", head: bench.LineLonger, baseNodes: 2000, lost: 4},
		{name: "line of another move", base: bench.OtherMove, baseNodes: 2000, lost: 4},
		{name: "both solve", base: bench.LineLonger, baseNodes: 2000, headNodes: 2000, refuted: 4},
		{name: "cut short", base: bench.CutShort, baseNodes: 2000, lost: 4},
	} {
		first := func(nodes uint64) func(int, int) uint64 {
			return func(position, _ int) uint64 {
				if position == 0 {
					return nodes
				}
				return 2000
			}
		}
		base, head := formRun(25, first(test.baseNodes)), formRun(25, first(test.headNodes))
		for i := range 4 {
			base.Outcomes[i].Mate.Flaw, head.Outcomes[i].Mate.Flaw = test.base, test.head
		}
		c, r := judgeForms(t, base, head, formGate(Zugzwang))
		if f := c.Forms; f.SolvedBase-f.SolvedHead != test.lost || f.Refuted != test.refuted {
			t.Errorf("%s: %d forms lost and %d refuted (expected %d and %d)", test.name, f.SolvedBase-f.SolvedHead, f.Refuted, test.lost, test.refuted)
		}
		want := []string{}
		if test.refuted > 0 {
			want = append(want, "4 forms not counted: one side solves each with an impossible claim of a mate, the other makes none")
		}
		if !slices.Equal(r.Notes, want) {
			t.Errorf("%s: notes %q", test.name, r.Notes)
		}
	}
}

// TestMissedUntold: a form that a side misses for a score that it does not tell is neither lost nor gained. It is lost where that
// side plays another move or tells an iteration, and where neither side tells one.
func TestMissedUntold(t *testing.T) {
	for _, test := range []struct {
		name             string
		depth, baseDepth int
		best             string
		nodes            uint64
		swapped          bool
		lost, untold     int
	}{
		{name: "no iteration", baseDepth: 9, best: "Qg6", nodes: 300, untold: 4},
		{name: "no iteration of the base", baseDepth: 9, best: "Qg6", nodes: 300, swapped: true, untold: 4},
		{name: "another move", baseDepth: 9, best: "Kh1", nodes: 300, lost: 4},
		{name: "an iteration", depth: 9, baseDepth: 9, best: "Qg6", nodes: 300, lost: 4},
		{name: "no nodes", baseDepth: 9, best: "Qg6", lost: 4},
		{name: "neither tells one", best: "Qg6", nodes: 300, lost: 4},
	} {
		base, head := formRun(25, func(int, int) uint64 { return 2000 }), formRun(25, func(int, int) uint64 { return 2000 })
		for i := range 4 {
			base.Outcomes[i].Best, base.Outcomes[i].Depth = "Qg6", test.baseDepth
			o := &head.Outcomes[i]
			o.Best, o.Depth, o.Nodes, o.Verdict, o.Stable = test.best, test.depth, test.nodes, bench.Missed, nil
		}
		if test.swapped {
			base, head = head, base
		}
		c, r := judgeForms(t, base, head, formGate(Zugzwang))
		if f := c.Forms; f.SolvedBase-f.SolvedHead != test.lost || f.Untold != test.untold {
			t.Errorf("%s: %d forms lost and %d untold (expected %d and %d)", test.name, f.SolvedBase-f.SolvedHead, f.Untold, test.lost, test.untold)
		}
		const note = "4 forms not counted: both sides play the same move, and one tells no iteration, so that its score is not known"
		if slices.Contains(r.Notes, note) != (test.untold > 0) {
			t.Errorf("%s: notes %q", test.name, r.Notes)
		}
	}
}

// TestRefutedNodes checks that a suite of nodes has no note on forms that are not counted: their nodes are.
func TestRefutedNodes(t *testing.T) {
	base, head := formRun(25, func(int, int) uint64 { return 2000 }), formRun(25, func(int, int) uint64 { return 2000 })
	base.Outcomes[0].Mate.Flaw = bench.LineLonger
	if c, r := judgeForms(t, base, head, formGate(Nodes)); c.Forms.Refuted != 1 || len(r.Notes) > 0 {
		t.Errorf("%d refuted, notes %q", c.Forms.Refuted, r.Notes)
	}
}

package compare

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// copyForms makes forms of a run those of others, in all positions from one on.
func copyForms(run *bench.Run, from int, of map[int]int) *bench.Run {
	for i := 4 * from; i < len(run.Outcomes); i += 4 {
		for form, other := range of {
			id := run.Outcomes[i+form].ID
			run.Outcomes[i+form] = run.Outcomes[i+other]
			run.Outcomes[i+form].ID = id
		}
	}
	return run
}

// TestTwins: forms that both engines search as others, to the node, count once.
func TestTwins(t *testing.T) {
	const flip, mirror, turn = 1, 2, 3
	turned := map[int]int{flip: 0, turn: mirror}
	for _, test := range []struct {
		name       string
		positions  int
		from       int // the first position whose forms are alike
		base, head map[int]int
		want       []string
	}{
		{"none", 40, 0, nil, nil, nil},
		{"colors", 40, 0, turned, turned, []string{"flip", "turn"}},
		{"wings", 40, 0, map[int]int{mirror: 0, turn: flip}, map[int]int{mirror: 0, turn: flip}, []string{"mirror", "turn"}},
		{"both together", 40, 0, map[int]int{turn: 0, mirror: flip}, map[int]int{turn: 0, mirror: flip}, []string{"mirror", "turn"}},
		{"all", 40, 0, map[int]int{flip: 0, mirror: 0, turn: 0}, map[int]int{flip: 0, mirror: 0, turn: 0}, []string{"flip", "mirror", "turn"}},
		{"only one engine", 40, 0, turned, nil, nil},
		{"nearly all positions", 40, 10, turned, turned, []string{"flip", "turn"}},
		{"too few positions of all", 40, 11, turned, turned, nil},
		{"few positions", 7, 0, turned, turned, nil},
	} {
		base := copyForms(formRun(test.positions, chaotic(1, 1)), test.from, test.base)
		head := copyForms(formRun(test.positions, chaotic(2, 1)), test.from, test.head)
		c, _ := judgeForms(t, base, head, formGate(Tactics))
		if !slices.Equal(c.EquivalentSymmetries, test.want) {
			t.Errorf("%s: twins %q, want %q", test.name, c.EquivalentSymmetries, test.want)
		}
		alike := 0
		if len(test.want) > 0 {
			alike = (test.positions - test.from) * len(test.want)
		}
		if forms := 4*test.positions - alike; c.Forms.Solution.Forms != forms || c.Forms.Lost.Forms != forms || c.Forms.Tree.Forms != forms {
			t.Errorf("%s: statistics over %d, %d and %d forms, want %d", test.name, c.Forms.Solution.Forms, c.Forms.Lost.Forms, c.Forms.Tree.Forms, forms)
		}
		twin, first, last := c.EquivalentForms(base, head), "P.01/", fmt.Sprintf("P.%02d/", test.positions)
		for _, symmetry := range []string{"flip", "mirror", "turn"} {
			found := slices.Contains(test.want, symmetry)
			if twin(last+symmetry) != found || twin(first+symmetry) != (found && test.from == 0) {
				t.Errorf("%s: %s is a twin: %t in the first, %t in the last position", test.name, symmetry, twin(first+symmetry), twin(last+symmetry))
			}
		}
		if twin("P.01") || twin("P.01/2") {
			t.Errorf("%s: a position as it stands is a twin", test.name)
		}
	}
}

// TestEqualRounds: forms of later rounds that both engines search as those before, to the node, count once. One that a side
// searches differently counts.
func TestEqualRounds(t *testing.T) {
	const positions, symmetries = 20, 4
	rounds := func(seed uint64, copied bool) *bench.Run {
		run, later := formRun(positions, chaotic(seed, 1)), formRun(positions, chaotic(seed+100, 1))
		run.Suite.Forms, run.Suite.Count = 2*symmetries, 2*symmetries*positions
		both := run.Outcomes[:0:0]
		for i := 0; i < len(run.Outcomes); i += symmetries {
			both = append(both, run.Outcomes[i:i+symmetries]...)
			for form, name := range []string{"/2", "/flip2", "/mirror2", "/turn2"} {
				o := later.Outcomes[i+form]
				if copied {
					o = run.Outcomes[i+form]
				}
				o.ID = run.Suite.Position(run.Outcomes[i].ID) + name
				both = append(both, o)
			}
		}
		run.Outcomes = both
		return run
	}
	for _, test := range []struct {
		name       string
		base, head bool
		changed    bool // the head misses one form of a later round
		forms      int
	}{
		{"none", false, false, false, 2 * symmetries * positions},
		{"only one engine", true, false, false, 2 * symmetries * positions},
		{"both", true, true, false, symmetries * positions},
		{"both, except one form", true, true, true, symmetries*positions + 1},
	} {
		base, head := rounds(1, test.base), rounds(2, test.head)
		if o := &head.Outcomes[5]; test.changed {
			o.Verdict, o.Stable = bench.Missed, nil
		}
		c, _ := judgeForms(t, base, head, formGate(Tactics))
		if want := test.base && test.head; c.EqualRounds != want || c.Forms.Tree.Forms != test.forms || c.Forms.Lost.Forms != test.forms {
			t.Errorf("%s: equal rounds %t, statistics over %d and %d forms, want %t and %d", test.name, c.EqualRounds, c.Forms.Tree.Forms, c.Forms.Lost.Forms, want, test.forms)
		}
	}
}

// TestTwinsDiffer: of an engine that turns the board a fault of one color alone is judged, in
// however few positions.
func TestTwinsDiffer(t *testing.T) {
	turned := map[int]int{1: 0, 3: 2}
	base, head := copyForms(formRun(80, chaotic(1, 1)), 0, turned), copyForms(formRun(80, chaotic(1, 1)), 0, turned)
	for i := 1; i < 4*16; i += 2 { // flip and turn of one position in five
		head.Outcomes[i].Verdict, head.Outcomes[i].Stable = bench.Missed, nil
	}
	c, r := judgeForms(t, base, head, formGate(Tactics))
	if !slices.Equal(c.EquivalentSymmetries, []string{"flip", "turn"}) || r.Verdict != Fail || c.Forms.Changed == 0 {
		t.Errorf("twins %q: %s %q", c.EquivalentSymmetries, r.Verdict, r.Reasons)
	}
	mended, _ := judgeForms(t, head, base, formGate(Tactics))
	if mended.Forms.Changed != c.Forms.Changed || mended.Forms.Lost.Mean != -c.Forms.Lost.Mean {
		t.Errorf("the other way round %d forms differ, want %d", mended.Forms.Changed, c.Forms.Changed)
	}
}

// TestTwinsTree: the nodes of an engine that turns the board are judged although each position has
// only one independent form.
func TestTwinsTree(t *testing.T) {
	of := func(run *bench.Run) *bench.Run {
		run.Suite.Forms, run.Limits = 2, "depth=8"
		kept := run.Outcomes[:0]
		for i := range run.Outcomes {
			if o := run.Outcomes[i]; i%4 < 2 {
				if o.Stable != nil {
					o.Nodes = o.Stable.Nodes
				}
				kept = append(kept, o)
			}
		}
		run.Outcomes = kept
		return run
	}
	turned := map[int]int{1: 0}
	base := of(copyForms(formRun(40, chaotic(1, 1)), 0, turned))
	for _, test := range []struct {
		cost float64
		want Verdict
	}{{1, Pass}, {1.2, Undecided}, {1.9, Fail}} {
		head := of(copyForms(formRun(40, chaotic(2, test.cost)), 0, turned))
		c, r := judgeForms(t, base, head, Gate{Axis: Nodes, Total: 50, Position: Unlimited})
		if e := c.Tree(); r.Verdict != test.want || e.Forms != 40 || len(r.Effects) != 1 || math.IsInf(r.Effects[0].High, 0) {
			t.Errorf("%v times the nodes: %s %q", test.cost, r.Verdict, r.Reasons)
		}
	}
}

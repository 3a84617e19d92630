package compare

import (
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
		if !slices.Equal(c.Twins, test.want) {
			t.Errorf("%s: twins %q, want %q", test.name, c.Twins, test.want)
		}
		if forms := test.positions * (4 - len(test.want)); c.Forms.Solution.Forms != forms || c.Forms.Lost.Forms != forms || c.Forms.Tree.Forms != forms {
			t.Errorf("%s: statistics over %d, %d and %d forms, want %d", test.name, c.Forms.Solution.Forms, c.Forms.Lost.Forms, c.Forms.Tree.Forms, forms)
		}
		for id, symmetry := range map[string]string{"P.01": "", "P.01/2": "", "P.01/turn": "turn", "P.01/flip3": "flip"} {
			if c.Twin(id) != slices.Contains(test.want, symmetry) {
				t.Errorf("%s: %s is a twin: %t", test.name, id, c.Twin(id))
			}
		}
	}
}

// TestTwinsLevel: of an engine that turns the board equal programs are not red more often than
// of others. Were its forms counted as four draws, they would be.
func TestTwinsLevel(t *testing.T) {
	turned := map[int]int{1: 0, 3: 2}
	red, bold := 0, 0
	const draws = 400
	for seed := range uint64(draws) {
		base := copyForms(formRun(40, chaotic(2*seed+1, 1)), 0, turned)
		head := copyForms(formRun(40, chaotic(2*seed+2, 1)), 0, turned)
		c, _ := judgeForms(t, base, head, formGate(Tactics))
		red += count01(c.Forms.Solution.Low(0.05) > 0)
		c.Twins = nil
		c.compareForms(base, head, formGate(Tactics))
		bold += count01(c.Forms.Solution.Low(0.05) > 0)
	}
	if red > draws*8/100 || bold < draws*8/100 {
		t.Errorf("%d of %d equal programs look worse at 5 %%, and %d with each form counted", red, draws, bold)
	}
}

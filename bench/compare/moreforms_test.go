package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestFewSolved: nodes to the solution of a few positions fail nothing, however many others neither side solves.
func TestFewSolved(t *testing.T) {
	run := func(solved int, nodes uint64) *bench.Run {
		return formRun(60, func(position, form int) uint64 {
			if position >= solved {
				return 0
			}
			return nodes + uint64(form)
		})
	}
	gate := formGate(Tactics)
	allowed := Growth(30)
	gate.Solution = &allowed
	for _, test := range []struct {
		solved int
		more   bool
		want   Verdict
	}{{MinInterval - 1, false, Inconclusive}, {MinInterval - 1, true, Undecided}, {MinInterval, false, Fail}} {
		c := must.Get(Compare(run(test.solved, 1000), run(test.solved, 1400), gate, Evidence{More: test.more, Looks: 2}))(t)
		if r := c.Gates[0]; r.Verdict != test.want || (test.want != Fail) != strings.Contains(r.Reason(), "nodes to the solution of 7 positions give no interval (expected 8 or more that a side solves)") {
			t.Errorf("%d solved, more %t: %s %q", test.solved, test.more, r.Verdict, r.Reasons)
		}
	}
}

// TestFormsMore: too few solved forms wait for more of them, where there are.
func TestFormsMore(t *testing.T) {
	base, head := formRun(1, lostForms()), formRun(1, lostForms(1))
	for more, want := range map[bool]Verdict{true: Undecided, false: Inconclusive} {
		c, err := Compare(base, head, formGate(Zugzwang), Evidence{More: more, Looks: 2})
		if err != nil || c.Verdict != want || !strings.Contains(c.Gates[0].Reasons[0], "too few are solved") {
			t.Errorf("more %t: %v, %+v", more, err, c.Gates)
		}
	}
}

// TestFormsWouldDecide: a share that is not decided says how many forms would, if they were like
// these: to pass by the interval, or to fail by chance.
func TestFormsWouldDecide(t *testing.T) {
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		axis       Axis
		want       string
	}{
		{"little lost", formRun(26, lostForms()), formRun(26, lostForms(1, 1)), Zugzwang, "about 6 forms of each position would decide"},
		{"much lost, hardly by chance", formRun(26, lostForms()), formRun(26, lostForms(2, 2, 2)), Zugzwang, "about 5 forms of each position would decide"},
		{"much lost and gained", formRun(26, lostForms(0, 0, 0, 4, 4)), formRun(26, lostForms(4, 4, 3)), Zugzwang, "about 43 forms of each position would decide"},
		{"as much lost as is allowed", formRun(80, lostForms(0, 0, 0, 4)), formRun(80, lostForms(4, 4, 4)), Mating, "about 166 forms of each position would decide"},
		{"tactics", formRun(80, lostForms()), formRun(80, lostForms(4, 2, 2, 1)), Tactics, "about 56 forms of each position would decide"},
		{"little lost of few positions", formRun(20, lostForms()), formRun(20, lostForms(1)), Tactics, "about 8 forms of each position would decide"},
		{"few mates lost of few", formRun(20, lostForms()), formRun(20, lostForms(1)), Mating, "about 8 forms of each position would decide"},
	} {
		_, r := judgeForms(t, test.base, test.head, formGate(test.axis))
		if text := strings.Join(r.Reasons, "; "); r.Verdict != Undecided || !strings.Contains(text, test.want) {
			t.Errorf("%s: %s %q, want %q", test.name, r.Verdict, r.Reasons, test.want)
		}
	}
}

// TestMatesOfOneFamily: mates of one family that are lost in all forms may be chance, which more forms would not refute.
func TestMatesOfOneFamily(t *testing.T) {
	families := make(map[string]string)
	for i := range 8 {
		families[fmt.Sprintf("P.%02d", i+1)] = "KRKN"
	}
	solved := func(lost int) *bench.Run { // the forms of a position are copies
		return formRun(80, func(position, form int) uint64 {
			if position < lost {
				return 0
			}
			return 1000 * uint64(position/8+1)
		})
	}
	base, head := solved(0), solved(8)
	r := must.Get(Compare(base, head, formGate(Mating), Evidence{Families: families}))(t).Gates[0]
	if text := strings.Join(r.Reasons, "; "); r.Verdict != Undecided || !strings.Contains(text, "the loss is in too few families, so that more forms would not decide") {
		t.Errorf("%s %q", r.Verdict, r.Reasons)
	}
}

package compare

import (
	"slices"
	"testing"
)

// TestLossNotes: a gate that passes tells of a loss whose whole interval lies above zero. No other gate does, nor one of
// zugzwangs, nor a single search, whose interval has no width.
func TestLossNotes(t *testing.T) {
	sure, level := Effect{"lost share", 0.002, 0.0119, 0.0194, 0.02, Pass}, Effect{"lost share", -0.002, 0.0119, 0.0194, 0.02, Pass}
	note := []string{"lost share +1.2% (+0.2% to +1.9%): worse than the base, within the allowed +2.0%"}
	for _, test := range []struct {
		name    string
		axis    Axis
		verdict Verdict
		effects []Effect
		want    []string
	}{
		{"a sure loss", Mating, Pass, []Effect{level, sure}, note},
		{"it may be chance", Tactics, Pass, []Effect{level}, nil},
		{"a failure", Tactics, Fail, []Effect{sure}, nil},
		{"zugzwangs", Zugzwang, Pass, []Effect{sure}, nil},
		{"single searches", Nodes, Pass, []Effect{{"nodes", 0.03, 0.03, 0.03, 0.05, Pass}}, nil},
	} {
		r := Result{Axis: test.axis, Verdict: test.verdict, Effects: test.effects}
		if got := r.lossNotes(); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestReason: the first reason with the verdict decided, or the first of all where it passes.
func TestReason(t *testing.T) {
	for _, test := range []struct {
		verdicts []Verdict
		want     string
	}{
		{nil, ""},
		{[]Verdict{Pass, Pass}, "0"},
		{[]Verdict{Pass, Fail, Fail}, "1"},
		{[]Verdict{Undecided, Pass, Fail}, "2"},
		{[]Verdict{Undecided, Pass}, "0"},
	} {
		r := Result{Verdict: Pass}
		for i, v := range test.verdicts {
			r.addReason(v, "%d", i)
		}
		if got := r.Reason(); got != test.want {
			t.Errorf("%v: %q, want %q", test.verdicts, got, test.want)
		}
	}
}

// TestLossNotesOfComparison: the notes of all gates stand with the first.
func TestLossNotesOfComparison(t *testing.T) {
	c := &Comparison{Gates: []Result{{Axis: Tactics, Verdict: Pass}, {Axis: Nodes, Verdict: Pass, Effects: []Effect{{"nodes", 0.01, 0.02, 0.03, 0.05, Pass}}}}}
	if got, want := c.notes(Gate{}), []string{"nodes +2.0% (+1.0% to +3.0%): worse than the base, within the allowed +5.0%"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

package bisect

import (
	"math"
	"strconv"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/failure"
)

// TestAnswerOf: forms are counted and their nodes summed up; a fault of one is one of all.
func TestAnswerOf(t *testing.T) {
	run := &bench.Run{Outcomes: []bench.Outcome{
		{ID: "p", Verdict: bench.Solved, Best: "e4", Nodes: 3}, {ID: "p/flip", Verdict: bench.Missed, Nodes: 4}, {ID: "p/2", Verdict: bench.Solved, Nodes: 5},
	}}
	if a := answerOf(run); a.Solved != 2 || a.Forms != 3 || a.Nodes != 12 || a.Best != "e4" || a.counts() != "2 of 3 forms" {
		t.Errorf("got %+v", a)
	}
	run.Outcomes[1] = bench.Outcome{Verdict: bench.Faulted, Fault: bench.FaultSignal}
	if a := answerOf(run); a.Verdict != bench.Faulted || a.Fault != bench.FaultSignal {
		t.Errorf("with a fault: %+v", a)
	}
}

// TestRule: the probabilities that the comment of answer states.
func TestRule(t *testing.T) {
	chance := func(good, other int) float64 {
		return effect.PermutationPValue([]effect.Solved{{Base: good, Head: other, Forms: DefaultForms}})
	}
	// bad is the probability of being taken for bad where each form is solved with p.
	bad := func(p float64) (sum float64) {
		for solved := range DefaultForms + 1 {
			if !(&answer{Solved: solved, Forms: DefaultForms}).lostFrom(&answer{Solved: DefaultForms, Forms: DefaultForms}) {
				continue
			}
			ways := math.Gamma(DefaultForms+1) / math.Gamma(float64(solved)+1) / math.Gamma(float64(DefaultForms-solved)+1)
			sum += ways * math.Pow(p, float64(solved)) * math.Pow(1-p, float64(DefaultForms-solved))
		}
		return sum
	}
	for _, test := range []struct {
		name string
		got  float64
		want string // to as many places
	}{
		{"eight", chance(8, 3), "0.013"},
		{"seven", chance(7, 3), "0.059"},
		{"good at 0.9", bad(0.9), "0.0004"},
		{"good at 0.8", bad(0.8), "0.010"},
		{"bad at 0.1", 1 - bad(0.1), "0.005"},
	} {
		if got := strconv.FormatFloat(test.got, 'f', len(test.want)-len("0."), 64); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestCheckForms: numbers of forms that say nothing are refused.
func TestCheckForms(t *testing.T) {
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Position: "a"}, ""},
		{Options{Position: "a", Forms: 16}, ""},
		{Options{Position: "a/flip", Forms: 1}, ""},
		{Options{Position: "a/flip"}, ""},
		{Options{Position: "a", Metric: Nodes}, ""},
		{Options{Position: "a", Forms: 33}, "flag --forms=33 (expected a number from 1 to 32)"},
		{Options{Position: "a", Forms: -1}, "flag --forms=-1 (expected a number from 1 to 32)"},
		{Options{Position: "a", Forms: 2}, "flag --forms=2: chance explains any difference of so few (expected 1, or 3 and more)"},
		{Options{Position: "a", Forms: 4, Metric: Nodes}, "flag --forms=4: nodes are compared of the position as it stands (expected 1, or --metric solved)"},
		{Options{Position: "a/flip", Forms: 4}, "flag --forms=4: a/flip is a form itself (expected 1, or the position without /flip)"},
	} {
		err := test.o.checkForms()
		if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want || failure.Of(err) != failure.Input) {
			t.Errorf("%+v: %v, want %q", test.o, err, test.want)
		}
	}
}

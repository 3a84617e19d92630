package gate

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// TestSilent: an engine is silent that leaves out iterations in three of five searches; what has a
// fault says nothing.
func TestSilent(t *testing.T) {
	search := func(depths ...int) bench.Outcome {
		o := bench.Outcome{Verdict: bench.Missed}
		if len(depths) > 0 {
			list := make(bench.Iterations, len(depths))
			for i, depth := range depths {
				list[i].Depth = depth
			}
			o.Iterations = &list
		}
		return o
	}
	all, few, none, fault := search(1, 2, 3, 4), search(5, 6, 7), search(), bench.Outcome{Verdict: bench.Faulted}
	for name, test := range map[string]struct {
		searches []bench.Outcome
		want     bool
	}{
		"all told":       {[]bench.Outcome{all, all, all, all, all}, false},
		"from the fifth": {[]bench.Outcome{few, few, few, all, all}, true},
		"each second":    {[]bench.Outcome{search(1, 3, 5), search(1, 3), search(2, 4), all, all}, true},
		"without depth":  {[]bench.Outcome{search(0), search(0), search(0), all, all}, true},
		"two are few":    {[]bench.Outcome{few, none, all, all, all}, false},
		"nothing":        {[]bench.Outcome{none, none, none, none, none}, true},
		"faults":         {[]bench.Outcome{fault, fault, fault, none, none}, false},
		"mates at once":  {[]bench.Outcome{search(1), search(1), search(1), few, none}, false},
		"no search done": {nil, false},
	} {
		if got := silent(&bench.Run{Outcomes: test.searches}); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// TestUnfit: why an engine is not judged by mates.
func TestUnfit(t *testing.T) {
	run := func(solved, missed int, more ...bench.Outcome) *bench.Run {
		r := &bench.Run{Limits: "nodes=9", Outcomes: more}
		for i := range solved + missed {
			o := bench.Outcome{Verdict: bench.Solved, Want: "#3"}
			if i >= solved {
				o.Verdict = bench.Missed
			}
			r.Outcomes = append(r.Outcomes, o)
		}
		return r
	}
	claim := bench.Outcome{ID: "M.1", Verdict: bench.Missed, Want: "Qa1, #3", Mate: bench.MateClaim{Flaw: bench.Sooner, Claim: engine.MateIn(2)}}
	short := bench.Outcome{ID: "M.2", Verdict: bench.Solved, Want: "#3", Mate: bench.MateClaim{Flaw: bench.CutShort, Claim: engine.MateIn(3)}}
	for _, test := range []struct {
		name string
		run  *bench.Run
		want string
	}{
		{"sound", run(5, 95), ""},
		{"a line that is cut short", run(5, 95, short), ""},
		{"too few", run(4, 96), "it solves 4 of 100 under nodes=9, too few"},
		{"a wrong claim", run(50, 0, claim), "it claims #2 of M.1, where it is Qa1, #3 (sooner)"},
		{"a fault", run(50, 0, bench.Outcome{Verdict: bench.Faulted, Want: "#3"}), "1 of 51 searches ended with a fault"},
	} {
		if got := unfit(test.run); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

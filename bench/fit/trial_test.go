package fit

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// TestSilent: an engine is silent if it leaves out iterations in three of five searches. A search
// with a fault does not count.
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
		if got := isSilent(&bench.Run{Outcomes: test.searches}); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// TestFailureText: three faults of five searches say that the engine cannot be asked so. So do two faults and a search that overran.
func TestFailureText(t *testing.T) {
	fault, found := bench.Outcome{Verdict: bench.Faulted, Fault: bench.FaultIllegalMove}, bench.Outcome{Verdict: bench.Missed}
	run := &bench.Run{Suite: bench.SuiteRef{Name: "wac"}, Limits: "nodes=5", Outcomes: []bench.Outcome{found, fault, fault, found, found}}
	if got := failureText(run); got != "" {
		t.Errorf("two faults: %s", got)
	}
	run.Outcomes[0].Ended = bench.Late
	if got, want := failureText(run), "suite wac: 2 of the 5 searches that were tried first failed under limits nodes=5, first with illegal-bestmove, and 1 missed them"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	run.Outcomes[0].Ended, run.Outcomes[4] = bench.InLimit, fault
	const want = "suite wac: 3 of the 5 searches that were tried first failed under limits nodes=5, first with illegal-bestmove"
	if got := failureText(run); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

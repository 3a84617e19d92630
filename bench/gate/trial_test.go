package gate

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/must"
)

// judgedRun returns a trial of two positions that the base solves: the head solves each (solved),
// misses it (missed) or crashes (crash).
func judgedRun(t *testing.T, suite, limits string, base, head [2]string) Trial {
	t.Helper()
	run := func(words [2]string) *bench.Run {
		r := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: suite, Digest: "d", Count: 2}, Limits: limits, Complete: true}
		for i, word := range words {
			o := bench.Outcome{ID: string(rune('a' + i)), Want: "Qg6", Best: "Qg6", Verdict: bench.Solved, Nodes: 100}
			switch word {
			case "missed":
				o.Best, o.Verdict = "Rb7", bench.Missed
			case "crash":
				o = bench.Outcome{ID: o.ID, Want: o.Want, Verdict: bench.Faulted, Fault: bench.FaultExit}
			}
			r.Outcomes = append(r.Outcomes, o)
		}
		return r
	}
	gate := compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited}
	return Trial{Comparison: must.Get(compare.Compare(run(base), run(head), gate, compare.Evidence{}))(t)}
}

// TestAcceptWorse: a fail by the judgement of gates is no failure if it is accepted. A problem
// hidden behind it, in the same suite or another, is then the failure.
func TestAcceptWorse(t *testing.T) {
	solved, missed := [2]string{"solved", "solved"}, [2]string{"missed", "solved"}
	good := judgedRun(t, "good", "depth=9", solved, solved)
	worse := judgedRun(t, "worse", "depth=9", solved, missed)
	crash := judgedRun(t, "crash", "depth=9", solved, [2]string{"solved", "crash"})
	both := judgedRun(t, "both", "depth=9", solved, [2]string{"missed", "crash"})
	base := judgedRun(t, "base", "depth=9", [2]string{"solved", "crash"}, solved)
	clock := judgedRun(t, "clock", "movetime=1s", solved, missed)
	shifted := judgedRun(t, "shifted", "depth=9", solved, solved)
	shifted.Shifts = &profile.Shifts{Gate: true, Functions: []profile.FunctionDelta{{Flat: profile.Delta{Base: 0.1, Head: 0.2, Change: 0.1, Error: 0.005, Clear: true}}}}
	for _, test := range []struct {
		name     string
		trials   []Trial
		left     []LeftOut
		verdict  compare.Verdict
		accepted bool
		doubted  string
		want     failure.Kind
	}{
		{"not worse", []Trial{good}, nil, compare.Pass, false, "", failure.None},
		{"worse", []Trial{good, worse}, nil, compare.Fail, true, "", failure.None},
		{"profile", []Trial{good, shifted}, nil, compare.Fail, true, "", failure.None},
		{"crash", []Trial{crash}, nil, compare.Inconclusive, false, "", failure.Engine},
		{"worse, and a crash in another suite", []Trial{worse, crash}, nil, compare.Fail, false, "crash", failure.Engine},
		{"worse, and a crash in the same suite", []Trial{both}, nil, compare.Fail, false, "both", failure.Engine},
		{"worse, and a crash of the base", []Trial{worse, base}, nil, compare.Fail, false, "base", failure.Engine},
		{"worse, and not decided", []Trial{worse, clock}, nil, compare.Fail, false, "clock", failure.Undecided},
		{"worse, not decided and a crash", []Trial{worse, clock, crash}, nil, compare.Fail, false, "clock crash", failure.Engine},
		{"worse, and left out", []Trial{worse}, []LeftOut{{Suite: "left"}}, compare.Fail, false, "left", failure.Undecided},
		{"worse, and an optional one left out", []Trial{worse}, []LeftOut{{Suite: "left", Optional: true}}, compare.Fail, true, "", failure.None},
	} {
		r := &Result{Trials: test.trials, LeftOut: test.left, Revisions: make([]engines.Variant, 2)}
		r.conclude()
		r.AcceptWorse()
		if got := strings.Join(r.Unacceptable, " "); r.Verdict != test.verdict || r.Accepted != test.accepted || got != test.doubted || r.Failure != test.want {
			t.Errorf("%s: %s, accepted %t, doubted %q, kind %d", test.name, r.Verdict, r.Accepted, got, r.Failure)
		}
	}
}

// TestLeftOutFaults: a suite that is left out makes an undecided result a failure of the engine if the base has too many faults
// there and the verdict needs it.
func TestLeftOutFaults(t *testing.T) {
	for _, test := range []struct {
		left LeftOut
		want bool
	}{{LeftOut{}, false}, {LeftOut{Faulty: true}, true}, {LeftOut{Faulty: true, Optional: true}, false}} {
		r := Result{LeftOut: []LeftOut{test.left}}
		if got := r.hasFaults(); got != test.want {
			t.Errorf("%+v: got %v", test.left, got)
		}
	}
}

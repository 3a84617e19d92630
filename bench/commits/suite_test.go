package commits

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// TestJudgedRace: a suite whose positions pass and whose race fails is recorded as failed.
func TestJudgedRace(t *testing.T) {
	for race, want := range map[compare.Verdict]string{compare.Pass: "pass", compare.Inconclusive: "undecided", compare.Fail: "fail"} {
		trial := gate.Trial{
			Comparison: &compare.Comparison{Verdict: compare.Pass},
			Race:       &speed.Report{Assessment: speed.Assessment{Verdict: race}},
		}
		var p Pair
		p.addResult(&gate.Result{Trials: []gate.Trial{trial}})
		if got := p.Suites[0].Verdict; got != want {
			t.Errorf("race %s: suite %s, want %s", race, got, want)
		}
	}
}

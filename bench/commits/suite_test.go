package commits

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/games"
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

// TestJudgedGames: a suite of kind games is recorded beside those of positions.
func TestJudgedGames(t *testing.T) {
	var p Pair
	p.addResult(&gate.Result{Games: []gate.Games{{Name: "games", Limits: "nodes=500", Judgement: &games.Judgement{
		Identical: true, Result: compare.Result{Axis: compare.Games, Verdict: compare.Pass, Reasons: []string{"why"}, Positions: []string{"game 3"}},
	}}}})
	want := []Suite{{
		Suite: "games", Limit: "nodes=500", Verdict: "pass", Change: "identical", Positions: []string{"game 3"},
		Axes: []Axis{{Axis: "games", Verdict: "pass", Effects: []Effect{}, Reason: "why"}},
	}}
	if diff := cmp.Diff(want, p.Suites); diff != "" || p.Change != "identical" {
		t.Errorf("change %s, suites (-want +got):\n%s", p.Change, diff)
	}
}

// TestJudgedLeftOut: whether anything changed is not known if a suite was left out.
func TestJudgedLeftOut(t *testing.T) {
	var p Pair
	p.addResult(&gate.Result{Trials: []gate.Trial{{Comparison: &compare.Comparison{Identity: compare.Identity{Change: compare.Identical}}}}, LeftOut: []gate.LeftOut{{Suite: "mates", Faulty: true}}})
	if p.Change != "unknown" {
		t.Errorf("change %s, want unknown", p.Change)
	}
}

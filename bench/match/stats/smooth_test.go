package stats

import (
	"math"
	"testing"
)

// TestSmoothElo: with a pair of each outcome beside them pairs have a finite Elo, by hand: 2.5 of 15 points are -279.6.
func TestSmoothElo(t *testing.T) {
	lost := Pairs{10, 0, 0, 0, 0}
	got := lost.SmoothElo(20)
	if math.Abs(got.Value+279.6) > 0.05 || math.Abs(got.Low+1199.8) > 0.1 || got.High < 0 || math.IsInf(got.High, 0) {
		t.Errorf("Elo %+v", got)
	}
	if level := (Pairs{0, 0, 10, 0, 0}).SmoothElo(1); level.Value != 0 || level.Low >= 0 || level.Low+level.High > 1e-9 {
		t.Errorf("level pairs have Elo %+v", level)
	}
}

// TestWorseByChance: pairs and their mirror image share the whole probability, and fewer points are less likely.
func TestWorseByChance(t *testing.T) {
	for _, p := range []Pairs{{9, 5, 20, 4, 3}, {0, 0, 10, 0, 0}, {30, 0, 0, 0, 0}} {
		if sum := p.WorseByChance() + p.Swap().WorseByChance(); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%v: probabilities add up to %v", p, sum)
		}
	}
	few, many := Pairs{2, 0, 0, 0, 0}.WorseByChance(), Pairs{30, 0, 0, 0, 0}.WorseByChance()
	if few < 0.05 || many > 1e-6 {
		t.Errorf("two lost pairs %v, thirty %v", few, many)
	}
}

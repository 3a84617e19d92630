package stats

import (
	"math"
	"testing"
)

// TestWorsePower compares the power with the share of draws of the pairs to come that end as bad.
func TestWorsePower(t *testing.T) {
	const draws = 4000
	for _, test := range []struct {
		pairs         Pairs
		swap          bool // the pairs to come are those of the other side
		all           int
		score, chance float64
	}{
		{Pairs{10, 12, 24, 8, 6}, false, 120, 0.47, 0.01},
		{Pairs{10, 12, 24, 8, 6}, false, 120, 0.47, 0.0005},
		{Pairs{10, 12, 24, 8, 6}, false, 100, 0.40, 0.05},
		{Pairs{8, 9, 28, 9, 6}, false, 400, 0.47, 0.01},
		{Pairs{7, 9, 24, 11, 9}, true, 300, 0.48, 0.1},
	} {
		smooth := test.pairs
		if test.swap {
			smooth = smooth.Swap()
		}
		for i := range smooth {
			smooth[i] += priorPairs
		}
		rest := smooth.distribution()
		mean, _ := rest.moments()
		for i := range rest {
			rest[i].weight /= float64(smooth.Count())
		}
		random, bad := splitMix(test.all), 0
		for range draws {
			whole := rest.draw(&random, test.all-test.pairs.Count())
			for i, n := range test.pairs {
				whole[i] += n
			}
			if last, _ := whole.smooth(); last <= test.score && whole.WorseByChance() <= test.chance {
				bad++
			}
		}
		share, power := float64(bad)/draws, test.pairs.WorsePower(test.all, test.score, test.chance, mean)
		if t.Logf("%v of %d: %.3f of the draws, power %.3f", test.pairs, test.all, share, power); math.Abs(share-power) > 0.03 {
			t.Errorf("%v of %d: %.3f of the draws, power %.3f", test.pairs, test.all, share, power)
		}
	}
}

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

package games

import (
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

// pairShares are the shares of the pairs by points of the built-in engine against itself with a neutral change, from 500
// pairs at 1,000 nodes (aspiration-17 in bench/sensitivity/games.jsonl).
var pairShares = [5]float64{52.0 / 500, 71.0 / 500, 224.0 / 500, 68.0 / 500, 85.0 / 500}

// shifted returns the shares with their mean moved to that of a difference in strength, as by E. Parzen's exponential tilt.
func shifted(elo float64) (shares [5]float64) {
	want := stats.ScoreOf(elo)
	low, high := -10.0, 10.0
	for range 60 {
		theta, sum, mean := (low+high)/2, 0.0, 0.0
		for i, share := range pairShares {
			shares[i] = share * math.Exp(theta*float64(i)/4)
			sum += shares[i]
			mean += shares[i] * float64(i) / 4
		}
		for i := range shares {
			shares[i] /= sum
		}
		if mean/sum < want {
			low = theta
		} else {
			high = theta
		}
	}
	return shares
}

// TestLevel draws the whole procedure with its looks, and counts how often an equal head fails and how often one that
// loses much passes. It draws 10,000 times where ZUGWATCH_SLOW is set, which takes 10 s.
func TestLevel(t *testing.T) {
	draws := 500
	if must.Slow() {
		draws = 10_000
	}
	for _, test := range []struct {
		elo      float64
		most     int // games
		tests    int
		fail     [2]float64 // bounds of the share that fails
		pass     [2]float64
		describe string
	}{
		{0, 1000, 1, [2]float64{0, 0.01}, [2]float64{0.9, 1}, "nothing changed, a verdict of one test"},
		{0, 1000, 20, [2]float64{0, 0.001}, [2]float64{0.9, 1}, "nothing changed, twenty tests"},
		{-25, 1000, 20, [2]float64{0, 0.35}, [2]float64{0.4, 0.6}, "as much lost as is allowed"},
		{-50, 1000, 20, [2]float64{0.8, 1}, [2]float64{0, 0.05}, "twice as much lost"},
		{-76, 1000, 20, [2]float64{0.99, 1}, [2]float64{0, 0.001}, "three times as much lost"},
		{0, 400, 20, [2]float64{0, 0.001}, [2]float64{0.96, 1}, "nothing changed, few games"},
		{-50, 400, 20, [2]float64{0.4, 0.6}, [2]float64{0.15, 0.3}, "twice as much lost, few games"},
		{-76, 400, 20, [2]float64{0.9, 1}, [2]float64{0, 0.1}, "three times as much lost, few games"},
	} {
		shares, r := shifted(test.elo), random.New(1, uint64(100-test.elo))
		plan := &Plan{Most: test.most, Elo: -25}
		counts, games := make(map[compare.Verdict]int), 0
		for range draws {
			var pairs stats.Pairs
			looks := plan.looks()
			for i, most := range looks {
				for pairs.Count() < most {
					pairs.Add(drawn(shares, r))
				}
				j, e := plan.score(pairs), &compare.Evidence{Tests: test.tests, Looks: len(looks), More: i < len(looks)-1}
				j.judgeElo(e, test.most/2)
				if v := j.Result.Verdict; v != compare.Undecided || !e.More {
					counts[v]++
					games += 2 * most
					break
				}
			}
		}
		fail, pass := float64(counts[compare.Fail])/float64(draws), float64(counts[compare.Pass])/float64(draws)
		t.Logf("%s (%v Elo): fail %.2f %%, pass %.2f %%, undecided %.2f %%, %d games", test.describe, test.elo, 100*fail, 100*pass, 100*float64(counts[compare.Undecided])/float64(draws), games/draws)
		if fail < test.fail[0] || fail > test.fail[1] || pass < test.pass[0] || pass > test.pass[1] {
			t.Errorf("%s: fail %.4f, pass %.4f", test.describe, fail, pass)
		}
	}
}

// drawn draws the half points of a pair.
func drawn(shares [5]float64, r *random.Source) int {
	x := float64(r.Below(1<<30)) / (1 << 30)
	for i, share := range shares {
		if x -= share; x < 0 {
			return i
		}
	}
	return len(shares) - 1
}

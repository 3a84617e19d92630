package stats

import (
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestCoverage: the intervals of both kinds of Elo contain the true value as often as
// they claim, for equal players and for one-sided matches. 1,000 matches of each kind,
// 50,000 with ZUGWATCH_SLOW=1.
func TestCoverage(t *testing.T) {
	matches := 1000
	if must.Slow() {
		matches = 50_000
	}
	even, _ := level.regularize()
	strong := sample{{0, 0.01}, {0.25, 0.05}, {0.5, 0.16}, {0.75, 0.32}, {1, 0.46}}
	for _, test := range []struct {
		name  string
		truth sample
		pairs int
	}{
		{"0 Elo", even, 100},
		{"0 Elo, long", even, 1000},
		{"+50 Elo", even.withMean(ScoreOf(50)), 100},
		{"+50 Elo, long", even.withMean(ScoreOf(50)), 1000},
		{"+235 Elo", strong.withMean(ScoreOf(235)), 100},
		{"+235 Elo, long", strong.withMean(ScoreOf(235)), 1000},
		{"-235 Elo, drawish", even.withMean(ScoreOf(-235)), 400},
		{"won and lost whole", sample{{0, 0.1}, {0.25, 0}, {0.5, 0.05}, {0.75, 0}, {1, 0.85}}, 300},
		{"nearly all drawn", sample{{0, 0}, {0.25, 0.01}, {0.5, 0.93}, {0.75, 0.06}, {1, 0}}, 400},
		{"nearly all won", sample{{0, 0.005}, {0.25, 0.01}, {0.5, 0.035}, {0.75, 0.15}, {1, 0.8}}, 400},
	} {
		t.Run(test.name, func(t *testing.T) {
			mean, variance := test.truth.moments()
			elo, nElo := eloOf(mean), (mean-0.5)/math.Sqrt(2*variance)*nEloPerSigma
			random := splitMix(uint64(test.pairs))
			var eloMissed, nEloMissed [2]float64 // below and above the truth
			for range matches {
				p := test.truth.draw(&random, test.pairs)
				note := func(i Interval, truth float64, missed *[2]float64) {
					switch {
					case i.High < truth:
						missed[0]++
					case i.Low > truth:
						missed[1]++
					}
				}
				note(p.Elo(), elo, &eloMissed)
				note(p.NElo(), nElo, &nEloMissed)
			}
			for _, kind := range []struct {
				name   string
				missed [2]float64
			}{{"Elo", eloMissed}, {"nElo", nEloMissed}} {
				n := float64(matches)
				covered := 1 - (kind.missed[0]+kind.missed[1])/n
				t.Logf("%-4s %.2f %% (%.2f below, %.2f above)", kind.name, 100*covered, 100*kind.missed[0]/n, 100*kind.missed[1]/n)
				if slack := 4 * math.Sqrt(0.05*0.95/n); covered < 0.935-slack || covered > 0.96+slack {
					t.Errorf("the interval of %s has the truth in %.1f %% of the matches, want 95", kind.name, 100*covered)
				}
			}
		})
	}
}

// draw returns a match of so many pairs.
func (s sample) draw(random *splitMix, pairs int) (p Pairs) {
	for range pairs {
		at, r := 0, random.float()
		for at < 4 && r >= s[at].weight {
			r -= s[at].weight
			at++
		}
		p.Add(at)
	}
	return p
}

package stats

import "math"

// nEloPerSigma is normalised Elo for each standard deviation of a game that the
// mean is away from one half: both kinds of Elo agree where no game is drawn and
// players are equal.
const nEloPerSigma = 800 / math.Ln10

// Interval is a value with its 95 % interval. Bounds are infinite where the games
// can not exclude anything, and the value is infinite when all games ended one
// way; all are NaN without games.
type Interval struct{ Value, Low, High float64 }

// Margin is how far the farther end of the interval is away.
func (i Interval) Margin() float64 { return max(i.High-i.Value, i.Value-i.Low) }

func unknown() Interval { return Interval{math.NaN(), math.NaN(), math.NaN()} }

// EloOf is the difference in strength at which the expected score is so much,
// from 0 to 1; infinite at the ends.
func EloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ScoreOf is the expected score at a difference in Elo.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// eloInterval is the Elo of a mean score of n observations with the variance.
// The variance is itself an estimate, which few observations feel: so the ends
// are those of Student's distribution.
func eloInterval(mean, variance, n float64) Interval {
	away := student95(int(n)-1) * math.Sqrt(variance/n)
	return Interval{Value: EloOf(mean), Low: EloOf(mean - away), High: EloOf(mean + away)}
}

// Elo is the difference in strength of the first player that the pairs show
// under the logistic model, with the error of the mean score of a pair.
func (p Pairs) Elo() Interval {
	if p.Count() == 0 {
		return unknown()
	}
	mean, variance := p.Moments()
	return eloInterval(mean, variance, float64(p.Count()))
}

// NElo is the normalised Elo: how many standard deviations of a single game the
// mean is away from one half, in units in which it is near to Elo. It does not
// depend on how many games are drawn or how unbalanced openings are. It is
// infinite or NaN when all pairs ended alike.
func (p Pairs) NElo() Interval {
	if p.Count() == 0 {
		return unknown()
	}
	mean, variance := p.Moments()
	deviation := math.Sqrt(2 * variance) // of a game, were the two of a pair independent
	value := (mean - 0.5) / deviation * nEloPerSigma
	margin := student95(p.Count()-1) / math.Sqrt(2*float64(p.Count())) * nEloPerSigma
	return Interval{Value: value, Low: value - margin, High: value + margin}
}

// LOS is the likelihood of superiority: how likely it is, from 0 to 1, that the
// first player is the stronger one. It is one half where nothing is known.
func (p Pairs) LOS() float64 {
	n := float64(p.Count())
	if n == 0 {
		return 0.5
	}
	mean, variance := p.Moments()
	if variance == 0 {
		switch {
		case mean > 0.5:
			return 1
		case mean < 0.5:
			return 0
		}
		return 0.5
	}
	return math.Erfc(-(mean-0.5)/math.Sqrt(2*variance/n)) / 2
}

// PairsRatio is the number of pairs won for each one lost; infinite or NaN where
// none was lost.
func (p Pairs) PairsRatio() float64 { return float64(p[3]+p[4]) / float64(p[0]+p[1]) }

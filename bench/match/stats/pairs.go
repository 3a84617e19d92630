package stats

import (
	"fmt"
	"math"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Pairs counts game pairs by the points of the first player in both games: 0,
// one half, 1, one and a half and 2. Fields hold what others write as
// Ptnml(0-2).
type Pairs [5]int

// Add counts one pair with so many half points, from 0 to 4.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// Count returns the number of pairs.
func (p Pairs) Count() (n int) {
	for _, c := range p {
		n += c
	}
	return n
}

// String returns the form "[2, 13, 79, 87, 61]".
func (p Pairs) String() string {
	return fmt.Sprintf("[%d, %d, %d, %d, %d]", p[0], p[1], p[2], p[3], p[4])
}

// distribution returns the sample as scores from 0 to 1 for each pair.
func (p Pairs) distribution() sample {
	s := make(sample, len(p))
	for i, c := range p {
		s[i] = outcome{value: float64(i) / 4, weight: float64(c)}
	}
	return s
}

// Games counts games from one player's side.
type Games struct{ Won, Drawn, Lost int }

// Count returns the number of games.
func (g Games) Count() int { return g.Won + g.Drawn + g.Lost }

// Score returns the share of the points, from 0 to 1; 0 without games.
func (g Games) Score() float64 {
	if g.Count() == 0 {
		return 0
	}
	return (float64(g.Won) + float64(g.Drawn)/2) / float64(g.Count())
}

// outcome is a value and how often it came, or its probability.
type outcome struct{ value, weight float64 }

// sample is a discrete distribution.
type sample []outcome

// moments returns the mean and the variance. The weights must not all be 0.
func (s sample) moments() (mean, variance float64) {
	total := 0.0
	for _, o := range s {
		total += o.weight
		mean += o.weight * o.value
	}
	mean /= total
	for _, o := range s {
		variance += o.weight * (o.value - mean) * (o.value - mean)
	}
	return mean, variance / total
}

// centralMoment returns a central moment. The weights must not all be 0.
func (s sample) centralMoment(power float64) (moment float64) {
	mean, _ := s.moments()
	total := 0.0
	for _, o := range s {
		total += o.weight
		moment += o.weight * math.Pow(o.value-mean, power)
	}
	return moment / total
}

// nEloPerSigma is the normalised Elo of a mean that is one standard deviation of a game away from one half. With it
// both kinds of Elo agree if no game is drawn and the players are equal.
const nEloPerSigma = 800 / math.Ln10

// Interval is a value with its interval, of 95 % where nothing else is said. Bounds are infinite where the games
// cannot exclude anything, and the value is infinite when all games ended one
// way; all are NaN without games.
type Interval struct{ Value, Low, High float64 }

// Margin returns how far the farther end of the interval is away.
func (i Interval) Margin() float64 { return max(i.High-i.Value, i.Value-i.Low) }

func unknown() Interval { return Interval{math.NaN(), math.NaN(), math.NaN()} }

// eloOf returns the difference in strength at which the expected score is so much,
// from 0 to 1; infinite at the ends.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ScoreOf returns the expected score at a difference in Elo.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// smooth returns the mean score of a pair and its variance with priorPairs of each outcome added, so that no outcome is
// impossible.
func (p Pairs) smooth() (mean, variance float64) {
	for i := range p {
		p[i] += priorPairs
	}
	return p.distribution().moments()
}

// smoothest is the smallest distance of a score from 0 and 1 where an Elo has to be finite: 1,200 Elo.
const smoothest = 0.001

// SmoothElo is EloWithin with priorPairs of each outcome added. It is finite, and a few equal pairs do not make it
// certain. There has to be a pair.
func (p Pairs) SmoothElo(deviations float64) Interval {
	mean, variance := p.smooth()
	away := deviations * math.Sqrt(variance/float64(p.Count()))
	elo := func(score float64) float64 { return eloOf(min(max(score, smoothest), 1-smoothest)) }
	return Interval{Value: elo(mean), Low: elo(mean - away), High: elo(mean + away)}
}

// WorseByChance returns the probability, from 0 to 1, that a first player no weaker than the second scores at most
// the points of the pairs. It uses Student's distribution and the variance of SmoothElo. There have to be two pairs.
func (p Pairs) WorseByChance() float64 {
	mean, variance := p.smooth()
	t := (0.5 - mean) / math.Sqrt(variance/float64(p.Count()))
	beyond := stat.StudentTail(math.Abs(t), float64(p.Count()-1)) / 2
	if t < 0 {
		return 1 - beyond
	}
	return beyond
}

// WorsePower returns the probability, from 0 to 1, of two events together after so many pairs in all. The first
// player has at most the score, and WorseByChance is at most chance. Pairs to come have the mean score rest and the
// variance of SmoothElo. This is the conditional power of K. K. G. Lan, R. Simon and M. Halperin (Sequential Analysis
// 1, 1982). There have to be two pairs, and fewer than all.
func (p Pairs) WorsePower(all int, score, chance, rest float64) float64 {
	mean, variance := p.smooth()
	n, most := float64(p.Count()), float64(all)
	needed := min(score, 0.5-stat.StudentQuantile(1-chance, most-1)*math.Sqrt(variance/most))
	expected := (n*mean + (most-n)*rest) / most
	return stat.NormalCDF((needed - expected) / (math.Sqrt((most-n)*variance) / most))
}

// Elo returns the difference in strength of the first player under the logistic model, with the error of the mean score
// of a pair. The variance is itself an estimate, which matters for few pairs: so the ends are those of Student's
// distribution.
func (p Pairs) Elo() Interval { return p.EloWithin(stat.Student95(float64(p.Count() - 1))) }

// EloWithin is Elo with an interval of so many standard deviations of the mean score
// of a pair to each side.
func (p Pairs) EloWithin(deviations float64) Interval {
	return eloWithin(p.distribution(), deviations)
}

// Elo returns the difference in strength under the logistic model with its 95 % interval. The
// pairs of these games are not known: each game counts as independent of all others.
func (g Games) Elo() Interval { return g.EloWithin(stat.Normal95) }

// EloWithin is Elo with an interval of so many standard deviations of the mean score of a
// game to each side.
func (g Games) EloWithin(deviations float64) Interval {
	return eloWithin(sample{{0, float64(g.Lost)}, {0.5, float64(g.Drawn)}, {1, float64(g.Won)}}, deviations)
}

// eloWithin returns the Elo of scores from 0 to 1 with an interval of so many standard
// deviations of their mean.
func eloWithin(scores sample, deviations float64) Interval {
	n := 0.0
	for _, o := range scores {
		n += o.weight
	}
	if n == 0 {
		return unknown()
	}
	mean, variance := scores.moments()
	away := deviations * math.Sqrt(variance/n)
	return Interval{Value: eloOf(mean), Low: eloOf(mean - away), High: eloOf(mean + away)}
}

// NElo returns the normalised Elo: the distance of the mean from one half in standard deviations of a single game,
// scaled to be near Elo. It does not depend on the share of draws or on the balance of the openings. It is infinite or
// NaN when all pairs ended alike.
//
// The standard deviation is an estimate too, and correlates with the mean when the pairs are one-sided. So the interval
// is that of the ratio by the delta method (H. Cramér, Mathematical Methods of Statistics, 1946, section 28.4), with
// the skewness and the kurtosis of the pairs and the ends of Student's distribution.
func (p Pairs) NElo() Interval {
	if p.Count() == 0 {
		return unknown()
	}
	n := float64(p.Count())
	s := p.distribution()
	mean, variance := s.moments()
	deviation := math.Sqrt(variance)
	sigmas := (mean - 0.5) / deviation
	skewness, kurtosis := s.centralMoment(3)/(variance*deviation), s.centralMoment(4)/(variance*variance)
	spread := max(0, 1-sigmas*skewness+sigmas*sigmas*(kurtosis-1)/4) // of sigmas, times n
	unit := nEloPerSigma / math.Sqrt2                                // of a game, were the two of a pair independent
	away := stat.Student95(n-1) * math.Sqrt(spread/n)
	return Interval{Value: sigmas * unit, Low: (sigmas - away) * unit, High: (sigmas + away) * unit}
}

// LOS returns the likelihood of superiority: how likely it is, from 0 to 1, that the
// first player is the stronger one. It is one half where nothing is known.
func (p Pairs) LOS() float64 {
	mean, variance := p.distribution().moments()
	if p.Count() == 0 || mean == 0.5 {
		return 0.5
	}
	return stat.NormalCDF((mean - 0.5) / math.Sqrt(variance/float64(p.Count()))) // certain where all pairs ended alike
}

// PairsRatio returns the number of pairs won for each one lost; infinite or NaN where
// none was lost.
func (p Pairs) PairsRatio() float64 { return float64(p[3]+p[4]) / float64(p[0]+p[1]) }

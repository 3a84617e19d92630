package stats

import "fmt"

// Pairs counts game pairs by the points of the first player in both games: 0,
// one half, 1, one and a half and 2. Fields hold what others write as
// Ptnml(0-2).
type Pairs [5]int

// Add counts one pair with so many half points, from 0 to 4.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// Count is the number of pairs.
func (p Pairs) Count() (n int) {
	for _, c := range p {
		n += c
	}
	return n
}

// Swap is the count from the other player's side.
func (p Pairs) Swap() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// String is the form "[2, 13, 79, 87, 61]".
func (p Pairs) String() string {
	return fmt.Sprintf("[%d, %d, %d, %d, %d]", p[0], p[1], p[2], p[3], p[4])
}

// distribution is the sample as scores from 0 to 1 for each pair.
func (p Pairs) distribution() sample {
	s := make(sample, len(p))
	for i, c := range p {
		s[i] = outcome{value: float64(i) / 4, weight: float64(c)}
	}
	return s
}

// Moments are the mean score of a pair, from 0 to 1, and its variance. Both are
// 0 without pairs.
func (p Pairs) Moments() (mean, variance float64) {
	if p.Count() == 0 {
		return 0, 0
	}
	return p.distribution().moments()
}

// Games counts games from one player's side.
type Games struct{ Won, Drawn, Lost int }

// Count is the number of games.
func (g Games) Count() int { return g.Won + g.Drawn + g.Lost }

// Score is the share of the points, from 0 to 1; 0 without games.
func (g Games) Score() float64 {
	if g.Count() == 0 {
		return 0
	}
	return (float64(g.Won) + float64(g.Drawn)/2) / float64(g.Count())
}

// Elo is the difference in strength that the games show, as if each were
// independent of all others. Pairs.Elo is the better one where there are pairs.
func (g Games) Elo() Interval {
	n := float64(g.Count())
	if n == 0 {
		return unknown()
	}
	s := sample{{0, float64(g.Lost)}, {0.5, float64(g.Drawn)}, {1, float64(g.Won)}}
	mean, variance := s.moments()
	return eloInterval(mean, variance, n)
}

// outcome is a value and how often it came, or its probability.
type outcome struct{ value, weight float64 }

// sample is a discrete distribution.
type sample []outcome

// moments are the mean and the variance. The weights must not all be 0.
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

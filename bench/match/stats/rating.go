package stats

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Meeting is the score of two players against each other.
type Meeting struct {
	One, Other int   // players, from 0
	Games      Games // from the side of One
}

// Ratings returns the maximum-likelihood Elo of each player, with mean 0, and 95 %
// intervals against that mean. Each player has one more drawn game against the mean, so
// that a player who won all has a finite rating. A draw counts as half a win and half a
// loss, which makes the intervals somewhat too wide.
func Ratings(players int, meetings []Meeting) []Interval {
	ratings := make([]float64, players)
	var curvature [][]float64
	for range 200 {
		slope, c := likelihoodSlope(ratings, meetings)
		curvature = c
		step := solveLinear(c, slope)
		moved := 0.0
		for i, s := range step {
			s = min(max(s, -1), 1) // far from the top the slope says too much
			ratings[i] += s
			moved = max(moved, math.Abs(s))
		}
		if moved < 1e-12 {
			break
		}
	}
	return centreRatings(ratings, curvature)
}

// eloPerLogit is Elo for each unit of the logarithm of the odds.
const eloPerLogit = 400 / math.Ln10

// likelihoodSlope returns the slope of the log-likelihood at ratings in logits, and
// its curvature with the sign changed.
func likelihoodSlope(ratings []float64, meetings []Meeting) (slope []float64, curvature [][]float64) {
	slope = make([]float64, len(ratings))
	curvature = make([][]float64, len(ratings))
	for i, r := range ratings {
		expected := 1 / (1 + math.Exp(-r))
		slope[i] = 0.5 - expected
		curvature[i] = make([]float64, len(ratings))
		curvature[i][i] = expected * (1 - expected)
	}
	for _, m := range meetings {
		n := float64(m.Games.Count())
		expected := 1 / (1 + math.Exp(ratings[m.Other]-ratings[m.One]))
		gain, bend := n*(m.Games.Score()-expected), n*expected*(1-expected)
		slope[m.One] += gain
		slope[m.Other] -= gain
		curvature[m.One][m.One] += bend
		curvature[m.Other][m.Other] += bend
		curvature[m.One][m.Other] -= bend
		curvature[m.Other][m.One] -= bend
	}
	return slope, curvature
}

// centreRatings returns the ratings in Elo about their mean, with intervals from the
// inverse of the curvature.
func centreRatings(ratings []float64, curvature [][]float64) []Interval {
	n := len(ratings)
	mean := 0.0
	for _, r := range ratings {
		mean += r / float64(n)
	}
	result := make([]Interval, n)
	for i := range ratings {
		away := make([]float64, n) // the rating less the mean, as weights of all
		for j := range away {
			away[j] = -1 / float64(n)
		}
		away[i]++
		variance := 0.0
		for j, w := range solveLinear(curvature, away) {
			variance += away[j] * w
		}
		value, margin := (ratings[i]-mean)*eloPerLogit, stat.Normal95*math.Sqrt(variance)*eloPerLogit
		result[i] = Interval{Value: value, Low: value - margin, High: value + margin}
	}
	return result
}

// solveLinear finds x with matrix·x = right for a positive definite matrix, by
// elimination.
func solveLinear(matrix [][]float64, right []float64) []float64 {
	n := len(right)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = append(append([]float64(nil), matrix[i]...), right[i])
	}
	for i := range n {
		for j := range n {
			factor := rows[j][i] / rows[i][i]
			for k := i; j != i && k <= n; k++ {
				rows[j][k] -= factor * rows[i][k]
			}
		}
	}
	x := make([]float64, n)
	for i, row := range rows {
		x[i] = row[n] / row[i]
	}
	return x
}

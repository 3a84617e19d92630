package history

import (
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine/random"
)

// Change is a step of a series to another level.
type Change struct {
	At     int     // the first value of the new level
	Before float64 // mean of the level that ends
	After  float64 // mean of the new one, up to the next change
	P      float64 // chance of a step as clear if the order meant nothing: at most SignificanceLevel
}

const (
	// SignificanceLevel is the probability of a false change in a series on one level.
	SignificanceLevel = 0.01
	// minLevelValues is the fewest values of a level. One commit or two that are undone are none.
	minLevelValues = 3
	// permutations is the number of random orders that a step is compared with. SignificanceLevel times
	// permutations plus one is a whole number, so that the test keeps its level exactly.
	permutations = 999
)

// findChanges finds the steps of a series, in its order.
//
// The series is cut in two where the standardised difference of the means before and behind the cut is largest. It
// is cut only if at most SignificanceLevel of the random orders of the same values have as large a difference
// somewhere. Both parts are then treated in the same way. This is binary segmentation (A. J. Scott and M. Knott, A
// cluster analysis method for grouping means in the analysis of variance, Biometrics 30, 1974; L. Yu. Vostrikova,
// Detecting "disorder" in multidimensional random processes, Soviet Mathematics Doklady 24, 1981) with a
// permutation test of the whole search for the cut (J. Antoch and M. Hušková, Permutation tests in change point
// analysis, Statistics and Probability Letters 53, 2001).
//
// Let every order of the values be equally likely. The first cut is then false with a probability of
// at most SignificanceLevel, whatever the distribution, and no other is looked for without it. Values
// that depend on each other from commit to commit violate this: see TestFalseAlarms. The random orders
// are the same in each call.
func findChanges(values []float64) []Change {
	var cuts []Change
	var search func(from, to int)
	search = func(from, to int) {
		at, p := bestCut(values[from:to])
		if p > SignificanceLevel {
			return
		}
		search(from, from+at)
		cuts = append(cuts, Change{At: from + at, P: p})
		search(from+at, to)
	}
	search(0, len(values))
	for i, from := range cuts {
		before, after := 0, len(values)
		if i > 0 {
			before = cuts[i-1].At
		}
		if i+1 < len(cuts) {
			after = cuts[i+1].At
		}
		cuts[i].Before, cuts[i].After = stat.Mean(values[before:from.At]), stat.Mean(values[from.At:after])
	}
	return cuts
}

// bestCut returns the best cut of a series in two, and the chance of as clear a step in a random
// order. The chance is 1 if there is none, or if it is beyond SignificanceLevel.
func bestCut(values []float64) (at int, p float64) {
	if len(values) < 2*minLevelValues {
		return 0, 1
	}
	shuffled := slices.Clone(values)
	weights := cutWeights(len(values))
	at, clear := clearestCut(shuffled, weights)
	clear *= 1 - rounding
	source := random.New(1, uint64(len(values)))
	as := 1 // orders with as clear a step, the true one among them
	for range permutations {
		random.Shuffle(source, shuffled)
		if _, other := clearestCut(shuffled, weights); other >= clear {
			as++
		}
		if p = float64(as) / (permutations + 1); p > SignificanceLevel {
			return 0, 1
		}
	}
	return at, p
}

// rounding is the relative difference allowed between sums taken in another order.
const rounding = 1e-9

// cutWeights returns the weight of each cut of so many values. Weighted differences of the means on
// both sides, as sums before the cut, have the same scatter.
func cutWeights(count int) []float64 {
	weights := make([]float64, count)
	n := float64(count)
	for at := minLevelValues; at <= count-minLevelValues; at++ {
		k := float64(at)
		weights[at] = 1 / math.Sqrt(k*(n-k)/n)
	}
	return weights
}

// clearestCut returns the cut with the largest difference of the means on both sides, and that
// difference. The unit is the scatter of the difference, up to a factor that every order
// shares.
func clearestCut(values, weights []float64) (at int, difference float64) {
	before, mean := 0.0, stat.Mean(values)
	for i, v := range values[:len(values)-minLevelValues] {
		before += v - mean
		if d := math.Abs(before) * weights[i+1]; d > difference {
			at, difference = i+1, d
		}
	}
	return at, difference
}

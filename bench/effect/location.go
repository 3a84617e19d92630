package effect

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// huberClip is the distance from the shift beyond which a difference of logarithms no longer counts in full.
// Beyond it a solution that is found 1.7 times later counts as much as one found a hundred times later.
const huberClip = 0.5

// HuberLocation estimates the shift of differences, head less base, by position and form. It is
// Huber's M-estimate (P. J. Huber, Robust Estimation of a Location Parameter, Annals of
// Mathematical Statistics 35, 1964): the m at which
//
//	the sum over positions of the mean over forms of psi(d - m) is 0,  psi(x) = max(-c, min(x, c))
//
// with c = huberClip. Differences that all grow by x make the estimate grow by x. One form of a position
// moves it by no more than its weight times huberClip. If less than a quarter of the forms lie within c of m, c is
// doubled until a quarter does. Two engines that have little in common need that.
//
// silent counts the forms of each position that neither side solves. They have no difference. They count among the
// forms that the mean of their position divides by. So every form weighs the same in its position. Estimate.Forms
// counts them too.
//
// The error is that of the mean of psi, divided by the part of the forms within c. Positions are strata, as in
// EstimateMean. This is the sandwich formula (P. J. Huber, The behavior of maximum likelihood estimates under
// nonstandard conditions, Proceedings of the Fifth Berkeley Symposium I, 1967).
func HuberLocation(differences [][]float64, silent []int) Estimate {
	return location(differences, silent, huberClip)
}

// Mean estimates the mean of the same differences: HuberLocation without a clip. A few forms that are found a
// hundred times sooner or later rule it.
func Mean(differences [][]float64, silent []int) Estimate {
	return location(differences, silent, math.Inf(1))
}

// MeanOverPositions estimates the mean of the same differences over all positions of the kind: these are a simple
// sample (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, section 2.6). A change of the evaluation moves a few
// positions by far in all their forms, up and down. By the error of Mean that is an effect, and by this one it is
// chance.
func MeanOverPositions(differences [][]float64, silent []int) Estimate {
	means := make([][]float64, len(differences)) // one of each position
	for i, forms := range differences {
		if n := len(forms) + silent[i]; len(forms) > 0 {
			means[i] = []float64{stat.Mean(forms) * float64(len(forms)) / float64(n)}
		}
	}
	return EstimateMean(means)
}

func location(differences [][]float64, silent []int, clip float64) Estimate {
	weights := make([]float64, len(differences)) // of one form of each position
	var all float64
	for i, forms := range differences {
		if n := len(forms) + silent[i]; n > 0 {
			weights[i] = 1 / float64(n)
			all += float64(weights[i] * float64(len(forms)))
		}
	}
	if all == 0 {
		return Estimate{}
	}
	shift, inside := huber(differences, weights, clip)
	for ; inside < all/4; shift, inside = huber(differences, weights, clip) {
		clip *= 2
	}
	clipped := make([][]float64, len(differences))
	for i, forms := range differences {
		clipped[i] = make([]float64, len(forms)+silent[i]) // 0 for those that are silent
		for j, d := range forms {
			clipped[i][j] = max(-clip, min(d-shift, clip))
		}
	}
	e := EstimateMean(clipped)
	e.Mean = shift
	e.Error *= float64(e.Positions) / inside
	return e
}

// huber returns the shift at which the weighted and clipped differences from it add up to 0. Inside is the weight of
// the differences that are not clipped.
func huber(differences [][]float64, weights []float64, clip float64) (shift, inside float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, forms := range differences {
		for _, d := range forms {
			low, high = min(low, d), max(high, d)
		}
	}
	// The sum falls as the shift rises, and may be 0 over a whole range: its middle is the root.
	least := bisectRoot(low, high, func(at float64) bool { return clippedSum(differences, weights, clip, at) > 0 })
	most := bisectRoot(low, high, func(at float64) bool { return clippedSum(differences, weights, clip, at) >= 0 })
	shift = least + (most-least)/2
	// Around the root the sum is a line, which gives the root without the error of the halving.
	var sum float64
	for i, forms := range differences {
		for _, d := range forms {
			switch {
			case d-shift > clip:
				sum += float64(weights[i] * clip)
			case d-shift < -clip:
				sum -= float64(weights[i] * clip)
			default:
				sum += float64(weights[i] * d)
				inside += weights[i]
			}
		}
	}
	if inside > 0 {
		shift = sum / inside
	}
	return shift, inside
}

// clippedSum returns the weighted sum of the clipped differences from at.
func clippedSum(differences [][]float64, weights []float64, clip, at float64) (sum float64) {
	for i, forms := range differences {
		for _, d := range forms {
			sum += float64(weights[i] * max(-clip, min(d-at, clip)))
		}
	}
	return sum
}

// bisectRoot returns the point from low to high at which below stops to hold.
func bisectRoot(low, high float64, below func(at float64) bool) float64 {
	for range 50 {
		if middle := low + (high-low)/2; below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low + (high-low)/2
}

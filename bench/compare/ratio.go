package compare

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Ratio is how a quantity changed from base to head: the geometric mean of the
// ratios of single positions.
type Ratio struct {
	Positions int     `json:"positions"`      // that have the quantity in both runs
	Mean      float64 `json:"mean"`           // head to base; 1: no change
	Low       float64 `json:"low,omitempty"`  // 95 % interval of the mean; both ends are 0 where there is none:
	High      float64 `json:"high,omitempty"` // under exact limits, which need none, and with too few positions
}

const (
	// MinInterval is the fewest positions that an interval is made of: that of
	// a bootstrap from fewer is too narrow to be believed.
	MinInterval = 8
	// maxBootstrap is the most positions that are drawn again and again; the
	// mean of more is as good as normal.
	maxBootstrap = 2000
	// resamples is how often the positions are drawn.
	resamples = 2000
	// normal95 is the quantile of the normal distribution for 95 %, two-sided.
	normal95 = 1.959963984540054
)

// ratioOf is the ratio of positions with these logarithms, nil without any. The
// interval is left out of an exact one.
func ratioOf(logs []float64, exact bool) *Ratio {
	if len(logs) == 0 {
		return nil
	}
	mean := meanOf(logs)
	r := &Ratio{Positions: len(logs), Mean: math.Exp(mean)}
	if exact || len(logs) < MinInterval {
		return r
	}
	low, high := interval(logs, mean)
	r.Low, r.High = math.Exp(low), math.Exp(high)
	return r
}

// interval is the 95 % interval of the mean.
func interval(values []float64, mean float64) (low, high float64) {
	if len(values) <= maxBootstrap {
		return bootstrap(values)
	}
	half := normal95 * deviation(values, mean) / math.Sqrt(float64(len(values)))
	return mean - half, mean + half
}

func meanOf(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// deviation is the standard deviation of a sample.
func deviation(values []float64, mean float64) float64 {
	var sum float64
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// bootstrap is the 95 % interval of the mean by drawing from the values with
// replacement: the percentile method of B. Efron (The Annals of Statistics 7,
// 1979). The draws are always the same, so that equal runs give equal intervals.
func bootstrap(values []float64) (low, high float64) {
	random := rand.New(rand.NewPCG(1, uint64(len(values))))
	means := make([]float64, resamples)
	for i := range means {
		var sum float64
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	return means[resamples/40], means[resamples-1-resamples/40]
}

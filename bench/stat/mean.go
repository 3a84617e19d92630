package stat

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Interval is where a value lies with 95 % confidence.
type Interval struct{ Low, High float64 }

// Mean is the arithmetic mean, NaN of no values.
func Mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Variance is that of the distribution that a sample is drawn from; it takes two
// values.
func Variance(values []float64) float64 {
	mean := Mean(values)
	var sum float64
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return sum / float64(len(values)-1)
}

// Deviation is the standard deviation of the distribution that a sample is drawn
// from; it takes two values.
func Deviation(values []float64) float64 { return math.Sqrt(Variance(values)) }

// Median is the middle of values, of an even number the mean of the middle two;
// it takes one.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

const (
	// maxBootstrap is the most values that are drawn again and again; the mean
	// of more is as good as normal.
	maxBootstrap = 2000
	// resamples is how often the values are drawn.
	resamples = 2000
)

// MeanInterval is where the mean of the distribution lies that a sample is drawn
// from: by bootstrap, which of a few values is too narrow to be believed, and of
// many by the normal distribution. Equal samples give equal intervals.
func MeanInterval(values []float64) Interval {
	if len(values) <= maxBootstrap {
		return bootstrap(values)
	}
	mean, half := Mean(values), Normal95*Deviation(values)/math.Sqrt(float64(len(values)))
	return Interval{mean - half, mean + half}
}

// bootstrap is the interval of the mean by drawing from the values with
// replacement: the percentile method of B. Efron (The Annals of Statistics 7,
// 1979). The draws are always the same.
func bootstrap(values []float64) Interval {
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
	return Interval{means[resamples/40], means[resamples-1-resamples/40]}
}

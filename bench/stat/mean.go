package stat

import (
	"math"
	"slices"
)

// Interval is a 95 % confidence interval.
type Interval struct{ Low, High float64 }

// Mean returns the arithmetic mean, NaN of no values.
func Mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Variance returns the variance of the distribution that a sample is drawn from. It takes at least two values.
func Variance(values []float64) float64 {
	mean := Mean(values)
	var sum float64
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return sum / float64(len(values)-1)
}

// StandardDeviation returns the standard deviation of the distribution that a sample is drawn
// from; it takes two values.
func StandardDeviation(values []float64) float64 { return math.Sqrt(Variance(values)) }

// Median returns the middle of values, of an even number the mean of the middle two, and 0 of none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// MeanInterval returns where the mean of the distribution lies that a sample of two or more
// values is drawn from, by Student's distribution.
func MeanInterval(values []float64) Interval {
	mean, half := Mean(values), StudentSeries95(float64(len(values)-1))*standardError(values)
	return Interval{mean - half, mean + half}
}

// MeanLow returns a bound that the mean of that distribution is below with the probability of
// risk.
func MeanLow(values []float64, risk float64) float64 {
	return Mean(values) - StudentQuantile(1-risk, float64(len(values)-1))*standardError(values)
}

// MeanHigh returns a bound that the mean is above with that probability.
func MeanHigh(values []float64, risk float64) float64 {
	return Mean(values) + StudentQuantile(1-risk, float64(len(values)-1))*standardError(values)
}

// standardError returns the standard error of the mean of a sample.
func standardError(values []float64) float64 {
	return StandardDeviation(values) / math.Sqrt(float64(len(values)))
}

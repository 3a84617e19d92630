package stats

import "math"

// leastWeight stands for a count of 0, which would make every distribution with
// that outcome impossible.
const leastWeight = 1e-3

// regular is the sample as probabilities, none of them 0, and the number of
// observations that they rest on.
func (p Pairs) regular() (s sample, n float64) {
	s = p.distribution()
	for i := range s {
		if s[i].weight == 0 {
			s[i].weight = leastWeight
		}
		n += s[i].weight
	}
	for i := range s {
		s[i].weight /= n
	}
	return s, n
}

// likeliest is the most likely distribution on the outcomes of the sample under
// which the mean of zero, a value for each outcome, is 0. Its weights are p/(1 +
// theta·zero) for the one theta that makes that so. Zero has values on both
// sides of 0.
func (s sample) likeliest(zero []float64) sample {
	theta := s.multiplier(zero)
	found := make(sample, len(s))
	for i, o := range s {
		found[i] = outcome{value: o.value, weight: o.weight / (1 + theta*zero[i])}
	}
	return found
}

// multiplier finds theta by bisection: the sum falls all the way between the two
// poles around 0.
func (s sample) multiplier(zero []float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, z := range zero {
		least, most = min(least, z), max(most, z)
	}
	low, high := -1/most, -1/least
	for range 200 {
		theta := (low + high) / 2
		sum := 0.0
		for i, o := range s {
			sum += o.weight * zero[i] / (1 + theta*zero[i])
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
		if theta == low && theta == high || high-low <= 1e-15*(1+math.Abs(theta)) {
			break
		}
	}
	return (low + high) / 2
}

// withMean is the likeliest distribution that has the mean.
func (s sample) withMean(mean float64) sample {
	zero := make([]float64, len(s))
	for i, o := range s {
		zero[i] = o.value - mean
	}
	return s.likeliest(zero)
}

// withSigmas is the likeliest distribution whose mean is so many of its own
// standard deviations above one half. The standard deviation is not linear in
// the probabilities: each step takes its slope at the last distribution, and the
// steps come to rest at the one sought.
func (s sample) withSigmas(sigmas float64) sample {
	found := make(sample, len(s))
	for i, o := range s {
		found[i] = outcome{value: o.value, weight: 1 / float64(len(s))}
	}
	zero := make([]float64, len(s))
	for range 100 {
		mean, variance := found.moments()
		deviation := math.Sqrt(variance)
		for i, o := range s {
			away := (o.value - mean) / deviation
			zero[i] = o.value - 0.5 - sigmas*deviation*(1+away*away)/2
		}
		next := s.likeliest(zero)
		moved := 0.0
		for i := range next {
			moved = max(moved, math.Abs(next[i].weight-found[i].weight))
		}
		found = next
		if moved < 1e-12 {
			break
		}
	}
	return found
}

// logRatio is the log-likelihood ratio of one distribution to another for n
// observations of the sample.
func (s sample) logRatio(n float64, one, other sample) float64 {
	sum := 0.0
	for i, o := range s {
		sum += o.weight * math.Log(one[i].weight/other[i].weight)
	}
	return n * sum
}

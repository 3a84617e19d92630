package compare

import "gonum.org/v1/gonum/stat/distuv"

// Significance is the probability of chance below which a difference between
// sampled runs is called real. At this level one comparison in a hundred of an
// engine with itself shows a difference, half of these a loss.
const Significance = 0.01

// McNemar is the probability that two equally good engines part at least so
// unevenly on the positions that only one of them solves: the exact test of
// McNemar, two-sided. It is 1 when no position flipped. (Q. McNemar, Note on the
// sampling error of the difference between correlated proportions or
// percentages, Psychometrika 12, 1947; exact: the binomial distribution with
// lost+gained trials of probability 1/2.)
func McNemar(lost, gained int) float64 {
	flips := lost + gained
	if flips == 0 {
		return 1
	}
	tail := distuv.Binomial{N: float64(flips), P: 0.5}.CDF(float64(min(lost, gained)))
	return min(1, 2*tail)
}

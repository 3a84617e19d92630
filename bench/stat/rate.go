package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Wilson returns the score interval of E. B. Wilson (1927) for a rate, from 0 to 1,
// among n: it is sound for rates near 0, where the usual one is not. Of none it is
// everything.
func Wilson(rate, n float64) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	zz := float64(Normal95 * Normal95)
	middle := rate + float64(zz/(2*n))
	half := Normal95 * math.Sqrt(float64(rate*(1-rate)/n)+float64(zz/(4*n*n)))
	scale := 1 + float64(zz/n)
	i := Interval{(middle - half) / scale, (middle + half) / scale}
	if rate == 0 {
		i.Low = 0
	}
	if rate == 1 {
		i.High = 1
	}
	return i
}

// McNemar returns the one-sided p-value of McNemar's exact test. It is the probability that one of two equally good
// engines loses at least as many of the positions that only one of them solves. It is 1 if none was lost. See
// Q. McNemar, Note on the sampling error of the difference between correlated proportions or percentages,
// Psychometrika 12, 1947. The exact test takes the binomial distribution with lost+gained trials of probability 1/2.
func McNemar(lost, gained int) float64 {
	if lost == 0 {
		return 1
	}
	return mathext.RegIncBeta(float64(lost), float64(gained+1), 0.5) // as many gained or fewer
}

// ClopperPearson returns the exact 95 % interval for the rate, from 0 to 1, of something that happened k times of n.
// If n is 0, it is from 0 to 1. See C. J. Clopper and E. S. Pearson, The use of confidence or fiducial limits
// illustrated in the case of the binomial, Biometrika 26, 1934.
func ClopperPearson(k, n int) Interval {
	i := Interval{0, 1}
	if n > 0 && k > 0 {
		i.Low = mathext.InvRegIncBeta(float64(k), float64(n-k+1), 0.025)
	}
	if n > 0 && k < n {
		i.High = mathext.InvRegIncBeta(float64(k+1), float64(n-k), 0.975)
	}
	return i
}

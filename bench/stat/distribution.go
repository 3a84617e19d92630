package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Normal95 is the two-sided 95 % point of the normal distribution.
const Normal95 = 1.959963984540054

// NormalCDF returns the probability that a normal variable, in standard deviations from
// its mean, is not above z.
func NormalCDF(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }

// manyDegrees is the number of degrees of freedom above which Student's distribution is taken for the normal one.
// There the points of 95 % differ by 2e-6.
const manyDegrees = 1e6

// Student95 returns the two-sided 95 % point of Student's distribution, infinite
// below one degree of freedom.
func Student95(freedom float64) float64 {
	switch {
	case freedom < 1:
		return math.Inf(1)
	case freedom > manyDegrees:
		return Normal95
	}
	return StudentQuantile(0.975, freedom)
}

// StudentQuantile returns the point of Student's distribution that its variable is below with the
// probability, from 0 to 1. The degrees of freedom may be infinite.
func StudentQuantile(probability, freedom float64) float64 {
	switch {
	case freedom > manyDegrees:
		return mathext.NormalQuantile(probability)
	case probability > 0.5:
		return -StudentQuantile(1-probability, freedom)
	}
	part := mathext.InvRegIncBeta(freedom/2, 0.5, 2*probability)
	return -math.Sqrt(freedom * (1 - part) / part)
}

// StudentTail returns the probability that Student's variable is at least t away from 0,
// for t from 0 on. The degrees of freedom may be infinite.
func StudentTail(t, freedom float64) float64 {
	if freedom > manyDegrees {
		return 2 * NormalCDF(-t)
	}
	return mathext.RegIncBeta(freedom/2, 0.5, freedom/(freedom+float64(t*t)))
}

// StudentSeries95 is Student95 by the expansion of R. A. Fisher and E. A. Cornish (1960) in the
// degrees of freedom: right to 1 % from two of them on. It is equal to the bit on all machines,
// as figures that are printed or gated there have to be.
func StudentSeries95(freedom float64) float64 {
	if freedom < 2 {
		return 12.7062
	}
	square := float64(Normal95 * Normal95)
	sum, power := Normal95, 1.0
	for _, terms := range [...][]float64{
		{1. / 4, 1. / 4},
		{3. / 96, 16. / 96, 5. / 96},
		{-15. / 384, 17. / 384, 19. / 384, 3. / 384},
		{-945. / 92160, -1920. / 92160, 1482. / 92160, 776. / 92160, 79. / 92160},
	} {
		power /= freedom
		value := 0.0
		for i := len(terms) - 1; i >= 0; i-- {
			value = float64(value*square) + terms[i]
		}
		sum += float64(float64(Normal95*value) * power)
	}
	return sum
}

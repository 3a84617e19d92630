package stats

import "math"

// normal95 is the two-sided 95 % point of the normal distribution.
const normal95 = 1.959963984540054

// manyDegrees is from how many degrees of freedom on a series about the normal
// distribution is exact to nine digits.
const manyDegrees = 200

// student95 is the two-sided 95 % point of Student's distribution, infinite
// without any degree of freedom.
func student95(degrees int) float64 {
	switch {
	case degrees < 1:
		return math.Inf(1)
	case degrees >= manyDegrees:
		n, z := float64(degrees), normal95
		z3, z5, z7 := z*z*z, z*z*z*z*z, z*z*z*z*z*z*z
		return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n) + (3*z7+19*z5+17*z3-15*z)/(384*n*n*n)
	}
	low, high := 0.0, 20.0
	for range 100 {
		middle := (low + high) / 2
		if studentWithin(middle, degrees) < 0.95 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// studentWithin is the probability that Student's variable is not further than t
// from 0: a finite sum of powers of the cosine of an angle.
func studentWithin(t float64, degrees int) float64 {
	angle := math.Atan(t / math.Sqrt(float64(degrees)))
	sin, cos := math.Sincos(angle)
	odd := degrees % 2
	term, sum := 1.0, 0.0
	for k := odd; k < degrees-1; k += 2 {
		sum += term
		term *= cos * cos * float64(k+1) / float64(k+2)
	}
	if odd == 0 {
		return sin * sum
	}
	return 2 / math.Pi * (angle + sin*cos*sum)
}

package audit

import "math"

// Interval is where a rate lies with 95 % confidence, as parts of one.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// z is the quantile of the normal distribution for 95 % on both sides.
const z = 1.959963984540054

// wilson is the score interval of Wilson (1927) for a rate among so many: it is
// sound for rates near 0, where the usual one is not. Of none it is everything.
func wilson(p, n float64) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	zz := float64(z * z)
	middle := p + float64(zz/(2*n))
	half := z * math.Sqrt(float64(p*(1-p)/n)+float64(zz/(4*n*n)))
	scale := 1 + float64(zz/n)
	i := Interval{(middle - half) / scale, (middle + half) / scale}
	if p == 0 {
		i.Low = 0
	}
	if p == 1 {
		i.High = 1
	}
	return i
}

// difference is where the rate b less the rate a lies with 95 % confidence, by
// the intervals of both (Newcombe, 1998, method 10). Where one of them has nothing
// wrong, or nothing right, its claims cling together as those of the other do.
func difference(a, b Count) Interval {
	pa, pb := a.Rate(), b.Rate()
	ia, ib := wilson(pa, a.worthAs(b)), wilson(pb, b.worthAs(a))
	square := func(x float64) float64 { return float64(x * x) }
	d := pb - pa
	return Interval{
		d - math.Sqrt(square(pb-ib.Low)+square(ia.High-pa)),
		d + math.Sqrt(square(ib.High-pb)+square(pa-ia.Low)),
	}
}

package profile

import "math"

// leastSeen is how often something has to be seen on both sides together before
// its change is tested: below that the counts are no normal variable.
const leastSeen = 20

// side is one of the two profiles as the test sees it.
type side struct {
	measure Measure
	counts  []float64 // samples by pass
	units   []float64 // what a count is divided by to be in the unit of the measure, by pass
	total   float64   // samples
	unit    float64   // for the sum of the passes
	drift   float64   // relative variance of the mean speed between passes
}

func newSide(s *Summary, m Measure) side {
	d := side{measure: m, total: float64(Total(s.Samples))}
	for i, n := range s.Samples {
		unit := float64(n)
		if m == PerNode {
			unit = float64(s.Notes.Passes[i].Nodes) / s.SampleNS
		}
		d.counts = append(d.counts, float64(n))
		d.units = append(d.units, unit)
		d.unit += unit
	}
	if m == PerNode {
		_, variance := spread(d.rates(s.Samples))
		mean := d.total / d.unit
		d.drift = variance / (mean * mean)
	}
	return d
}

// rates are counts in the unit of the measure, by pass.
func (d *side) rates(counts []int64) []float64 {
	rates := make([]float64, len(counts))
	for i, n := range counts {
		if d.units[i] > 0 {
			rates[i] = float64(n) / d.units[i]
		}
	}
	return rates
}

// spread is the mean of some values and the variance of that mean; 0 for fewer
// than MinPasses of them, which would say nothing.
func spread(values []float64) (mean, variance float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	if len(values) < MinPasses {
		return mean, 0
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / float64(len(values)*(len(values)-1))
}

// estimate is the rate of something with its variance, and what of that came of
// few passes.
func (d *side) estimate(byPass []int64) (rate, variance, wavering float64) {
	n := float64(Total(byPass))
	share := n / d.total
	rate = n / d.unit
	// Sampling: binomial, with half a count more so that what was never seen is
	// not taken for certain.
	sampled := (n*(1-share) + 0.5) / (d.unit * d.unit)
	// The machine: the speed wavers between passes, for all functions alike
	// (drift), or for this one more than that.
	wavering = rate * rate * d.drift
	variance = sampled + wavering
	if _, seen := spread(d.rates(byPass)); seen > variance*excess(len(byPass)-1) {
		return rate, seen, seen
	}
	return rate, variance, wavering
}

// excess is how much larger a variance with so many degrees of freedom may be
// seen than it is, in one case of a hundred: chi-squared by Wilson and Hilferty.
func excess(freedom int) float64 {
	if freedom < 1 {
		return math.Inf(1)
	}
	part := 2 / (9 * float64(freedom))
	return math.Pow(1-part+2.3263*math.Sqrt(part), 3)
}

// judge tests changes. All tests together keep the rate of false alarms.
type judge struct {
	rule       Rule
	base, head side
	tests      int
}

// delta is the change of something that was counted on both sides.
func (j *judge) delta(base, head []int64) Delta {
	before, v0, w0 := j.base.estimate(base)
	after, v1, w1 := j.head.estimate(head)
	d := Delta{Base: before, Head: after, Change: after - before, Error: math.Sqrt(v0 + v1)}
	if Total(base)+Total(head) < leastSeen || d.Error == 0 {
		return d
	}
	// Welch and Satterthwaite: what came of few passes has few degrees of
	// freedom, what came of many samples as good as infinitely many.
	freedom := math.Inf(1)
	few := w0*w0/math.Max(1, float64(len(base)-1)) + w1*w1/math.Max(1, float64(len(head)-1))
	if few > 0 {
		freedom = (v0 + v1) * (v0 + v1) / few
	}
	chance := twoSided(math.Abs(d.Change)/d.Error, freedom)
	whole := j.base.total / j.base.unit
	d.Clear = chance < j.rule.FalseAlarms/float64(j.tests) && math.Abs(d.Change) >= j.rule.Least*whole
	return d
}

// twoSided is the chance that Student's t with so many degrees of freedom, which
// may be infinite, lies beyond ±t.
func twoSided(t, freedom float64) float64 {
	if math.IsInf(freedom, 1) || freedom > 1e6 {
		return math.Erfc(t / math.Sqrt2)
	}
	return incompleteBeta(freedom/2, 0.5, freedom/(freedom+t*t))
}

// incompleteBeta is the regularised incomplete beta function, by its continued
// fraction (Abramowitz and Stegun 26.5.8) in the form of Lentz.
func incompleteBeta(a, b, x float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= 1 {
		return 1
	}
	if x > (a+1)/(a+b+2) {
		return 1 - incompleteBeta(b, a, 1-x)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / a
	return front * betaFraction(a, b, x)
}

// betaFraction is the continued fraction of incompleteBeta.
func betaFraction(a, b, x float64) float64 {
	const tiny, enough = 1e-300, 1e-14
	value, c, d := 1.0, 1.0, 0.0
	for i := range 500 {
		m := float64(i / 2)
		numerator := 1.0
		switch {
		case i == 0:
		case i%2 == 0:
			numerator = m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		default:
			numerator = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		}
		d = 1 + numerator*d
		if math.Abs(d) < tiny {
			d = tiny
		}
		d = 1 / d
		c = 1 + numerator/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		value *= c * d
		if math.Abs(1-c*d) < enough {
			break
		}
	}
	return value - 1
}

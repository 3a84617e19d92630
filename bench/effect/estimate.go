package effect

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Estimate is the mean difference between base and head over the positions of a suite. It covers
// these positions in all forms in which they might be searched. The searched forms are a sample of
// them.
type Estimate struct {
	Mean             float64 `json:"mean"`
	Error            float64 `json:"error"`     // standard error of Mean
	DegreesOfFreedom float64 `json:"freedom"`   // degrees of freedom of Error; 0: so many that it is normal
	Positions        int     `json:"positions"` // strata
	Forms            int     `json:"forms"`     // pairs of searches
}

// EstimateMean estimates the mean of differences, head less base, by position and form. Every
// position weighs the same, however many forms it has, and is a stratum of its own. The error is
// that of a stratified sample (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, section 5.4): a
// change may cost much in some positions and nothing in others without making it less certain. The
// degrees of freedom are Satterthwaite's (the same, equation 5.16). Positions without a form are
// passed over. One with a single form gets the mean variance of the others. If more than half of
// them have a single form, the positions are a simple sample instead (the same, section 2.6). Its
// error includes the differences among the positions, and is larger than with a second form of
// each.
//
// The forms of a position have to be independent of each other: two that always move
// together make the error too small by a third.
func EstimateMean(differences [][]float64) Estimate {
	var e Estimate
	var means, variances []float64 // variances of means
	var degrees []float64
	single := 0
	var sum float64
	for _, forms := range differences {
		e.Forms += len(forms)
		switch len(forms) {
		case 0:
			continue
		case 1:
			single++
		default:
			v := stat.Variance(forms)
			sum += v
			variances, degrees = append(variances, v/float64(len(forms))), append(degrees, float64(len(forms)-1))
		}
		means = append(means, stat.Mean(forms))
	}
	if e.Positions = len(means); e.Positions == 0 {
		return e
	}
	e.Mean = stat.Mean(means)
	if 2*single > e.Positions {
		if e.Positions > 1 {
			e.Error, e.DegreesOfFreedom = math.Sqrt(stat.Variance(means)/float64(e.Positions)), float64(e.Positions-1)
		}
		return e
	}
	var total, squares float64
	for i, v := range variances {
		total += v
		squares += float64(v*v) / degrees[i]
	}
	if squares > 0 {
		e.DegreesOfFreedom = total * total / squares
	}
	total += float64(single) * sum / float64(len(variances))
	e.Error = math.Sqrt(total) / float64(e.Positions)
	return e
}

// InForms returns the estimate that so many forms of each position would give, from two on, if they scattered as
// these do. The standard error falls with the root of their number (W. G. Cochran, as above, equation 5.6). Each form
// more is a degree of freedom of its position more.
func (e Estimate) InForms(forms int) Estimate {
	if e.Forms <= e.Positions || forms < 2 {
		return e
	}
	each := float64(e.Forms) / float64(e.Positions)
	e.Error *= math.Sqrt(each / float64(forms))
	e.DegreesOfFreedom *= float64(forms-1) / (each - 1)
	e.Forms = forms * e.Positions
	return e
}

// Low returns a bound that the true difference is below with the probability at most of
// risk, by Student's distribution. Of a single search there is none.
func (e Estimate) Low(risk float64) float64 { return e.Mean - e.halfWidth(risk) }

// High returns a bound that the true difference is above with that probability at most.
func (e Estimate) High(risk float64) float64 { return e.Mean + e.halfWidth(risk) }

// halfWidth returns the distance of a bound from the mean.
func (e Estimate) halfWidth(risk float64) float64 {
	switch {
	case e.Forms < 2:
		return math.Inf(1)
	case e.Error == 0:
		return 0
	case e.DegreesOfFreedom == 0:
		return e.Error * stat.StudentQuantile(1-risk, math.Inf(1))
	}
	return e.Error * stat.StudentQuantile(1-risk, e.DegreesOfFreedom)
}

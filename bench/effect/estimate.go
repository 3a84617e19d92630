package effect

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Estimate is how far something differs between base and head in the mean over
// positions: of all positions like these, of which these are a sample.
type Estimate struct {
	Mean      float64 `json:"mean"`
	Error     float64 `json:"error"`     // standard error of Mean; 0 of fewer than two positions, which have no bounds
	Positions int     `json:"positions"` // clusters
	Forms     int     `json:"forms"`     // pairs of searches
}

// Of estimates the mean of differences, head less base, by position and form. Every
// position weighs the same, however many forms it has. Its own forms need not be
// independent of each other: the error is that of the means of positions (the
// between-cluster variance; W. G. Cochran, Sampling Techniques, 3rd ed., 1977,
// section 9.3). Positions without a form are passed over.
func Of(differences [][]float64) Estimate {
	var e Estimate
	var means []float64
	for _, forms := range differences {
		if len(forms) > 0 {
			means = append(means, stat.Mean(forms))
			e.Forms += len(forms)
		}
	}
	if e.Positions = len(means); e.Positions > 0 {
		e.Mean = stat.Mean(means)
	}
	if e.Positions > 1 {
		e.Error = stat.Deviation(means) / math.Sqrt(float64(e.Positions))
	}
	return e
}

// Low is a bound that the true difference is below with the probability at most of
// risk, by Student's distribution with one degree of freedom fewer than positions.
func (e Estimate) Low(risk float64) float64 { return e.Mean - e.reach(risk) }

// High is a bound that the true difference is above with that probability at most.
func (e Estimate) High(risk float64) float64 { return e.Mean + e.reach(risk) }

// reach is how far a bound is from the mean.
func (e Estimate) reach(risk float64) float64 {
	switch {
	case e.Positions < 2:
		return math.Inf(1)
	case e.Error == 0:
		return 0
	}
	return e.Error * stat.Student(1-risk, float64(e.Positions-1))
}

package figure

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// BaseAgainstItself returns the difference of the base from itself, by which the reader can weigh that of a
// race. It has no verdict, and is nil with too few sessions.
func BaseAgainstItself(suite string, r *speed.Report) doc.Effects {
	all := &r.Assessment.All
	if !all.Same.Bounded() {
		return nil
	}
	return doc.Effects{{
		Name: doc.Quote(suite) + " the base against itself",
		Low:  percent(all.Same.Low), Mean: percent(all.Same.Ratio), High: percent(all.Same.High), Allowed: math.NaN(),
	}}
}

// Sessions returns the sessions of a race in their order, beside the allowed loss and the noise floor, the
// difference that equal engines may show. It has no curves if the sessions are not known.
func Sessions(r *speed.Report) doc.Plot {
	a := &r.Assessment
	plot := doc.Plot{Title: "session by session", X: "session", Y: doc.Word(a.All.Clock) + " time for each node, change in percent"}
	if len(r.Measured) == 0 {
		return plot
	}
	head, same := speed.Sessions(r.Measured...)
	add := func(name doc.Text, ratios []float64) {
		curve := doc.Curve{Name: name}
		for i, ratio := range ratios {
			curve.Points = append(curve.Points, doc.Point{X: float64(i + 1), Y: percent(ratio), Label: doc.Textf("session %d: ", i+1) + doc.Ratio(ratio)})
		}
		plot.Curves = append(plot.Curves, curve)
	}
	level := func(name doc.Text, ratio float64) {
		plot.Curves = append(plot.Curves, doc.Curve{Name: name, Points: []doc.Point{{X: 1, Y: percent(ratio)}, {X: float64(len(head)), Y: percent(ratio)}}})
	}
	add("head to base", head)
	add("base against itself", same)
	if a.Allowed >= 0 {
		level("allowed", 1+float64(a.Allowed)/1000)
	}
	if a.All.Same.Bounded() {
		level("noise floor", a.All.Floor)
	}
	return plot
}

// percent returns the change that a ratio is.
func percent(ratio float64) float64 { return 100 * (ratio - 1) }

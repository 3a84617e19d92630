package figure

import (
	"cmp"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Run is a run, its name beside others, and its times if they are known.
type Run struct {
	Name   doc.Text
	Run    *bench.Run
	Timing *bench.Timing
}

// SolvedCurves returns how many positions each run solves with so many nodes and, where the times
// of all runs are known, in so much time.
func SolvedCurves(runs []Run) doc.Document {
	nodes := solvedPlot(runs, func(r *Run, i int) float64 { return float64(r.Run.Outcomes[i].Stable.Nodes) }, doc.Plot{
		Title: "solved against nodes", X: "nodes to the solution",
	})
	if slices.ContainsFunc(runs, func(r Run) bool { return r.Timing == nil }) {
		return doc.Document{nodes}
	}
	return doc.Document{nodes, solvedPlot(runs, func(r *Run, i int) float64 { return r.Timing.Position(i).Stable.Seconds() }, doc.Plot{
		Title: "solved against time", X: "seconds to the solution",
	})}
}

// solvedPlot returns the number of positions that each run solves up to a value. It covers outcomes
// solved at a known time, and has no curves if there are none.
func solvedPlot(runs []Run, of func(r *Run, i int) float64, plot doc.Plot) doc.Plot {
	plot.Y, plot.Log, plot.Steps = "solved", true, true
	for k := range runs {
		r := &runs[k]
		var values []float64
		for i := range r.Run.Outcomes {
			if r.Run.Outcomes[i].Stable == nil {
				continue
			}
			if value := of(r, i); value > 0 {
				values = append(values, value)
			}
		}
		if len(values) == 0 {
			continue
		}
		slices.Sort(values)
		curve := doc.Curve{Name: r.Name + doc.Textf(", %d", len(values))}
		for i, value := range values {
			if i+1 == len(values) || values[i+1] != value {
				curve.Points = append(curve.Points, doc.Point{X: value, Y: float64(i + 1)})
			}
		}
		plot.Curves = append(plot.Curves, curve)
	}
	return plot
}

// Shifts returns the factors by which the nodes to the solution changed, over the positions that
// both runs solve, the least first. It has no curve if none changed.
func Shifts(base, head *bench.Run) doc.Plot {
	type shift struct {
		id     string
		factor float64
	}
	var shifts []shift
	changed := false
	for i := range head.Outcomes {
		b, h := base.Outcomes[i].Stable, head.Outcomes[i].Stable
		if b != nil && h != nil && b.Nodes > 0 && h.Nodes > 0 {
			shifts = append(shifts, shift{head.Outcomes[i].ID, float64(h.Nodes) / float64(b.Nodes)})
			changed = changed || b.Nodes != h.Nodes
		}
	}
	plot := doc.Plot{Title: "change of the nodes to the solution", X: "positions that both solve (%), the least first", Y: "factor", Factors: true}
	if !changed {
		return plot
	}
	slices.SortStableFunc(shifts, func(a, b shift) int { return cmp.Compare(a.factor, b.factor) })
	curve := doc.Curve{Name: "head to base"}
	for i, s := range shifts {
		curve.Points = append(curve.Points, doc.Point{X: 100 * float64(i+1) / float64(len(shifts)), Y: math.Log2(s.factor), Label: doc.Quote(s.id) + " " + doc.Ratio(s.factor)})
	}
	plot.Curves = []doc.Curve{curve}
	return plot
}

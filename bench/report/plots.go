package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// namedRun is a run and what it is called beside others.
type namedRun struct {
	name doc.Text
	run  *bench.Run
}

// solvedPlot is how many positions each run solves with so many nodes; without curves where
// none is solved.
func solvedPlot(runs []namedRun) doc.Plot {
	plot := doc.Plot{Title: "solved against nodes", X: "nodes to the solution", Y: "solved", Log: true, Steps: true}
	for _, r := range runs {
		var nodes []uint64
		for i := range r.run.Outcomes {
			if stable := r.run.Outcomes[i].Stable; stable != nil && stable.Nodes > 0 {
				nodes = append(nodes, stable.Nodes)
			}
		}
		if len(nodes) == 0 {
			continue
		}
		slices.Sort(nodes)
		curve := doc.Curve{Name: r.name + doc.Textf(", %d", len(nodes))}
		for i, n := range nodes {
			if i+1 == len(nodes) || nodes[i+1] != n {
				curve.Points = append(curve.Points, doc.Point{X: float64(n), Y: float64(i + 1), Label: doc.Textf("%d with %s nodes", i+1, doc.Grouped(n))})
			}
		}
		plot.Curves = append(plot.Curves, curve)
	}
	return plot
}

// shiftPlot are the factors by which the nodes to the solution changed of the positions that
// both runs solve, the least first; without a curve where none changed.
func shiftPlot(base, head *bench.Run) doc.Plot {
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
	plot := doc.Plot{Title: "change of the nodes to the solution", X: "share of the positions that both solve, in percent", Y: "factor, as a power of two"}
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

// finite tells whether all are numbers that can be drawn.
func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

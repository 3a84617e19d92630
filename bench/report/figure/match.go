package figure

import (
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Match draws a match of two: how the test went, or the Elo where there is none, and
// the pairs by their points.
func Match(m *match.Match) (d doc.Document) {
	path := pairPath(m)
	if len(path) < 2 {
		return nil
	}
	if test, err := stats.ParseSPRT(m.Test); m.Test != "" && err == nil {
		d = append(d, testPlot(test, path))
	}
	return append(d, eloPlot(path), pairHeat(path[len(path)-1]))
}

// pairPath returns the pairs after each pair in the order in which they were played, as far as
// none is missing.
func pairPath(m *match.Match) (path []stats.Pairs) {
	one := *m
	for i := 0; i+1 < len(m.Games) && m.Games[i].Number == i && m.Games[i+1].Number == i+1; i += 2 {
		one.Games = m.Games[i : i+2]
		sum := one.ScoreAgainst(0, 1).Pairs
		if len(path) > 0 {
			for k, n := range path[len(path)-1] {
				sum[k] += n
			}
		}
		path = append(path, sum)
	}
	return path
}

// testPlot returns the log-likelihood ratio of a sequential test after each pair, between its
// bounds.
func testPlot(test stats.SPRT, path []stats.Pairs) doc.Plot {
	low, high := test.Bounds()
	llr := doc.Curve{Name: "LLR"}
	for i, pairs := range path {
		_, value := test.Decide(pairs)
		llr.Points = append(llr.Points, doc.Point{X: float64(i + 1), Y: value, Label: doc.Textf("pair %d: LLR %.2f", i+1, value)})
	}
	bound := func(name doc.Text, value float64) doc.Curve {
		return doc.Curve{Name: name, Points: []doc.Point{{X: 1, Y: value}, {X: float64(len(path)), Y: value}}}
	}
	return doc.Plot{
		Title: "sequential test", X: "pairs of games", Y: "log-likelihood ratio",
		Curves: []doc.Curve{llr, bound("H1 is accepted", high), bound("H0 is accepted", low)},
	}
}

// minEloPairs is the number of pairs from which on an interval of Elo is worth drawing.
const minEloPairs = 10

// eloPlot returns the Elo after each pair with its interval of 95 %.
func eloPlot(path []stats.Pairs) doc.Plot {
	value, low, high := doc.Curve{Name: "Elo"}, doc.Curve{Name: "95 %, from"}, doc.Curve{Name: "95 %, to"}
	for i := min(minEloPairs, len(path)) - 1; i < len(path); i++ {
		elo, x := path[i].Elo(), float64(i+1)
		if !finite(elo.Low, elo.Value, elo.High) {
			continue
		}
		value.Points = append(value.Points, doc.Point{X: x, Y: elo.Value, Label: doc.Textf("pair %d: ", i+1) + doc.Margin(elo.Value, elo.Margin())})
		low.Points, high.Points = append(low.Points, doc.Point{X: x, Y: elo.Low}), append(high.Points, doc.Point{X: x, Y: elo.High})
	}
	plot := doc.Plot{Title: "Elo", X: "pairs of games", Y: "Elo"}
	if len(value.Points) > 1 {
		plot.Curves = []doc.Curve{value, low, high}
	}
	return plot
}

// pairHeat returns the pairs by the points that the first player has of them.
func pairHeat(pairs stats.Pairs) doc.Heat {
	most := float64(max(1, slices.Max(pairs[:])))
	row := doc.HeatRow{Name: "pairs"}
	for _, n := range pairs {
		row.Cells = append(row.Cells, doc.HeatCell{Text: doc.Count(n), Value: float64(n) / most})
	}
	return doc.Heat{Title: "pentanomial", Columns: []doc.Text{"points of the first player", "0", "0.5", "1", "1.5", "2"}, Rows: []doc.HeatRow{row}}
}

// finite reports whether all are numbers that can be drawn.
func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

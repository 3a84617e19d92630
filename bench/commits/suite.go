package commits

import (
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/gate"
)

// tail is the part of chance that lies beyond each end of an interval.
const tail = 0.025

// addResult adds the verdicts of the gates, as far as the pair was judged.
func (p *Pair) addResult(result *gate.Result) {
	var changes []compare.Equality
	p.Verdict = result.Verdict.String()
	for i := range result.Trials {
		t := &result.Trials[i]
		if t.Comparison == nil {
			continue
		}
		suite := newSuite(t.Comparison)
		if t.Race != nil {
			race := t.Race.Assessment.ResultBesideSuites()
			suite.Axes = append(suite.Axes, axisOf(race))
			suite.Verdict = compare.Worst(t.Comparison.Verdict, race.Verdict).String()
		}
		p.Suites = append(p.Suites, suite)
		changes = append(changes, t.Comparison.Identity.Change)
	}
	for i := range result.Games {
		g := &result.Games[i]
		p.Suites = append(p.Suites, Suite{
			Suite: g.Name, Limit: g.Limits, Verdict: g.Result.Verdict.String(), Change: g.Change().String(),
			Axes: []Axis{axisOf(g.Result)}, Positions: slices.Clone(g.Result.Positions),
		})
		changes = append(changes, g.Change())
	}
	p.Change = compare.CombineEquality(changes...).String()
}

// newSuite returns the record of a comparison.
func newSuite(c *compare.Comparison) Suite {
	s := Suite{
		Suite: c.Suite.Name, Limit: c.Limits, Verdict: c.Verdict.String(), Change: c.Identity.Change.String(),
		SolvedBase: c.Base.Totals.Solved, SolvedHead: c.Head.Totals.Solved, Axes: []Axis{}, Positions: lostPositions(c),
	}
	if f := c.Forms; f != nil {
		s.Solution, s.Tree = growth(f.Solution), growth(c.Tree())
		if f.SolvedBase+f.SolvedHead > 0 {
			s.Lost = finite(f.Lost.Low(tail), f.Lost.Mean, f.Lost.High(tail))
		} else {
			s.Solution = nil
		}
	} else {
		s.addSingleShifts(c)
	}
	for _, g := range c.Gates {
		s.Axes = append(s.Axes, axisOf(g))
	}
	return s
}

// addSingleShifts adds the shifts of positions that were searched as they stand.
func (s *Suite) addSingleShifts(c *compare.Comparison) {
	if r := c.Solution; r != nil {
		s.Solution = finite(r.Low-1, r.Mean-1, r.High-1)
	}
	if c.Work.GeoMean > 0 {
		mean := c.Work.GeoMean - 1
		s.Tree = finite(mean, mean, mean)
	}
	if c.Base.Totals.Asked > 0 {
		lost := float64(len(c.Lost)-len(c.Gained)) / float64(c.Base.Totals.Asked)
		s.Lost = finite(lost, lost, lost)
	}
}

// growth returns the factor of an estimate of logarithms, less one.
func growth(e effect.Estimate) *Shift {
	if e.Positions == 0 {
		return nil
	}
	return finite(math.Expm1(e.Low(tail)), math.Expm1(e.Mean), math.Expm1(e.High(tail)))
}

// finite returns the shift of three numbers, nil where one is none.
func finite(low, mean, high float64) *Shift {
	for _, x := range []float64{low, mean, high} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
	}
	return &Shift{low, mean, high}
}

// axisOf returns what a gate says.
func axisOf(r compare.Result) Axis {
	a := Axis{Axis: r.Axis.String(), Verdict: r.Verdict.String(), Effects: []Effect{}}
	for _, e := range r.Effects {
		if shift := finite(e.Low, e.Mean, e.High); shift != nil {
			a.Effects = append(a.Effects, Effect{e.What, *shift, e.Allowed, e.Verdict.String()})
		}
	}
	if len(r.Reasons) > 0 {
		a.Reason = r.Reasons[0]
	}
	return a
}

// lostPositions returns the positions named as lost, in the order of the comparison. If none is
// named, it returns those that count against the failing gates.
func lostPositions(c *compare.Comparison) []string {
	ids := []string{}
	if c.Forms != nil {
		for _, p := range c.Forms.Named {
			ids = append(ids, p.ID)
		}
	}
	if len(ids) > 0 {
		return ids
	}
	for _, g := range c.Gates {
		if g.Verdict != compare.Fail {
			continue
		}
		for _, id := range g.Positions {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

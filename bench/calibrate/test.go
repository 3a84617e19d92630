package calibrate

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
)

// What a test judges.
const (
	Solution = "nodes to the solution"
	Lost     = "solved forms lost"
	Nodes    = "nodes"
)

// Test is what one test of a gate can tell.
type Test struct {
	What string `json:"what"`
	Key  string `json:"key,omitempty"` // of the gate; empty: its limit is none of the configuration
	// Shift is by how much the second draw differs from the first, as a part of it or of
	// the forms: chance alone.
	Shift float64 `json:"shift"`
	// Old is what is allowed now, and Allowed what should be.
	Old     compare.Growth `json:"old"`
	Allowed compare.Growth `json:"allowed"`
	Looks   []Look         `json:"looks"` // the first and the last, or the only one
	// Few tells that there are too few positions for an interval, or too few forms without
	// a fault: nothing follows, and the gate is inconclusive.
	Few bool `json:"few,omitempty"`
}

// Look is what a test can tell in so many forms of each position. Growths are parts of
// what was before, losses parts of the forms.
type Look struct {
	Forms int     `json:"forms"`
	Error float64 `json:"error"` // standard error
	// Passes is what has to be allowed at least for a re-roll to pass with 95 %, and Red
	// the smallest true effect that is red with 95 % at what is allowed then.
	Passes float64 `json:"passes"`
	Red    float64 `json:"red,omitempty"` // 0: see Least
	// Least is how many solved forms have to be lost for chance to explain it no longer,
	// of Solved, in suites where that is asked, as whole positions are lost. 0: the loss of all would be
	// explained.
	Least  int `json:"least,omitempty"`
	Solved int `json:"solved,omitempty"`
}

// Passing tells whether a re-roll passes with 95 % in the last look.
func (t *Test) Passing() bool {
	return t.Looks[len(t.Looks)-1].Passes <= float64(t.Allowed)/1000
}

// tests are those that the gate makes of forms, in these numbers of them.
func (a *Advice) tests(gate *compare.Gate, forms []int) []Test {
	s, all := &a.Scatter, []Test{}
	switch gate.Axis {
	case compare.Tactics:
		old := compare.DefaultSolution
		if gate.Solution != nil {
			old = *gate.Solution
		}
		if s.nodes && old >= 0 {
			all = append(all, a.ratio(Solution, "nodes-solution", s.Solution, old, compare.DefaultSolution, forms))
		}
		all = append(all, a.share(compare.LostTactics, forms, false))
	case compare.Mating:
		all = append(all, a.share(compare.LostMates, forms, true))
	case compare.Zugzwang:
		all = append(all, a.share(compare.LostZugzwang, forms, true))
	}
	if gate.Total >= 0 && s.nodes && s.exact {
		all = append(all, a.ratio(Nodes, "nodes-total", s.Tree, gate.Total, DefaultTree, forms))
	}
	return all
}

// DefaultTree is how much the nodes may grow where a configuration does not say: see
// config.DefaultGrowth.
const DefaultTree compare.Growth = 50

// ratio is a test of a shift of logarithms, whose limit follows from it.
func (a *Advice) ratio(what, key string, e effect.Estimate, old, usual compare.Growth, forms []int) Test {
	t := Test{What: what, Key: key, Shift: math.Expm1(e.Mean), Old: old, Allowed: old, Few: e.Positions < compare.MinInterval}
	t.Few = t.Few || e.Forms <= e.Positions
	for _, n := range forms {
		t.Looks = append(t.Looks, Look{Forms: n, Error: math.Expm1(around(e, n).Error)})
	}
	if t.Few {
		return t
	}
	for i := range t.Looks {
		t.Looks[i].Passes = math.Expm1(a.passing(e, t.Looks[i].Forms))
	}
	t.Allowed = allowed(t.Looks[len(t.Looks)-1].Passes, old, usual)
	for i := range t.Looks {
		t.Looks[i].Red = math.Expm1(math.Log1p(float64(t.Allowed)/1000) + a.red(e, t.Looks[i].Forms))
	}
	return t
}

// share is a test of the share of solved forms that is lost. By chance: a loss fails that
// chance does not explain, however small it is.
func (a *Advice) share(limit compare.Growth, forms []int, byChance bool) Test {
	e := a.Scatter.Lost
	t := Test{What: Lost, Shift: e.Mean, Old: limit, Allowed: limit, Few: !byChance && e.Positions < compare.MinInterval || e.Forms <= e.Positions}
	for _, n := range forms {
		l := Look{Forms: n, Error: around(e, n).Error}
		switch {
		case t.Few:
		case byChance:
			l.Passes = a.passing(e, n)
			l.Least, l.Solved = a.Scatter.leastLost(n, a.Risk)
		default:
			l.Passes, l.Red = a.passing(e, n), float64(limit)/1000+a.red(e, n)
		}
		t.Looks = append(t.Looks, l)
	}
	return t
}

// around is an estimate about 0 in so many forms.
func around(e effect.Estimate, forms int) effect.Estimate {
	e = e.Over(forms)
	e.Mean = 0
	return e
}

// passing is the smallest limit under which a re-roll passes with the probability sure:
// the upper bound of the gate lies below it where the estimate itself is no more above 0
// than in so many of all draws.
func (a *Advice) passing(e effect.Estimate, forms int) float64 {
	e = around(e, forms)
	return e.High(a.Passes) + e.High(1-sure)
}

// red is how far beyond the limit a true effect has to be for all of the interval to lie
// beyond it with the probability sure.
func (a *Advice) red(e effect.Estimate, forms int) float64 {
	e = around(e, forms)
	return e.High(a.Risk) + e.High(1-sure)
}

// allowed is the limit under which a re-roll passes: that of now where it suffices and is
// no wider than what is usual, else what is usual where that suffices, else as many whole
// percent as it takes, and never below one.
func allowed(needed float64, old, usual compare.Growth) compare.Growth {
	least := max(10, 10*compare.Growth(math.Ceil(100*needed-1e-9)))
	switch {
	case least <= old && old <= usual:
		return old
	case least <= usual:
		return usual
	}
	return min(least, compare.MaxGrowth)
}

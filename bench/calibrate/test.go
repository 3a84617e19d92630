package calibrate

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
)

// Quantities that a test judges.
const (
	Solution = "nodes to the solution"
	Lost     = "solved forms lost"
	Nodes    = "nodes"
)

// Test describes one test of a gate: its limit, and the effects that it can find.
type Test struct {
	What string `json:"what"`
	Key  string `json:"key,omitempty"` // of the gate; empty: its limit is none of the configuration
	// Shift is the change from the first draw to the second, as a part of the first or of the forms. It is due to
	// chance alone.
	Shift float64 `json:"shift"`
	// Old is the present limit, and Allowed the advised one.
	Old     compare.Growth `json:"old"`
	Allowed compare.Growth `json:"allowed"`
	Looks   []Look         `json:"looks"` // the first and the last, or the only one
	// Few reports that nothing follows from the test. It has too few positions for an interval, too few forms without
	// a fault, or too few forms that are draws of their own.
	Few bool `json:"few,omitempty"`
	// Enough is the number of forms, over all positions, with which a change that loses and gains none passes in as
	// many looks. It is 0 if those of the last look are enough.
	Enough int `json:"enough,omitempty"`
}

// Look describes the power of a test with so many forms of each position. Growths are parts of the value before, losses
// parts of the forms.
type Look struct {
	Forms int     `json:"forms"`
	Error float64 `json:"error"` // standard error
	// Passes is the least limit with which a re-roll passes with 95 %. Red is the smallest true effect that fails with
	// 95 % under the limit Allowed.
	Passes float64 `json:"passes"`
	Red    float64 `json:"red,omitempty"` // 0: see Least
	// Least is the number of solved forms, of Solved, whose loss as whole positions chance no longer explains, in
	// suites that ask for this. For mates the interval must lie beyond the limit as well. 0: not even the loss of all
	// fails.
	Least  int `json:"least,omitempty"`
	Solved int `json:"solved,omitempty"`
	// Explained reports whether chance would explain the loss of all: nothing fails and nothing passes.
	Explained bool `json:"explained,omitempty"`
}

// Last returns the look in the most forms.
func (t *Test) Last() *Look { return &t.Looks[len(t.Looks)-1] }

// Passing reports whether a re-roll passes with 95 % in the last look.
func (t *Test) Passing() bool {
	l := t.Last()
	return !l.Explained && l.Passes <= float64(t.Allowed)/1000
}

// tests returns the tests that the gate makes, for each of these numbers of forms.
func (a *Advice) tests(gate *compare.Gate, forms []int) []Test {
	s, all := &a.Scatter, []Test{}
	switch gate.Axis {
	case compare.Tactics:
		if old := gate.SolutionGrowth(); s.nodes && old >= 0 {
			all = append(all, a.ratio(Solution, "nodes-solution", s.Solution, old, compare.DefaultSolution, forms))
		}
		all = append(all, a.share(gate.Axis, gate.LostShare(), forms))
	case compare.Mating, compare.Zugzwang:
		all = append(all, a.share(gate.Axis, gate.LostShare(), forms))
	}
	if gate.Total >= 0 && s.nodes && s.exact {
		all = append(all, a.ratio(Nodes, "nodes-total", s.Tree, gate.Total, defaultTree, forms))
	}
	return all
}

// defaultTree is the growth of the nodes that is allowed by default, in permille: see config.DefaultGrowth.
const defaultTree compare.Growth = 50

// ratio returns a test of a shift of logarithms, whose limit follows from it.
func (a *Advice) ratio(what, key string, e effect.Estimate, old, usual compare.Growth, forms []int) Test {
	t := Test{What: what, Key: key, Shift: math.Expm1(e.Mean), Old: old, Allowed: old, Few: e.Positions < compare.MinInterval || e.Forms <= e.Positions || a.Scatter.draws(forms[0]) < 2}
	for _, n := range forms {
		t.Looks = append(t.Looks, Look{Forms: n, Error: math.Expm1(a.zeroEstimate(e, n).Error)})
	}
	if t.Few {
		return t
	}
	for i := range t.Looks {
		chance := a.zeroEstimate(e, t.Looks[i].Forms)
		t.Looks[i].Passes = math.Expm1(a.passingLimit(chance, chance, t.Looks[i].Forms, compare.RefutedTimes(compare.Nodes)))
	}
	t.Allowed = allowedLimit(t.Last().Passes, old, usual)
	for i := range t.Looks {
		t.Looks[i].Red = math.Expm1(math.Log1p(float64(t.Allowed)/1000) + a.redEffect(e, t.Looks[i].Forms))
	}
	return t
}

// share returns a test of the share of forms that are lost. For tactics its limit follows from the scatter. For
// zugzwangs any loss fails that chance does not explain, however small. For mates the interval must lie beyond the
// limit as well.
func (a *Advice) share(axis compare.Axis, limit compare.Growth, forms []int) Test {
	e, byChance := a.Scatter.Lost, axis != compare.Tactics
	t := Test{What: Lost, Shift: e.Mean, Old: limit, Allowed: limit, Few: !byChance && e.Positions < compare.MinInterval || e.Forms <= e.Positions || a.Scatter.draws(forms[0]) < 2}
	if !byChance {
		t.Key = "lost-forms"
	}
	passes := func(n int) float64 {
		chance := a.zeroEstimate(e, n)
		return a.passingLimit(chance, chance.AtLeast(compare.RefutedTimes(axis)*float64(t.Allowed)/1000), n, compare.RefutedTimes(axis))
	}
	for last := forms[len(forms)-1]; !t.Few && !byChance && t.Allowed < maxLost && passes(last) > float64(t.Allowed)/1000; {
		t.Allowed += 10
	}
	most := float64(t.Allowed) / 1000
	for _, n := range forms {
		l := Look{Forms: n, Error: a.zeroEstimate(e, n).Error}
		switch {
		case t.Few:
		case byChance:
			beyond := 0.0
			if axis == compare.Mating {
				beyond = most
			}
			risk, _ := a.lookRisks(n)
			l.Passes, l.Explained = passes(n), a.Scatter.isLossExplained(n, risk)
			l.Least, l.Solved = a.Scatter.leastLost(n, risk, beyond)
		default:
			l.Passes, l.Red = passes(n), most+a.redEffect(e, n)
		}
		t.Looks = append(t.Looks, l)
	}
	if enough := a.fewestForms(most, compare.RefutedTimes(axis)); !t.Few && e.Positions*a.Scatter.draws(t.Last().Forms) < enough {
		t.Enough = enough
	}
	return t
}

// maxLost is the greatest share of forms that a calibration allows to be lost.
const maxLost compare.Growth = 250

// fewestForms returns the smallest number of forms with which a pass refutes so many times the allowed share, if none is
// lost or gained.
func (a *Advice) fewestForms(most, times float64) int {
	for n := 2; ; n++ {
		none := effect.Estimate{Positions: 1, Forms: n}
		if none.AtLeast(times*most).High(a.Passes) <= times*most {
			return n
		}
	}
}

// zeroEstimate returns an estimate about 0 in so many forms.
func (a *Advice) zeroEstimate(e effect.Estimate, forms int) effect.Estimate {
	e = e.InForms(a.Scatter.draws(forms))
	e.Mean = 0
	return e
}

// passingLimit returns the smallest limit under which a re-roll passes with the probability confidence. The mean has to
// be within the limit, and the upper bound within so many times the limit. The mean scatters as chance does; the bound is as
// far from it as judged says. Both estimates are about 0.
func (a *Advice) passingLimit(chance, judged effect.Estimate, forms int, times float64) float64 {
	_, passes := a.lookRisks(forms)
	most := chance.High(1 - confidence)
	return max(most, (judged.High(passes)+most)/times)
}

// redEffect returns the distance of a true effect beyond the limit with which the whole interval lies beyond it with
// the probability confidence.
func (a *Advice) redEffect(e effect.Estimate, forms int) float64 {
	e = a.zeroEstimate(e, forms)
	risk, _ := a.lookRisks(forms)
	return e.High(risk) + e.High(1-confidence)
}

// allowedLimit returns a limit under which a re-roll passes. It is the old one if that suffices and is no wider than
// usual, else the usual one if that suffices. Otherwise it is the needed whole percents. It is never below 1 %.
func allowedLimit(needed float64, old, usual compare.Growth) compare.Growth {
	least := max(10, 10*compare.Growth(math.Ceil(100*needed-1e-9)))
	switch {
	case least <= old && old <= usual:
		return old
	case least <= usual:
		return usual
	}
	return min(least, compare.MaxGrowth)
}

package sensitivity

import (
	"cmp"
	"fmt"
	"math"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/suites"
)

// addResult adds the verdicts of the gates.
func (r *Row) addResult(result *gate.Result) {
	r.Verdict = result.Verdict.String()
	for i := range result.Trials {
		t := &result.Trials[i]
		r.Nodes += t.Run.Totals().Nodes
		if t.Timing != nil {
			spent := cmp.Or(t.Timing.CPU(), t.Timing.Searched())
			r.CPU += math.Round(spent.Seconds()*10) / 10
		}
		if t.Comparison == nil {
			continue
		}
		base, head := solvedOnce(t.Base), solvedOnce(t.Run)
		for _, g := range t.Comparison.Gates {
			r.Axes = append(r.Axes, Axis{
				Suite: t.Suite.Name, Axis: g.Axis.String(), Verdict: g.Verdict.String(), Effect: effectOf(t.Comparison, g.Axis),
				Reasons: g.Reasons, Positions: g.Positions, Base: base, Head: head, Changed: isChanged(t.Base, t.Run),
			})
		}
	}
	for i := range result.Games {
		r.addGames(&result.Games[i])
	}
}

// addGames adds what the games against the base say.
func (r *Row) addGames(g *gate.Games) {
	r.Axes = append(r.Axes, Axis{
		Suite: g.Name, Axis: g.Result.Axis.String(), Verdict: g.Result.Verdict.String(), Effect: fmt.Sprintf("Elo %+.0f (%+.0f to %+.0f)", g.Elo, g.Low, g.High),
		Reasons: g.Result.Reasons, Changed: g.Change() != compare.Identical,
	})
}

// solvedOnce counts the positions solved as they stand, without their forms, as a plain run
// of the suite shows.
func solvedOnce(run *bench.Run) (n int) {
	for i := range run.Outcomes {
		if _, form := suites.FormOf(run.Outcomes[i].ID); form == "" && run.Outcomes[i].Verdict == bench.Solved {
			n++
		}
	}
	return n
}

// isChanged reports whether any position was searched in another way.
func isChanged(base, head *bench.Run) bool {
	for i := range head.Outcomes {
		b, h := &base.Outcomes[i], &head.Outcomes[i]
		if b.Verdict != h.Verdict || b.Best != h.Best || b.Nodes != h.Nodes || b.Score != h.Score {
			return true
		}
	}
	return false
}

// effectOf returns the size of a change on an axis with its 95 % interval, empty where single
// searches are compared.
func effectOf(c *compare.Comparison, axis compare.Axis) string {
	switch f := c.Forms; {
	case f == nil:
		return ""
	case axis == compare.Tactics && f.SolvedBase+f.SolvedHead > 0:
		return ratio(f.Solution) + fmt.Sprintf(", solved %+d", f.SolvedHead-f.SolvedBase)
	case axis == compare.Nodes:
		return ratio(f.Tree)
	}
	return fmt.Sprintf("solved %+d of %d", c.Forms.SolvedHead-c.Forms.SolvedBase, c.Forms.SolvedBase)
}

// ratio returns the factor of an estimate of logarithms, as growth in percent.
func ratio(e effect.Estimate) string {
	growth := func(x float64) string { return fmt.Sprintf("%+.1f", 100*math.Expm1(x)) }
	if e.Positions < 2 {
		return growth(e.Mean) + " %"
	}
	return fmt.Sprintf("%s %% (%s to %s)", growth(e.Mean), growth(e.Low(0.025)), growth(e.High(0.025)))
}

package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

// What keeps a verdict on forms sure. The first is one level for all tests of a
// verdict together, over axes and suites: see Evidence.Tests.
const (
	// FalseAlarms is the probability at most that a change which costs no more than
	// is allowed fails.
	FalseAlarms = 0.01
	// FalsePasses is the probability at most that one which costs more passes, for
	// each test.
	FalsePasses = 0.05
)

// What a change may cost where a gate on forms does not say.
const (
	// DefaultSolution is how much the nodes to the solution may grow. Chosen on WAC in
	// 1,140 forms at 25,000 nodes, where neutral changes of one to three percent of a
	// margin lie within 2 %.
	DefaultSolution Growth = 30
	// DefaultShare is how much of the share of solved forms may be lost for all that is
	// known: 2.6 of 26 zugzwangs, less than which 104 forms of them cannot tell from
	// what neutral changes do. A loss that chance does not explain fails however small
	// it is.
	DefaultShare Growth = 100
)

// Forms is what the forms of the positions say together: see suites.Suite.Forms.
type Forms struct {
	Positions int `json:"positions"`
	// Changed is how many forms were searched in another way: with another result, or
	// with other nodes.
	Changed int `json:"changed"`
	// SolvedBase and SolvedHead count the forms that each side solves.
	SolvedBase int `json:"solved_base"`
	SolvedHead int `json:"solved_head"`
	// Solution is the shift of the logarithm of the nodes to the solution. What is not
	// solved counts as solved at the limit, or with what it was searched for where
	// the limit names no nodes.
	Solution effect.Estimate `json:"solution"`
	// Lost is how much of the share of solved forms is lost.
	Lost effect.Estimate `json:"lost"`
	// Chance is the probability of such a loss when nothing changed.
	Chance float64 `json:"chance"`
	// Tree is the shift of the logarithm of the nodes.
	Tree effect.Estimate `json:"tree"`
	// Moved are the positions of which another number of forms is solved, those that
	// lost most surely first.
	Moved []Position `json:"moved"`
}

// Position is in how many forms a position is solved.
type Position struct {
	ID string `json:"id"`
	effect.Solved
	Chance float64 `json:"chance"` // of such a loss when nothing changed, for this position alone
}

// hasForms tells whether a run has positions in several forms.
func hasForms(run *bench.Run) bool {
	return slices.ContainsFunc(run.Outcomes, func(o bench.Outcome) bool {
		_, form := suites.FormOf(o.ID)
		return form != ""
	})
}

// compareForms finds out what the forms say together: of the positions that are
// judged, and of the controls of a suite that is not one of tactics.
func (c *Comparison) compareForms(base, head *bench.Run, gate Gate) {
	limits, err := bench.ParseLimits(head.Limits)
	if c.Forms == nil || err != nil {
		return
	}
	*c.Forms = formsOf(base.Outcomes, head.Outcomes, limits, func(position string) bool {
		role := c.roles[position]
		return role == MustPass || role == Control && gate.Axis == Tactics
	})
	c.controls = formsOf(base.Outcomes, head.Outcomes, limits, func(position string) bool { return c.roles[position] == Control })
}

// formsOf is what the forms of the positions say that are asked for. Forms with a
// fault on a side say nothing.
func formsOf(base, head []bench.Outcome, limits bench.Limits, asked func(position string) bool) Forms {
	var solution, lost, tree [][]float64
	var f Forms
	var solved []Position
	for i := range head {
		id, _ := suites.FormOf(head[i].ID)
		if !asked(id) {
			continue
		}
		if len(solved) == 0 || solved[len(solved)-1].ID != id {
			solved = append(solved, Position{ID: id})
			solution, lost, tree = append(solution, nil), append(lost, nil), append(tree, nil)
		}
		b, h, at := &base[i], &head[i], len(solved)-1
		if b.Verdict == bench.Faulted || h.Verdict == bench.Faulted {
			continue
		}
		f.Changed += count01(b.Verdict != h.Verdict || b.Nodes != h.Nodes || b.Best != h.Best || toSolution(b, limits) != toSolution(h, limits))
		before, now := b.Verdict == bench.Solved, h.Verdict == bench.Solved
		solved[at].Forms++
		solved[at].Base += count01(before)
		solved[at].Head += count01(now)
		f.SolvedBase += count01(before)
		f.SolvedHead += count01(now)
		lost[at] = append(lost[at], float64(count01(before)-count01(now)))
		solution[at] = append(solution[at], logRatio(toSolution(b, limits), toSolution(h, limits)))
		tree[at] = append(tree[at], logRatio(b.Nodes, h.Nodes))
	}
	f.Positions, f.Moved = len(solved), []Position{}
	f.Solution, f.Lost, f.Tree = effect.Of(solution), effect.Of(lost), effect.Of(tree)
	counts := make([]effect.Solved, len(solved))
	for i, p := range solved {
		counts[i] = p.Solved
		if p.Base != p.Head {
			p.Chance = effect.Chance(counts[i : i+1])
			f.Moved = append(f.Moved, p)
		}
	}
	f.Chance = effect.Chance(counts)
	slices.SortStableFunc(f.Moved, func(a, b Position) int {
		return cmp.Or(cmp.Compare(a.Chance, b.Chance), cmp.Compare(a.Head-a.Base, b.Head-b.Base))
	})
	return f
}

// count01 is 1 if so.
func count01(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// toSolution are the nodes after which the solution stood, or as many as were allowed.
func toSolution(o *bench.Outcome, limits bench.Limits) uint64 {
	switch {
	case o.Verdict == bench.Solved && o.Stable != nil:
		return o.Stable.Nodes
	case limits.Nodes > 0:
		return limits.Nodes
	}
	return o.Nodes
}

// Tests is how many tests a comparison of forms makes under the gate.
func (g Gate) Tests() int {
	return 1 + count01(len(g.Control) > 0 && g.Axis != Tactics) + count01(g.Axis != Nodes && g.Total >= 0)
}

// risk is the probability of a false alarm that one test may have.
func (c *Comparison) risk(gate Gate) float64 {
	return FalseAlarms / float64(max(c.evidence.Tests, gate.Tests()))
}

// concludeForms is conclude for forms.
func (c *Comparison) concludeForms(gate Gate) {
	switch gate.Axis {
	case Nodes:
		c.Gates = append(c.Gates, c.treeResult(gate, c.Forms))
	case Tactics:
		c.Gates = append(c.Gates, c.solutionResult(gate, c.Forms))
	default:
		c.Gates = append(c.Gates, c.shareResult(gate.Axis, gate, c.Forms))
	}
	if len(gate.Control) > 0 && gate.Axis != Tactics {
		r := c.shareResult(Tactics, gate, &c.controls)
		r.Reasons[0] = "controls: " + r.Reasons[0]
		c.Gates = append(c.Gates, r)
	}
	if gate.Axis != Nodes && gate.Total >= 0 {
		c.Gates = append(c.Gates, c.treeResult(gate, c.Forms))
	}
}

// solutionResult judges the nodes to the solution.
func (c *Comparison) solutionResult(gate Gate, f *Forms) Result {
	allowed := DefaultSolution
	if gate.Solution != nil {
		allowed = *gate.Solution
	}
	r := Result{Axis: Tactics, Verdict: Pass, Positions: []string{}}
	if !r.unchanged(f) {
		c.judgeRatio(&r, "nodes to the solution", f.Solution, allowed, c.risk(gate))
		r.Reasons = append(r.Reasons, solvedText(f))
	}
	return c.finished(r, gate, f)
}

// shareResult judges the share of solved forms. It fails by the exact test within
// these positions, which are few and chosen, and passes by the interval.
func (c *Comparison) shareResult(axis Axis, gate Gate, f *Forms) Result {
	r := Result{Axis: axis, Verdict: Pass, Positions: []string{}}
	if r.unchanged(f) {
		return c.finished(r, gate, f)
	}
	allowed, risk := DefaultShare, c.risk(gate)
	limit := float64(allowed) / 1000
	verdict := Undecided
	switch {
	case f.Chance <= risk && f.Lost.Mean > 0:
		verdict = Fail
	case f.Lost.High(FalsePasses) <= limit:
		verdict = Pass
	}
	r.because(verdict, "%s; lost share %+.1f%%, at most %+.1f%% (allowed: %s); chance %s (ends at %.4f)",
		solvedText(f), 100*f.Lost.Mean, 100*f.Lost.High(FalsePasses), allowed, chanceText(f.Chance), risk)
	return c.finished(r, gate, f)
}

// chanceText is a probability in words.
func chanceText(p float64) string {
	if p < 0.0001 {
		return "p<0.0001"
	}
	return fmt.Sprintf("p=%.4f", p)
}

// treeResult judges the nodes.
func (c *Comparison) treeResult(gate Gate, f *Forms) Result {
	r := Result{Axis: Nodes, Verdict: Pass, Positions: []string{}}
	limits, err := bench.ParseLimits(c.Limits)
	if err == nil && (limits.FixesNodes() || limits.StopSolved > 0) {
		r.because(Inconclusive, "limits %s fix or end the nodes, so no growth can show", c.Limits)
		return r
	}
	if !r.unchanged(f) {
		c.judgeRatio(&r, "nodes", f.Tree, gate.Total, c.risk(gate))
	}
	return c.finished(r, gate, f)
}

// unchanged tells whether no form was searched in another way, which passes if any
// was searched and, but for the axis of nodes, solved.
func (r *Result) unchanged(f *Forms) bool {
	switch {
	case f.Changed > 0:
		return false
	case f.Lost.Forms == 0:
		r.because(Inconclusive, "no form is searched by both runs without a fault")
		return true
	case f.SolvedBase == 0 && r.Axis != Nodes:
		r.because(Inconclusive, "neither run solves a form, so nothing can be lost")
		return true
	}
	r.because(Pass, "every form of %s is searched as before, to the node", text.Count(f.Positions, "position"))
	return true
}

// judgeRatio judges a shift of logarithms against a growth that is allowed.
func (c *Comparison) judgeRatio(r *Result, what string, e effect.Estimate, allowed Growth, risk float64) {
	low, high := e.Low(risk), e.High(FalsePasses)
	verdict, most := Pass, math.Log1p(float64(allowed)/1000)
	if allowed >= 0 {
		verdict = decided(within(low, high, most+solutionTolerance))
	}
	if e.Positions < 2 {
		r.because(Inconclusive, "%s of %d positions give no interval (expected more of them)", what, e.Positions)
		return
	}
	r.because(verdict, "%s %s, %s to %s, over %d positions in %d forms (allowed: +%s)",
		what, Percent(math.Exp(e.Mean)), Percent(math.Exp(low)), Percent(math.Exp(high)), e.Positions, e.Forms, allowed)
	if verdict == Undecided {
		r.Reasons = append(r.Reasons, more(e, most, risk))
	}
}

// decided is the verdict on an interval of forms: what it does not decide blocks
// nobody.
func decided(v Verdict) Verdict {
	if v == Inconclusive {
		return Undecided
	}
	return v
}

// more says how many positions would decide what these do not, if they were like
// these: the width of an interval falls with the root of their number.
func more(e effect.Estimate, most, risk float64) string {
	reach := e.High(FalsePasses) - e.Mean
	if e.Mean > most {
		reach = e.Mean - e.Low(risk)
	}
	factor := math.Pow(reach/(e.Mean-most), 2)
	if !(factor < 100) {
		return "as near to what is allowed as this, more positions would not decide"
	}
	return fmt.Sprintf("about %.0f positions like these would decide", math.Ceil(factor*float64(e.Positions)))
}

// solvedText says how many forms are solved.
func solvedText(f *Forms) string {
	return fmt.Sprintf("solved forms %d to %d: more of %s, fewer of %s", f.SolvedBase, f.SolvedHead, text.Count(f.Count(true), "position"), text.Count(f.Count(false), "position"))
}

// Count is of how many positions more forms are solved, or fewer.
func (f *Forms) Count(more bool) (n int) {
	for _, p := range f.Moved {
		n += count01(more == (p.Head > p.Base))
	}
	return n
}

// finished adds the doubts about faults, and names the positions that lost all their
// forms where what is solved is judged and does not pass.
func (c *Comparison) finished(r Result, gate Gate, f *Forms) Result {
	if faults := c.faults.head; faults > gate.MaxFaults {
		r.because(Inconclusive, "%d with a fault (allowed: %d)", faults, gate.MaxFaults)
	}
	if faults := c.faults.base; faults > 0 {
		r.because(Inconclusive, "%d of the base with a fault", faults)
	}
	for _, p := range f.Moved {
		if r.Verdict != Pass && r.Axis != Nodes && p.Base == p.Forms && p.Head == 0 {
			r.Positions = append(r.Positions, p.ID)
		}
	}
	return r
}

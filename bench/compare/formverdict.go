package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine/text"
)

// tacticsResult judges the nodes to the solution and the share of forms that is lost.
func (c *Comparison) tacticsResult(gate Gate) Result {
	f, r, risk := c.Forms, Result{Axis: Tactics, Verdict: Pass, Positions: []string{}}, c.risk(gate)
	silent := f.Tree.Forms > 0 && (c.Work.Base == 0 || c.Work.Head == 0)
	if silent {
		r.addReason(Inconclusive, "nodes are not reported by both runs")
	}
	if !r.judgeTrivial(f) {
		allowed := gate.SolutionGrowth()
		switch {
		case allowed < 0 || silent:
		case f.timed < MinInterval:
			r.addReason(c.tooFew(), "nodes to the solution of %s give no interval (expected %d or more that a side solves)", text.Count(f.timed, "position"), MinInterval)
		default:
			c.judgeRatio(&r, "nodes to the solution", f.Solution, allowed, risk)
			r.judgeTail(f, allowed, risk)
			c.requireSolutionNodes(&r, f.UnknownTimes)
		}
		c.judgeLost(&r, f, gate.LostShare(), risk)
	}
	return c.finishResult(r, gate, f)
}

// judgeLost judges the share of forms that is lost of many positions.
func (c *Comparison) judgeLost(r *Result, f *Forms, most Growth, risk float64) {
	if f.Lost.Positions < MinInterval {
		r.addReason(Inconclusive, "lost share of %s gives no interval (expected %d or more)", text.Count(f.Lost.Positions, "position"), MinInterval)
		return
	}
	refuted := f.Lost.AtLeast(RefutedTimes(r.Axis) * most.fraction())
	low, high := f.Lost.Low(risk), refuted.High(c.passes())
	verdict := c.judgeEffect(low, f.Lost.Mean, high, most.fraction())
	r.Effects = append(r.Effects, Effect{"lost share", low, f.Lost.Mean, high, most.fraction(), verdict})
	r.addReason(verdict, "%s; lost share %s, %s to %s (allowed: %s)",
		f.solvedText(), share(f.Lost.Mean), share(low), share(high), most)
	if verdict == Undecided {
		r.Reasons = append(r.Reasons, c.moreText(refuted, most.fraction(), risk))
	}
}

// shareResult judges the share of lost forms of few, chosen positions: it fails by the exact
// permutation test within these, and passes by the interval. For mates the interval must also lie
// beyond the allowed share. A neutral change, such as another order of moves, finds some later in all
// their forms and others sooner.
func (c *Comparison) shareResult(axis Axis, gate Gate, f *Forms, allowed Growth) Result {
	r, risk := Result{Axis: axis, Verdict: Pass, Positions: []string{}}, c.risk(gate)
	if r.judgeTrivial(f) {
		return c.finishResult(r, gate, f)
	}
	now, lost := c.families(f.solved), slices.ContainsFunc(f.SolvedFormsChanged, func(p Position) bool { return p.Head < p.Base })
	if worst := effect.FamilyPValue(allLost(now)); worst > risk && (lost || axis != Tactics) { // few controls pass if none is lost
		r.addReason(c.tooFew(), "%s: too few are solved, since the loss of all would have %s (threshold %.4f)", f.solvedText(), chanceText(worst), risk)
		return c.finishResult(r, gate, f)
	}
	most := float64(allowed) / 1000
	refuted := f.Lost.AtLeast(RefutedTimes(axis) * most)
	chance, low, high := effect.FamilyPValue(now), f.Lost.Low(c.passes()), refuted.High(c.passes())
	interval := "at most " + share(high)
	if axis == Mating {
		low = f.Lost.Low(risk)
		interval = share(low) + " to " + share(high)
	}
	verdict := Undecided
	switch {
	case chance <= risk && (axis != Mating || low > most):
		verdict = Fail
	case allowed > 0 && high <= most, axis == Mating && c.passesEffect(f.Lost.Mean, high, most), allowed == 0 && !lost:
		verdict = Pass
	}
	r.Effects = append(r.Effects, Effect{"lost share", low, f.Lost.Mean, high, most, verdict})
	r.addReason(verdict, "%s; lost share %s, %s (allowed: %s); %s (threshold %.4f), from %s",
		f.solvedText(), share(f.Lost.Mean), interval, allowed, chanceText(chance), risk, independentText(now))
	if axis != Mating {
		c.judgeFresh(&r, gate, f)
	}
	if verdict == Undecided && r.Verdict == Undecided { // where gained positions offset lost ones, more forms do not help
		r.Reasons = append(r.Reasons, c.moreOfShareText(refuted, most, chance, risk, axis))
	}
	return c.finishResult(r, gate, f)
}

// tooFew returns the verdict on too few solved forms. More of them may decide while looks are left.
func (c *Comparison) tooFew() Verdict {
	if c.evidence.More {
		return Undecided
	}
	return Inconclusive
}

// judgeFresh judges the candidates once by the forms that did not choose them. A few positions that are lost as a whole
// do not show among chance gains and losses of all others. It is not used for mates:
// another order of moves finds some later in all their forms and others sooner, within so few nodes.
func (c *Comparison) judgeFresh(r *Result, gate Gate, f *Forms) {
	lost := f.asked(c.evidence.Fresh)
	if len(lost) == 0 {
		return
	}
	families, risk, verdict, offset := c.freshFamilies(lost), c.evidence.singleTestRisk(gate, true), r.Verdict, ""
	chance := effect.FamilyPValue(families)
	if chance <= risk {
		verdict = Fail
	}
	if verdict != r.Verdict && r.Axis == Zugzwang {
		verdict, offset = c.judgeGained(f, lost, risk)
	}
	r.addReason(verdict, "%s that lost most: %s; %s (threshold %.4f), from %s%s",
		text.Count(len(lost), "position"), freshText(lost, false), chanceText(chance), risk, independentText(families), offset)
}

// judgeGained returns the verdict on lost positions that fail alone, and the rest of its reason. They are undecided if those
// that gained most gain in fresh forms too, and all of them together do not fail. A change that does no harm loses some
// positions in all their forms and gains others. Unsound: a real loss is undecided if enough others are gained.
func (c *Comparison) judgeGained(f *Forms, lost []Position, risk float64) (verdict Verdict, reason string) {
	switch {
	case c.evidence.FreshGained == nil && c.evidence.SkippedReason != "":
		return Undecided, ""
	case c.evidence.FreshGained == nil:
		c.restsOnLost = true
		return Fail, ""
	}
	gained := f.asked(c.evidence.FreshGained)
	if len(gained) == 0 {
		return Fail, ""
	}
	together := effect.FamilyPValue(c.freshFamilies(slices.Concat(lost, gained)))
	reason = fmt.Sprintf("; %s that gained most: %s; %s for both together", text.Count(len(gained), "position"), freshText(gained, true), chanceText(together))
	if total := sumForms(gained); total.Head > total.Base && together > risk {
		return Undecided, reason
	}
	return Fail, reason
}

// freshText says how many fresh forms of positions are solved before and now. Late forms are those of the base, or of the head.
func freshText(positions []Position, lateBefore bool) string {
	total, before, now := sumForms(positions), "", ""
	switch late := fmt.Sprintf(", %d of them in a longer search", total.Late); {
	case total.Late == 0:
	case lateBefore:
		before = late
	default:
		now = late
	}
	return fmt.Sprintf("%d of %d fresh forms solved before%s, %d now%s", total.Base, total.Forms, before, total.Head, now)
}

// sumForms adds up the forms of positions.
func sumForms(positions []Position) (total Position) {
	for _, p := range positions {
		total.Forms, total.Base, total.Head, total.Late = total.Forms+p.Forms, total.Base+p.Base, total.Head+p.Head, total.Late+p.Late
	}
	return total
}

// asked returns the positions whose forms are judged here.
func (f *Forms) asked(positions []Position) (asked []Position) {
	for _, p := range positions {
		if slices.ContainsFunc(f.solved, func(q Position) bool { return q.ID == p.ID }) {
			asked = append(asked, p)
		}
	}
	return asked
}

// RestsOnLost reports whether only the positions that lost most fail, and those that gained most were not searched in
// fresh forms.
func (c *Comparison) RestsOnLost() bool { return c.restsOnLost }

// treeResult judges the nodes of all positions that are not in quarantine.
func (c *Comparison) treeResult(gate Gate) Result {
	r := Result{Axis: Nodes, Verdict: Pass, Positions: []string{}}
	switch {
	case gate.onlyRaces():
		r.addReason(Pass, "nodes %s (not judged: only speed is)", Percent(math.Exp(c.all.Tree.Mean)))
	case gate.Total < 0:
		r.addReason(Inconclusive, "no limit is set, so nothing can fail")
	case c.limits.FixesNodes() || c.limits.StopSolved > 0:
		r.addReason(Inconclusive, "limits %s fix or end the nodes, so no growth can show", c.Limits)
	case !c.Exact:
		r.addReason(Inconclusive, "%s, where more nodes are more speed", c.InexactText())
	case c.Work.Base == 0 || c.Work.Head == 0:
		r.addReason(Inconclusive, "nodes are not reported by both runs")
	case !r.judgeTrivial(c.all):
		c.judgeRatio(&r, "nodes", c.all.Tree, gate.Total, c.risk(gate))
	}
	return c.finishResult(r, gate, c.all)
}

// judgeTrivial judges what needs no statistics: nothing was searched or solved, or no
// form was searched in another way.
func (r *Result) judgeTrivial(f *Forms) bool {
	const unsolved = "neither run solves a form, so nothing can be lost"
	isUnsolved := r.Axis != Nodes && f.SolvedBase+f.SolvedHead == 0
	switch {
	case f.Tree.Forms == 0:
		r.addReason(Inconclusive, "no form is searched by both runs without a fault")
	case isUnsolved && f.Changed > 0:
		r.addReason(Inconclusive, unsolved)
	case f.Changed > 0:
		return false
	default:
		if isUnsolved {
			r.Notes = append(r.Notes, unsolved)
		}
		left := ""
		if f.Faulted > 0 {
			left = fmt.Sprintf(", %d with a fault left out", f.Faulted)
		}
		r.addReason(Pass, "every form of %s is searched as before, to the node%s", text.Count(f.Positions, "position"), left)
	}
	return true
}

// judgeRatio judges a shift of logarithms against a growth that is allowed.
func (c *Comparison) judgeRatio(r *Result, what string, e effect.Estimate, allowed Growth, risk float64) {
	if e.Positions < MinInterval {
		r.addReason(Inconclusive, "%s of %s give no interval (expected %d or more)", what, text.Count(e.Positions, "position"), MinInterval)
		return
	}
	low, high, most := e.Low(risk), e.High(c.passes()), math.Log1p(float64(allowed)/1000)
	verdict := c.judgeEffect(low, e.Mean, high, most+solutionTolerance)
	r.Effects = append(r.Effects, Effect{what, math.Expm1(low), math.Expm1(e.Mean), math.Expm1(high), float64(allowed) / 1000, verdict})
	r.addReason(verdict, "%s %s, %s to %s, over %d positions in %d forms (allowed: %s)",
		what, Percent(math.Exp(e.Mean)), Percent(math.Exp(low)), Percent(math.Exp(high)), e.Positions, e.Forms, allowed.Allowed())
	if verdict == Undecided {
		r.Reasons = append(r.Reasons, c.moreText(e, most, risk))
	}
}

// judgeTail judges the mean of the nodes to the solution in addition to their shift. A few forms that are found much
// later move only the mean. It fails if the whole interval lies above the allowed growth, and nothing passes while
// the lower bound at FalsePasses lies there. The upper bound is not used, as it would be far above the allowed growth
// in most suites. The mean has no say if it may be chance over positions, at tailRisk.
func (r *Result) judgeTail(f *Forms, allowed Growth, risk float64) {
	e, most := f.SolutionMean, math.Log1p(float64(allowed)/1000)+solutionTolerance
	verdict := Undecided
	switch {
	case e.Positions < MinInterval || e.Low(FalsePasses) <= most || f.overPositions.Low(tailRisk) <= 0:
		return
	case e.Low(risk) > most:
		verdict = Fail
	}
	low, high := math.Expm1(e.Low(risk)), math.Expm1(e.High(risk))
	r.Effects = append(r.Effects, Effect{"nodes to the solution, mean", low, math.Expm1(e.Mean), high, float64(allowed) / 1000, verdict})
	r.addReason(verdict, "mean of the nodes to the solution %s, %s to %s, by forms that are found much later (allowed: %s)",
		Percent(math.Exp(e.Mean)), Percent(1+low), Percent(1+high), allowed.Allowed())
}

// judgeEffect returns the verdict on an effect of forms with its bounds and the largest that is allowed. What neither fails
// nor passes is undecided, which does not fail the build.
func (c *Comparison) judgeEffect(low, mean, high, most float64) Verdict {
	switch {
	case low > most:
		return Fail
	case c.passesEffect(mean, high, most):
		return Pass
	}
	return Undecided
}

// passesEffect reports whether an effect passes. The mean is within what is allowed, and twice as much is refuted. Before the
// last look the mean is within half of it, or the upper bound within all of it. Unsound: a change that costs a little more
// than is allowed may pass.
func (c *Comparison) passesEffect(mean, high, most float64) bool {
	if c.evidence.More && mean > most/2 {
		return high <= most
	}
	return mean <= most && high <= 2*most
}

// moreText says how many forms would decide what these do not, if they were like these. The width
// of an interval falls with the root of their number.
func (c *Comparison) moreText(e effect.Estimate, most, risk float64) string {
	reach, distance := e.High(c.passes())-e.Mean, 2*most-e.Mean
	if e.Mean > most {
		reach, distance = e.Mean-e.Low(risk), e.Mean-most
	}
	return moreFormsText(e, math.Pow(reach/distance, 2))
}

// moreOfShareText returns more for a share that fails by the chance of its loss and passes by its
// interval: whichever comes first. Mates also fail by the interval, which decides alone while it reaches to what is allowed.
func (c *Comparison) moreOfShareText(e effect.Estimate, allowed, chance, risk float64, axis Axis) string {
	if axis == Mating && e.Low(risk) <= allowed {
		return c.moreText(e, allowed, risk)
	}
	factor := math.Inf(1)
	if e.Mean < allowed {
		factor = math.Pow((e.High(c.passes())-e.Mean)/(allowed-e.Mean), 2)
	}
	if chance < 0.5 {
		factor = min(factor, math.Pow(stat.StudentQuantile(risk, math.Inf(1))/stat.StudentQuantile(chance, math.Inf(1)), 2))
	}
	if axis == Mating && !(factor < maxFactor) {
		return "the loss is in too few families, so that more forms would not decide"
	}
	return moreFormsText(e, factor)
}

// maxFactor is the largest growth of the number of forms that a message names. Beyond it, more forms would not decide.
const maxFactor = 100

// moreFormsText says how many forms are so many times those that were searched.
func moreFormsText(e effect.Estimate, factor float64) string {
	if !(factor < maxFactor) {
		return "as near to what is allowed as this, more forms would not decide"
	}
	return fmt.Sprintf("about %.0f forms of each position would decide", math.Ceil(factor*float64(e.Forms)/float64(e.Positions)))
}

// share returns a part in words, such as "+1.9%".
func share(part float64) string { return fmt.Sprintf("%+.1f%%", 100*part) }

// chanceText returns a probability in words.
func chanceText(p float64) string {
	if p < 0.0001 {
		return "p < 0.0001"
	}
	return fmt.Sprintf("p = %.4f", p)
}

func (f *Forms) solvedText() string {
	lost, gained := countFlips(f.SolvedFormsChanged)
	uncounted := ""
	if f.Uncounted > 0 {
		uncounted = fmt.Sprintf(" (%d not counted: missed in fewer nodes than the other side needed)", f.Uncounted)
	}
	return fmt.Sprintf("solved forms %d to %d, fewer in %s and more in %d%s", f.SolvedBase, f.SolvedHead, text.Count(lost, "position"), gained, uncounted)
}

// finishResult adds the doubts from faults and from skipped searches. It names the lost positions if
// the solved positions are judged and do not pass.
func (c *Comparison) finishResult(r Result, gate Gate, f *Forms) Result {
	c.addFaults(&r, gate)
	if c.nondeterministic {
		r.addReason(Inconclusive, "%s", c.InexactText())
	}
	if why := c.evidence.SkippedReason; why != "" && !(r.Verdict == Pass && (r.Axis != Zugzwang || len(c.Candidates()) == 0)) {
		r.addReason(Undecided, "%s", why)
	}
	if r.Verdict != Pass && r.Axis != Nodes {
		r.Positions = append(r.Positions, c.lostOf(f)...)
	}
	return r
}

// ruleOf returns the rule that decides a position of a suite of rules, which its ID names before the
// last dot: "en passant" for "en-passant.012".
func ruleOf(id string) string {
	if at := strings.LastIndexByte(id, '.'); at > 0 {
		id = id[:at]
	}
	return strings.ReplaceAll(id, "-", " ")
}

// LostOfRule is the number of lost positions of one rule that fails a suite. It was chosen on real commits. Patches that
// prune more lost one: among 31 commits of Weiss of 2021, in Ethereal a156c54, and in two of 24 patches of Stash. Bugs
// of four engines lost three or more.
const LostOfRule = 2

// lostOfSide is a number of positions of one rule. A suite fails if so many are lost in all forms with one side to move and
// in none with the other. These are half of the forms, so it is one more than LostOfRule. A note replaces the failure where
// the base misses as many positions of the rule with one side to move alone. Commit 4020be6 of Berserk chose that rule.
const lostOfSide = 3

// judgeSides fails a suite of rules that loses several positions of a rule with one side to move alone.
func (c *Comparison) judgeSides(r *Result, f *Forms) {
	lost := make(map[string][]string) // IDs, by rule and side
	ofBase := make(map[string]int)    // positions that the base misses with one side to move alone, by rule
	for _, p := range f.solved {
		ofBase[ruleOf(p.ID)] += boolToInt(p.base.lostSide() != "")
		if side := p.head.lostSide(); side != "" && p.Base == p.Forms && p.base.atLast == 0 {
			name := ruleOf(p.ID) + " " + side
			lost[name] = append(lost[name], p.ID)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		ids := lost[name]
		told := fmt.Sprintf("%s (%s lost in these forms alone)", name, text.Count(len(ids), "position"))
		switch n := ofBase[ruleOf(ids[0])]; {
		case len(ids) < lostOfSide:
		case len(ids) <= n:
			r.Notes = append(r.Notes, fmt.Sprintf("%s, which does not fail: the base misses %d of this rule with one side to move alone", told, n))
		default:
			r.addReason(c.worseVerdict(), "%s", told)
			r.Positions = append(r.Positions, ids...)
		}
	}
}

// rulesResult judges positions that one rule of the game decides. A position is lost that the base solves in
// every form and the head in none. Two lost positions of a rule fail, and a note tells of one. No statistics are made: a
// sound engine solves these by its rules and not by chance. A lost position does not fail if the base solves one of its forms
// at the last depth alone, as any change may lose it. A note tells of it. Commit 54b8ef1 of Berserk chose that rule.
func (c *Comparison) rulesResult(gate Gate) Result {
	f, r := c.Forms, Result{Axis: Rules, Verdict: Pass, Positions: []string{}}
	if r.judgeTrivial(f) {
		return c.finishResult(r, gate, f)
	}
	lost, asked, weaker, late, verdict := make(map[string]int), make(map[string]int), 0, 0, Pass
	var rules []string
	for _, p := range f.solved {
		if p.Forms == 0 || p.Base < p.Forms {
			continue
		}
		rule := ruleOf(p.ID)
		asked[rule]++
		switch {
		case p.Head == 0 && p.base.atLast > 0:
			late++
		case p.Head == 0:
			if lost[rule]++; lost[rule] == 1 {
				rules = append(rules, rule)
			}
			if lost[rule] == LostOfRule {
				verdict = c.worseVerdict()
			}
		case p.Head < p.Forms:
			weaker++
		}
	}
	c.judgeSides(&r, f)
	if len(rules) > 0 {
		for i, rule := range rules {
			rules[i] = fmt.Sprintf("%s (%d of %s lost)", rule, lost[rule], text.Count(asked[rule], "position"))
		}
		told := strings.Join(rules, ", ")
		r.addReason(verdict, "%s", told)
		if verdict == Pass {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: patches that prune more do so too; %d of one rule would fail", told, LostOfRule))
		}
	}
	r.addReason(Pass, "%s", f.solvedText())
	if late > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s lost and not judged: the base solves a form of each at its last depth alone", text.Count(late, "position")))
	}
	if weaker > 0 {
		r.addReason(Pass, "%s solved in all forms before and in some now", text.Count(weaker, "position"))
	}
	return c.finishResult(r, gate, f)
}

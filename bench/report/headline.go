package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// headline returns the verdict in words, and the suites that were left out.
func (r *Report) headline() doc.Text {
	if len(r.gates()) > 0 {
		word, text := r.verdictLine()
		return word + " " + text
	}
	var why doc.Text
	if r.Verdict == "complete" {
		why = r.counted()
	}
	left := r.leftOut()
	why += doc.When(why != "" && left != "", "; ") + left
	return doc.Sentence(r.Verdict) + doc.After(": ", why)
}

// leftOut names the suites that did not fit into a budget. It is empty where there are none.
func (r *Report) leftOut() doc.Text {
	var left []string
	for _, l := range r.Left {
		left = append(left, l.Suite)
	}
	return doc.After("left out: ", doc.FirstFew(left))
}

// counted returns how much a run solved, where there is only one.
func (r *Report) counted() doc.Text {
	if len(r.Trials) != 1 || r.Trials[0].Run == nil {
		return ""
	}
	run := r.Trials[0].Run
	if totals := run.Totals(); totals.Asked > 0 {
		return doc.Textf("solved %d of %d of %s", totals.Solved, totals.Asked, run.Suite.Name)
	}
	return ""
}

// verdictLine returns the verdict in a sentence that a person would say: the word it begins with, and the rest.
func (r *Report) verdictLine() (word, text doc.Text) {
	word, text = r.judgement()
	return word, text + doc.After("; ", r.leftOut())
}

// judgement returns the word and the sentence of verdictLine, without the suites that were left out.
func (r *Report) judgement() (word, text doc.Text) {
	blamed, unequal := r.blamedSuites()
	worse, changed := doc.FirstFew(blamed), doc.FirstFew(unequal)
	head, base := r.sides()
	switch r.Verdict {
	case compare.Fail.String():
		return doc.Bad("FAIL"), head + r.failText(base, worse, changed)
	case compare.Undecided.String():
		return "UNDECIDED", head + " is not shown to be worse than " + base + ", nor to be within what is allowed: " + worse
	case compare.Pass.String():
		return doc.Good("OK"), head + r.passText(base)
	case compare.Inconclusive.String():
		blamed = append(blamed, slices.DeleteFunc(unequal, func(suite string) bool { return slices.Contains(blamed, suite) })...)
		return doc.Bad("INCONCLUSIVE"), "it cannot be said whether " + head + " is worse than " + base + doc.After(": ", doc.FirstFew(blamed))
	}
	return doc.Bad("ERROR"), doc.Textf("%d of ", r.countSuites("")) + doc.Plural(len(r.Trials), "suite") + " are judged"
}

// failText returns the headline of a failing head, from the suites in which it is worse and those with a forbidden
// change.
func (r *Report) failText(base, worse, changed doc.Text) (text doc.Text) {
	if worse != "" || changed == "" {
		text = " is worse than " + base + doc.After(": ", worse)
	}
	if changed != "" {
		text += doc.When(worse != "", "; it") + " does not search as " + base + ": " + changed
	}
	text += doc.Textf(" (%d of ", r.countSuites(compare.Fail.String())) + doc.Plural(r.countSuites(""), "suite") + " failed)"
	return text + doc.When(r.Claimed && changed != "", "; every commit since the base says that nothing changes")
}

// passText returns the headline of a passing head, with the share of searches that differ.
func (r *Report) passText(base doc.Text) doc.Text {
	suites := doc.Plural(r.countSuites(""), "suite")
	if r.Change() == compare.Identical {
		return " searches as " + base + " does: identical in " + suites
	}
	text, e := " is not worse than "+base+" ("+suites, r.exercised()
	switch {
	case e.IsHardlyExercised():
		return text + "), but hardly exercised: " + doc.Sentence(e.String()) + " differ, so that the suites do not reach what changed"
	case e.Of > 0:
		text += ", " + doc.Sentence(e.String()) + " differ"
	}
	return text + ")"
}

// blamedSuites returns the suites whose gates have the verdict of the whole, and apart those with a forbidden change.
func (r *Report) blamedSuites() (worse, changed []string) {
	for _, g := range r.gates() {
		list := &worse
		if g.axis == doc.Word(compare.Exact) {
			list = &changed
		}
		if g.verdict == r.Verdict && !slices.Contains(*list, g.suite) {
			*list = append(*list, g.suite)
		}
	}
	return worse, changed
}

// sides returns what the head and the base are called.
func (r *Report) sides() (head, base doc.Text) {
	head, base = "the head", "the base"
	for _, v := range r.Revisions {
		name := doc.Text(v.Label+" "+v.Commit) + doc.When(v.WorkTree, " with the work tree")
		if v.Label == "head" {
			head = name
		} else if v.Label == "base" {
			base = name
		}
	}
	return head, base
}

// countSuites counts the suites that have a verdict by their searches, their race or their profile; any verdict where it is
// empty.
func (r *Report) countSuites(verdict string) int {
	found := make(map[string]bool)
	for _, g := range r.gates() {
		if verdict == "" || g.verdict == verdict {
			found[g.suite] = true
		}
	}
	return len(found)
}

// judged is the verdict of one gate on a suite.
type judged struct {
	axis           doc.Text // "profile" for the gate of a profile
	verdict, suite string
}

// gates returns what was judged: the suites by their searches, then by their races, then by their profiles.
func (r *Report) gates() (all []judged) {
	for _, g := range r.results() {
		all = append(all, judged{doc.Word(g.Axis), g.Verdict.String(), g.suite})
	}
	for i := range r.Shifts {
		all = append(all, judged{"profile", r.Shifts[i].Verdict(), r.Shifts[i].Suite})
	}
	return all
}

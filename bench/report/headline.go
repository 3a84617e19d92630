package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxBlamed is how many suites a headline names on one axis, or as left out.
const maxBlamed = 5

// headline returns the verdict in words: the answer, or the axes of the suites that it rests on, and the suites
// that were left out. What was not judged has its word alone.
func (r *Report) headline() doc.Text {
	axes, changed := r.blamed()
	var why doc.Text
	switch r.Verdict {
	case compare.Fail.String():
		why = after("worse in ", axes) + when(axes != "" && changed != "", " and ") + after("changed in ", changed)
	case compare.Inconclusive.String():
		why = after("not decided in ", axes) + when(axes != "" && changed != "", " and ") + after("not decided whether anything changed in ", changed)
	case compare.Undecided.String():
		why = after("not shown to be worse in ", axes)
	case "complete":
		why = r.counted()
	case compare.Pass.String():
		if r.Compared() {
			why = doc.Sentence(r.Answer())
		} else if len(r.Races) > 0 {
			why = "not slower"
		}
	}
	var left []string
	for _, l := range r.Left {
		left = append(left, l.Suite)
	}
	why += when(why != "" && len(left) > 0, "; ") + after("left out: ", fewNames(left))
	return doc.Sentence(r.Verdict) + after(": ", why)
}

// fewNames returns the first names of suites, and how many more there are.
func fewNames(all []string) doc.Text {
	hidden := len(all) - min(len(all), maxBlamed)
	return doc.Join(doc.Quote, all[:len(all)-hidden], ", ") + when(hidden > 0, doc.Textf(" and %d more", hidden))
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

// after returns a text behind another one; nothing where there is none.
func after(head, text doc.Text) doc.Text {
	if text == "" {
		return ""
	}
	return head + text
}

// blamed returns the axes with the suites whose gates have the verdict of the whole, in the order
// of the report, and apart the suites that were asked whether anything changed.
func (r *Report) blamed() (worse, changed doc.Text) {
	var axes []doc.Text
	suites := make(map[doc.Text][]string)
	blame := func(axis doc.Text, verdict, suite string) {
		if verdict != r.Verdict {
			return
		}
		if !slices.Contains(axes, axis) {
			axes = append(axes, axis)
		}
		if !slices.Contains(suites[axis], suite) {
			suites[axis] = append(suites[axis], suite)
		}
	}
	for _, g := range r.gates() {
		blame(g.axis, g.verdict, g.suite)
	}
	for _, axis := range axes {
		named := fewNames(suites[axis])
		if axis == doc.Word(compare.Exact) {
			changed = named
			continue
		}
		worse += when(worse != "", "; ") + axis + " of " + named
	}
	return worse, changed
}

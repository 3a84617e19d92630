package report

import (
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxBlamed is how many suites a headline names on one axis, or as left out.
const maxBlamed = 5

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

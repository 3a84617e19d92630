package report

import (
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxNamed is the largest number of positions that a line of a gate names.
const maxNamed = 10

// suiteResult is the result of a gate on a suite.
type suiteResult struct {
	suite string
	compare.Result
}

// results returns the results of all gates: of the suites' searches, then of their races, then of their games.
func (r *Report) results() (all []suiteResult) {
	for _, c := range r.comparisons() {
		for _, g := range c.Gates {
			all = append(all, suiteResult{c.Suite.Name, g})
		}
	}
	for i := range r.Races {
		all = append(all, suiteResult{r.Races[i].Suite, r.Races[i].Gate()})
	}
	for i := range r.Games {
		all = append(all, suiteResult{r.Games[i].Suite, r.Games[i].Result})
	}
	return all
}

// Gates shows each gate of a suite: the axis, the verdict, the suite, the reasons, the first positions that
// count against it, and the notes.
func Gates(suite string, results ...compare.Result) (d doc.Document) {
	for _, r := range results {
		named := r.Positions[:min(len(r.Positions), maxNamed)]
		hidden := len(r.Positions) - len(named)
		text := doc.Join(doc.Sentence, r.Reasons, "; ") +
			doc.When(len(named) > 0, "; positions "+doc.Join(doc.Quote, named, ", ")) + doc.When(hidden > 0, doc.Textf(" and %d more", hidden))
		verdict := doc.Verdict{Axis: doc.Word(r.Axis), Word: doc.MarkTone(doc.Word(r.Verdict)), Subject: doc.Quote(suite), Text: text}
		for _, note := range r.Notes {
			verdict.Notes = append(verdict.Notes, doc.Sentence(note))
		}
		d = append(d, verdict)
	}
	return d
}

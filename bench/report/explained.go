package report

import (
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
)

// explanationLines says why a lost position is lost, if it is the one that is explained.
func (t *Trial) explanationLines(id string) (lines doc.Lines) {
	e := t.Explanation
	if e == nil || t.Comparison.Suite.Position(e.ID) != t.Comparison.Suite.Position(id) {
		return nil
	}
	for _, line := range explanation.Summary(e) {
		lines = append(lines, "    "+line)
	}
	return lines
}

// explainCommand returns the command that explains the first lost position, none where one is explained or none is lost.
func (r *Report) explainCommand() (lines doc.Lines) {
	for i := range r.Trials {
		t := &r.Trials[i]
		switch {
		case t.Comparison == nil:
		case t.Explanation != nil:
			return nil
		case lines == nil && len(t.lostIDs()) > 0:
			line := "why one is lost: zugwatch explain " + doc.Quote(t.lostIDs()[0])
			for _, v := range r.Revisions {
				line += doc.When(v.Label != "since" && !v.WorkTree, " --"+doc.Text(v.Label)+" "+doc.Quote(v.Commit))
			}
			lines = doc.Lines{line + doc.When(len(r.Revisions) == 0, " --base REVISION")}
		}
	}
	return lines
}

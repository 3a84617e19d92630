package report

import (
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// HasComparison reports whether there is an answer: something was compared.
func (r *Report) HasComparison() bool {
	return len(r.Games) > 0 || slices.ContainsFunc(r.Trials, func(t Trial) bool { return t.Comparison != nil })
}

// comparisons returns the comparisons of the suites that were compared.
func (r *Report) comparisons() (all []*compare.Comparison) {
	for i := range r.Trials {
		if c := r.Trials[i].Comparison; c != nil {
			all = append(all, c)
		}
	}
	return all
}

// Change reports whether anything changed at all, over all suites; those that were left out may have changed.
func (r *Report) Change() compare.Equality {
	changes := []compare.Equality{}
	if len(r.Trials) > 0 || len(r.Games) == 0 {
		changes = append(changes, compare.ChangeOf(len(r.Left), r.comparisons()...))
	}
	for i := range r.Games {
		changes = append(changes, r.Games[i].Change())
	}
	return compare.CombineEquality(changes...)
}

// Question returns the question of the report in words. If only some suites ask the exact question, it names
// them.
func (r *Report) Question() string {
	var asked []string
	compared := r.comparisons()
	for _, c := range compared {
		if c.AsksExact() {
			asked = append(asked, c.Suite.Name)
		}
	}
	if n := len(asked); n == 0 || n == len(compared) {
		return compare.Question(n > 0)
	}
	return "is it worse, and did anything change at all in " + strings.Join(asked, ", ") + "?"
}

// Answer returns the answer of all suites, races and profiles together to both questions, in words.
func (r *Report) Answer() string {
	var verdicts []compare.Verdict
	for _, c := range r.comparisons() {
		verdicts = append(verdicts, c.Worse())
	}
	for i := range r.Races {
		verdicts = append(verdicts, r.Races[i].Measured.Assessment.ResultBesideSuites().Verdict)
	}
	for i := range r.Games {
		verdicts = append(verdicts, r.Games[i].Result.Verdict)
	}
	for i := range r.Shifts {
		if r.Shifts[i].Failed() {
			verdicts = append(verdicts, compare.Fail)
		}
	}
	worse := compare.Worst(verdicts...)
	answer := compare.Answer(r.Change(), worse)
	if e := r.exercised(); e.IsHardlyExercised() && worse != compare.Fail && worse != compare.Inconclusive {
		answer += ", but hardly exercised: the suites do not reach what changed, as " + e.String() + " differ"
	}
	return answer
}

// exercised counts the searches that differ, over all suites.
func (r *Report) exercised() compare.Exercised { return compare.ExercisedBy(r.comparisons()...) }

// answerDocument shows the question and the answer of the whole. It is empty if the only suite shows them
// itself.
func (r *Report) answerDocument() doc.Document {
	several := len(r.Trials)+len(r.Races)+len(r.Shifts)+len(r.Games) != 1
	claimed := doc.When(r.Claimed, "; every commit since the base says that nothing does")
	return doc.If(several || r.Claimed, doc.Paragraph{answerText(r.Question(), r.Answer()) + claimed})
}

// acceptanceDocument says whether a worse head is accepted. It is empty if acceptance was not asked for.
func (r *Report) acceptanceDocument() doc.Document {
	switch {
	case r.Accepted:
		return doc.Document{doc.Paragraph{AcceptedText}}
	case len(r.Unacceptable) > 0:
		return doc.Document{doc.Paragraph{"what is worse is not accepted, as more is wrong in " + doc.Join(doc.Quote, r.Unacceptable, ", ")}}
	}
	return nil
}

// AcceptedText is the text of a fail that is accepted.
const AcceptedText = "what is worse is accepted"

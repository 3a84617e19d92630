package merge

import (
	"maps"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/suites"
)

// Outcomes joins the outcomes, by their IDs, that several runs have of a suite's records, such
// as runs of different forms of its positions. If several have one, the first counts. Engine
// and limits are those of the first run. The error is a *bench.SetupError.
func Outcomes(suite *suites.Suite, runs ...*bench.Run) (*bench.Run, error) {
	known := make(map[string]*bench.Outcome)
	for _, run := range slices.Backward(runs) {
		maps.Copy(known, run.OutcomesByID())
	}
	whole := *runs[0]
	whole.Suite = bench.RefOf(suite)
	whole.Complete, whole.Outcomes = true, make([]bench.Outcome, len(suite.Records))
	for i := range suite.Records {
		id := question.ID(&suite.Records[i])
		outcome, found := known[id]
		if !found {
			return nil, bench.SetupErrorf("position %q is in no run", id)
		}
		whole.Outcomes[i] = *outcome
		whole.Complete = whole.Complete && outcome.Verdict != bench.Unfinished
	}
	return &whole, nil
}

// Times returns the times of the positions of a suite from those of several runs, in
// its order: see Outcomes. Their wall times add up.
func Times(suite *suites.Suite, times ...*bench.Timing) *bench.Timing {
	known := make(map[string]bench.PositionTime)
	whole := *times[0]
	whole.Wall, whole.Resumed, whole.Warnings, whole.Positions = 0, 0, nil, make([]bench.PositionTime, len(suite.Records))
	for _, t := range times {
		whole.Wall, whole.Resumed, whole.Warnings = whole.Wall+t.Wall, whole.Resumed+t.Resumed, append(whole.Warnings, t.Warnings...)
		for _, position := range t.Positions {
			known[position.ID] = position
		}
	}
	for i := range suite.Records {
		whole.Positions[i] = known[question.ID(&suite.Records[i])]
	}
	return &whole
}

package gate

import (
	"context"
	"maps"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// countMissedInFewerNodes checks a passing suite of mates once more. Under a depth limit, a form does not count if one
// side misses it in fewer nodes than the other needs to solve it. If the suite would fail with these forms lost,
// they are searched longer. Those missed again, in as many nodes as the other side needed, count.
func (j *job) countMissedInFewerNodes(ctx context.Context, r *runner.Runner, o *Options, t *Trial, evidence *compare.Evidence) error {
	lost, gained := t.Comparison.MissedInFewerNodes()
	if j.baseline != nil || j.config.Gate.Axis != compare.Mating || t.Comparison.Verdict != compare.Pass || len(lost) == 0 {
		return nil
	}
	worst := *evidence
	worst.StillMissed = make(map[string]bool)
	for _, id := range lost {
		worst.StillMissed[id] = true
	}
	failing := *t
	if err := j.compareRuns(&failing, worst); err != nil || failing.Comparison.Verdict == compare.Pass {
		return err
	}
	still, err := j.searchLonger(ctx, r, t.Suite, j.head, lost, t.Base, compare.StillMisses)
	if err != nil {
		return err
	}
	others, err := j.searchLonger(ctx, r, t.Suite, j.base, gained, t.Run, compare.StillMisses)
	if err != nil {
		return err
	}
	maps.Copy(still, others)
	evidence.StillMissed = still
	return j.compare(ctx, r, o, t, *evidence)
}

// searchLonger searches forms for longer and reports of each whether its outcome holds beside that of the other side.
func (j *job) searchLonger(ctx context.Context, r *runner.Runner, suite *suites.Suite, on engines.Engine, forms []string, other *bench.Run, holds func(longer, other *bench.Outcome) bool) (map[string]bool, error) {
	found := make(map[string]bool)
	if len(forms) == 0 {
		return found, nil
	}
	searched, err := j.searchPart(ctx, r, on, suite, j.config.Limit.Longer(), forms...)
	if err != nil {
		return nil, err
	}
	others := other.OutcomesByID()
	for i := range searched.Outcomes {
		o := &searched.Outcomes[i]
		found[o.ID] = holds(o, others[o.ID])
	}
	return found, nil
}

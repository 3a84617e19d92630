package gate

import (
	"context"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
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
	still := make(map[string]bool)
	if err := j.searchLonger(ctx, r, t, j.head, lost, t.Base, still); err != nil {
		return err
	}
	if err := j.searchLonger(ctx, r, t, j.base, gained, t.Run, still); err != nil {
		return err
	}
	evidence.StillMissed = still
	return j.compare(ctx, r, o, t, *evidence)
}

// searchLonger searches forms for longer and adds to still those that the engine misses again, in at least the nodes that the
// other side needed.
func (j *job) searchLonger(ctx context.Context, r *runner.Runner, t *Trial, on engines.Engine, forms []string, other *bench.Run, still map[string]bool) error {
	if len(forms) == 0 {
		return nil
	}
	searched, err := j.searchPart(ctx, r, on, t.Suite, j.config.Limit.Longer(), forms...)
	if err != nil {
		return err
	}
	solved := other.OutcomesByID()
	for i := range searched.Outcomes {
		if o := &searched.Outcomes[i]; compare.StillMisses(o, solved[o.ID]) {
			still[o.ID] = true
		}
	}
	return nil
}

package gate

import (
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// compare judges the head of a trial by its base. Positions lost under a limit that reads a clock are
// searched again, by the base too if there is no baseline. Under exact limits the head repeats
// some of the failing searches. If these searches end with an error, the trial has the comparison without them.
func (j *job) compare(ctx context.Context, r *runner.Runner, o *Options, t *Trial, evidence compare.Evidence) error {
	j.repeats.base, j.repeats.head = nil, nil // of an earlier look
	before := t.Comparison
	if err := j.compareRuns(t, evidence); err != nil {
		if j.baseline != nil {
			err = fmt.Errorf("%s: %w", r.Config.Path(j.config.Baseline), renewalError(&j.config, err))
		}
		return err
	}
	if err := j.repeatInFreshProcesses(ctx, r, t, evidence); err != nil {
		return err
	}
	if err := j.repeatFailing(ctx, r, t, evidence); err != nil {
		return err
	}
	flipped := t.Comparison.LostUnderClock()
	if len(flipped) == 0 || o.SearchAgain == 0 {
		return nil
	}
	var err error
	if j.repeats.base, j.repeats.head, err = j.searchAgain(ctx, r, o.SearchAgain, flipped); err != nil {
		t.Comparison = before // nothing is lost under a clock before it is searched again
		return err
	}
	return j.compareRuns(t, evidence)
}

// searchAgain counts how often each side solves positions in further searches, made
// as at first. A baseline is not searched: then base is nil.
func (j *job) searchAgain(ctx context.Context, r *runner.Runner, times int, ids []string) (base, head map[string]compare.Again, err error) {
	part := *j
	if part.suite, err = j.suite.Only(ids...); err != nil {
		return nil, nil, err
	}
	head = make(map[string]compare.Again)
	if j.baseline == nil {
		base = make(map[string]compare.Again)
	}
	for range times {
		before, now, err := part.measure(ctx, r)
		if err != nil {
			return nil, nil, err
		}
		addCounts(head, now.Run.Outcomes)
		if base != nil {
			// A faulted search does not show whether the base solves.
			addCounts(base, slices.DeleteFunc(before.Run.Outcomes, func(o bench.Outcome) bool { return o.Verdict == bench.Faulted }))
		}
	}
	return base, head, nil
}

// addCounts adds outcomes to the counts of further searches.
func addCounts(again map[string]compare.Again, outcomes []bench.Outcome) {
	for i := range outcomes {
		seen := again[outcomes[i].ID]
		seen.Of++
		if outcomes[i].Verdict == bench.Solved {
			seen.Solved++
		}
		again[outcomes[i].ID] = seen
	}
}

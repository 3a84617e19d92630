package gate

import (
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// compare judges the head by the base. Positions lost under a limit that reads a clock are
// searched again, by the base too if there is no baseline. Under exact limits the head repeats
// some of the failing searches. If these searches end with an error, the comparison comes with it.
func (j *job) compare(ctx context.Context, r *runner.Runner, o *Options, base, head *bench.Run, evidence compare.Evidence) (*compare.Comparison, error) {
	j.repeats.base, j.repeats.head = nil, nil // of an earlier look
	comparison, err := j.compareRuns(base, head, evidence)
	if err != nil {
		if j.baseline != nil {
			err = fmt.Errorf("%s: %w", r.Config.Path(j.config.Baseline), renewalError(&j.config, err))
		}
		return nil, err
	}
	if comparison, err = j.repeatInFreshProcesses(ctx, r, comparison, base, head, evidence); err != nil {
		return comparison, err
	}
	if comparison, err = j.repeatFailing(ctx, r, comparison, base, head, evidence); err != nil {
		return comparison, err
	}
	flipped := comparison.LostUnderClock()
	if len(flipped) == 0 || o.SearchAgain == 0 {
		return comparison, nil
	}
	if j.repeats.base, j.repeats.head, err = j.searchAgain(ctx, r, o.SearchAgain, flipped); err != nil {
		return nil, err
	}
	return j.compareRuns(base, head, evidence)
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

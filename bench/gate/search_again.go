package gate

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// searchAgain counts how often each side solves positions in further searches, made
// as at first. A baseline is not searched: then base is nil.
func (j *job) searchAgain(ctx context.Context, r *runner.Runner, times int, ids []string) (base, head map[string]compare.Again, err error) {
	part := *j
	if part.suite, err = j.suite.Filter(ids...); err != nil {
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
		addCounts(head, now.run.Outcomes)
		if base != nil {
			// A faulted search does not show whether the base solves.
			addCounts(base, slices.DeleteFunc(before.run.Outcomes, func(o bench.Outcome) bool { return o.Verdict == bench.Faulted }))
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

package gate

import (
	"context"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// maxAsked is how many outcomes of a failure are searched again.
const maxAsked = 5

// unsteady asks the engine of the head again for some of what a failure under exact limits
// rests on, and returns what it answers in another way: an engine that does so has shown
// nothing.
func (j *job) unsteady(ctx context.Context, r *runner.Runner, c *compare.Comparison, head *bench.Run) ([]compare.Unlike, error) {
	if !c.Exact || c.Verdict != compare.Fail {
		return nil, nil
	}
	ids := c.Doubtful(maxAsked)
	if len(ids) == 0 {
		return nil, nil
	}
	again := *j
	var err error
	if again.suite, err = j.suite.Filter(ids...); err != nil {
		return nil, err
	}
	quiet := *r
	quiet.Watch = runner.Unwatched
	asked, err := again.side(ctx, &quiet, j.head, "")
	if err != nil {
		return nil, err
	}
	known := outcomes(head)
	var unlike []compare.Unlike
	for i := range asked.run.Outcomes {
		now := &asked.run.Outcomes[i]
		first := known[now.ID]
		if first == nil || now.Failed() {
			continue
		}
		before := *first
		before.Retried = bench.NoFault
		if before.Equal(now) {
			continue
		}
		if unlike = append(unlike, compare.Unlike{ID: now.ID, Fields: before.Differences(now)}); len(unlike) == maxAsked {
			break
		}
	}
	return unlike, nil
}

package gate

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Contest judges engines by one base on the same suites, as ab judges two revisions.
// Under exact limits the base is searched once, however many engines are judged.
type Contest struct {
	jobs []*job
	runs *keptRuns
}

// NewContest finds the base of each suite, the engine of the options, and opens the
// suites. Nothing is measured yet.
func NewContest(ctx context.Context, r *runner.Runner, o *Options) (*Contest, error) {
	found, err := r.ForSuites(ctx, o.Engine, o.Suites)
	if err != nil {
		return nil, err
	}
	c := &Contest{runs: new(runStore).between("", "")}
	for i, chosen := range o.Suites {
		suite, err := r.Config.OpenForGate(&chosen, o.Today)
		if err != nil {
			return nil, err
		}
		c.jobs = append(c.jobs, &job{config: chosen, suite: suite, base: found[i], runs: c.runs})
	}
	return c, nil
}

// Suites returns those that are judged on.
func (c *Contest) Suites() []*suites.Suite {
	all := make([]*suites.Suite, len(c.jobs))
	for i, j := range c.jobs {
		all[i] = j.suite
	}
	return all
}

// Judge runs the suites on a head, one engine for each suite, and judges it by the base.
func (c *Contest) Judge(ctx context.Context, r *runner.Runner, o *Options, head []engines.Engine) (*Result, error) {
	var jobs []*job
	for i, j := range c.jobs {
		next := *j
		next.head = head[i]
		jobs = append(jobs, &next)
	}
	result := new(Result)
	return result, newSchedule(ctx, r, 0, jobs).judge(r, o, result)
}

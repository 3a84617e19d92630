package gate

import (
	"context"
	"sync"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Contest judges engines by one base on the same suites, as ab judges two revisions.
// Under exact limits the base is searched once, however many engines are judged.
type Contest struct {
	jobs []*job
	runs *baseRuns
}

// NewContest finds the base of each suite, the engine of the options, and opens the
// suites. Nothing is measured yet.
func NewContest(ctx context.Context, r *runner.Runner, o *Options) (*Contest, error) {
	found, err := r.ForSuites(ctx, o.Engine, o.Suites)
	if err != nil {
		return nil, err
	}
	c := &Contest{runs: new(baseRuns)}
	for i, chosen := range o.Suites {
		suite, err := r.Config.OpenJudged(&chosen, o.Today)
		if err != nil {
			return nil, err
		}
		c.jobs = append(c.jobs, &job{config: chosen, suite: suite, base: found[i], runs: c.runs})
	}
	return c, nil
}

// Suites are those that are judged on.
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

// baseRuns keeps the runs of a base for the engines that are judged by it. The nil one
// keeps nothing.
type baseRuns struct {
	lock sync.Mutex
	runs map[string]*bench.Run
}

// key says of which engine, positions and limits a run of the base is.
func (j *job) key() string {
	return j.base.Name + " " + j.suite.Digest + " " + j.config.Limit.String()
}

// find is the run of the base that was kept, nil without one or where the run is
// another side's.
func (b *baseRuns) find(label string, of *job) *bench.Run {
	if b == nil || label != "base" {
		return nil
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.runs[of.key()]
}

// keep keeps the run of a base under exact limits: any other differs every time.
func (b *baseRuns) keep(label string, of *job, run *bench.Run) {
	if b == nil || label != "base" || !of.config.Limit.Exact() {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.runs == nil {
		b.runs = make(map[string]*bench.Run)
	}
	b.runs[of.key()] = run
}

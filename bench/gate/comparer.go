package gate

import (
	"cmp"
	"context"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Comparer judges several heads by one base on the same suites, as ab judges two revisions. Under exact limits the
// base is searched once, however many engines are judged.
type Comparer struct {
	jobs  []*job
	games []gamesJob
}

// NewComparer finds the base of each suite, the engine of the options, and opens the
// suites and the books of games. Nothing is measured yet.
func NewComparer(ctx context.Context, r *runner.Runner, o *Options) (*Comparer, error) {
	found, err := r.ForSuites(ctx, o.Engine, o.Suites)
	if err != nil {
		return nil, err
	}
	c, runs := new(Comparer), new(runStore).between("", "")
	if c.jobs, err = openJobs(r, o); err != nil {
		return nil, err
	}
	for i, j := range c.jobs {
		j.base, j.runs = found[i], runs
	}
	if c.games, err = openGames(r, o); err != nil {
		return nil, err
	}
	for i := range c.games {
		if c.games[i].base, err = r.Find(ctx, cmp.Or(o.Engine, c.games[i].config.Engine, r.Config.Engine)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Suites returns the suites that are judged on.
func (c *Comparer) Suites() []*suites.Suite {
	all := make([]*suites.Suite, len(c.jobs))
	for i, j := range c.jobs {
		all[i] = j.suite
	}
	return all
}

// Judge runs the suites on a head, one engine for each suite and then for each suite of games, and judges it by the
// base.
func (c *Comparer) Judge(ctx context.Context, r *runner.Runner, o *Options, head []engines.Engine) (*Result, error) {
	var jobs []*job
	for i, j := range c.jobs {
		next := *j
		next.head = head[i]
		jobs = append(jobs, &next)
	}
	schedule := newSchedule(ctx, r, 0, jobs)
	for i, g := range c.games {
		g.head = head[len(jobs)+i]
		schedule.games = append(schedule.games, g)
	}
	result := new(Result)
	return result, schedule.judge(r, o, result)
}

package gate

import (
	"cmp"
	"context"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// revisionJobs opens the suites and builds the engines that they and the games need, each once.
func revisionJobs(ctx context.Context, r *runner.Runner, b *engines.Builder, o *Options, base, head engines.Variant) (jobs []*job, played []gamesJob, err error) {
	if jobs, err = openJobs(r, o); err != nil {
		return nil, nil, err
	}
	if played, err = openGames(r, o); err != nil {
		return nil, nil, err
	}
	var found []engines.Engine
	for _, of := range []engines.Variant{base, head} {
		tree, err := b.Checkout(ctx, of)
		if err != nil {
			return nil, nil, err
		}
		made := make(map[string]engines.Engine)
		build := func(name string, ofBase, ofHead *engines.Engine) error {
			if _, there := made[name]; !there {
				recipe, err := b.Recipe(&r.Finder, name)
				if err != nil {
					return err
				}
				if made[name], err = b.BuildEngine(ctx, tree, recipe, of); err != nil {
					return err
				}
			}
			*ofHead = made[name]
			if of.Label == base.Label {
				*ofBase = made[name]
				found = append(found, made[name])
			}
			return nil
		}
		for _, j := range jobs {
			if err := build(builtin.ResolveName(cmp.Or(j.config.Engine, r.Config.Engine), j.suite.Game()), &j.base, &j.head); err != nil {
				return nil, nil, err
			}
		}
		for i := range played {
			c := &played[i]
			if err := build(cmp.Or(c.config.Engine, r.Config.Engine), &c.base, &c.head); err != nil {
				return nil, nil, err
			}
		}
	}
	return jobs, played, r.Check(found)
}

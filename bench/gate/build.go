package gate

import (
	"cmp"
	"context"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// revisionJobs opens the suites and builds the engines that they need, each once.
func revisionJobs(ctx context.Context, r *runner.Runner, b *engines.Builder, o *Options, base, head engines.Variant) ([]*job, error) {
	jobs, err := openJobs(r, o)
	if err != nil {
		return nil, err
	}
	for _, of := range []engines.Variant{base, head} {
		tree, err := b.Checkout(ctx, of)
		if err != nil {
			return nil, err
		}
		made := make(map[string]engines.Engine)
		for _, j := range jobs {
			name := builtin.ResolveName(cmp.Or(j.config.Engine, r.Config.Engine), j.suite.Game())
			if _, there := made[name]; !there {
				recipe, err := b.Recipe(&r.Finder, name)
				if err != nil {
					return nil, err
				}
				if made[name], err = b.BuildEngine(ctx, tree, recipe, of); err != nil {
					return nil, err
				}
			}
			j.head = made[name]
			if of.Label == base.Label {
				j.base = made[name]
			}
		}
	}
	found := make([]engines.Engine, len(jobs))
	for i := range jobs {
		found[i] = jobs[i].base
	}
	return jobs, r.Check(found)
}

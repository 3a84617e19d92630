package gate

import (
	"cmp"
	"context"
	"errors"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// Revisions say which two revisions are judged.
type Revisions struct {
	Base string
	Head string // empty: the work tree as it is
	// Claims asks whether anything changed at all, of suites under exact limits, where
	// every commit from the base to the head says that nothing does.
	Claims  bool
	Rebuild bool   // ignore and do not fill the cache of builds
	Since   string // a release that the head is judged by as well; empty: none
}

// JudgeRevisions builds the engines of two revisions, runs the suites on both and
// judges the head by the base. The work tree is only read.
func JudgeRevisions(ctx context.Context, r *runner.Runner, of Revisions, o *Options) (result *Result, err error) {
	result = new(Result)
	builder, err := engines.NewBuilder(ctx, r.Config, of.Rebuild, r.Tell)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, builder.Close(ctx)) }()
	if of.Since != "" {
		builder.Reuse()
	}
	base, head, err := builder.FindBoth(ctx, of.Base, of.Head)
	if err != nil {
		return result, err
	}
	result.Revisions = []engines.Variant{base, head}
	if of.Claims && len(head.Dirty) == 0 {
		if result.Claimed, err = builder.Repository.ClaimsNoChange(ctx, base.Commit, head.Commit); err != nil {
			return result, failure.Interruption(ctx, err)
		}
	}
	schedule, err := revisionSchedule(ctx, r, builder, o, result, "", nil)
	if err != nil {
		return result, err
	}
	if of.Since == "" {
		return result, schedule.judge(r, o, result)
	}
	since, err := newRelease(ctx, r, builder, o, of.Since, schedule.waiting)
	if err != nil {
		return result, err
	}
	result.Revisions = append(result.Revisions, since.of)
	if err := schedule.judge(r, o, result); err != nil {
		return result, err
	}
	return result, since.judge(ctx, r, o, result)
}

// revisionSchedule opens and builds what the revisions of a result are judged on, and fits it to what both can do: see
// fitLimits.
func revisionSchedule(ctx context.Context, r *runner.Runner, b *engines.Builder, o *Options, result *Result, missed string, limits map[string]bench.Limits) (*schedule, error) {
	jobs, played, err := revisionJobs(ctx, r, b, o, result.Revisions[0], result.Revisions[1])
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		j.claimed = result.Claimed
	}
	if jobs, err = fitJobs(ctx, r, result, jobs, missed, limits); err != nil {
		return nil, err
	}
	judgeSymmetry(ctx, r, jobs)
	s := newSchedule(ctx, r, 0, jobs)
	s.games, s.limits = played, limits
	for i := range played {
		played[i].chosen = limits
	}
	return s, nil
}

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

package gate

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
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
	result, r = new(Result), r.WarnOnce()
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
	jobs, onTimer, err := fitJobs(ctx, r, result, jobs, missed, limits)
	if err != nil {
		return nil, err
	}
	judgeSymmetry(ctx, r, jobs)
	s := newSchedule(ctx, r, 0, jobs)
	s.games, s.limits, s.refitted = played, limits, onTimer
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

// release is an older revision that the head is compared with besides its base, so that small losses add up.
type release struct {
	name  string // as the user names it
	of    engines.Variant
	jobs  []*job
	heads []*job // with the limits of each
}

// newRelease builds the engines of a release, and has them judge the heads of the jobs. The
// runs of the heads serve for both. The builder has to use checkouts again.
func newRelease(ctx context.Context, r *runner.Runner, b *engines.Builder, o *Options, name string, jobs []*job) (*release, error) {
	of, err := b.Find(ctx, "since", name)
	if err != nil {
		return nil, err
	}
	found := &release{name: name, of: of}
	if found.jobs, _, err = revisionJobs(ctx, r, b, o, of, of); err != nil {
		return nil, err
	}
	found.jobs, found.heads = sameSuites(found.jobs, jobs), jobs
	store := new(runStore)
	for i, j := range found.jobs {
		jobs[i].runs = store.between("base", "head")
		jobs[i].bases, j.bases = 2, 2
		j.head, j.runs = jobs[i].head, store.between("since", "head")
		j.config.Profile = config.ProfileUnused
		j.config.Gate.Exact = false // the head's claim does not cover earlier commits since the release
	}
	return found, nil
}

// sameSuites returns the jobs whose suites others have too, as those that the base cannot count are left out: see fitCounts.
func sameSuites(jobs, others []*job) []*job {
	return slices.DeleteFunc(jobs, func(j *job) bool {
		return !slices.ContainsFunc(others, func(other *job) bool { return other.config.Name == j.config.Name })
	})
}

// judge judges the heads by the release, with the gates of the suites, and adds the trials to
// those of a result. What a gate allows is the whole change since the release.
func (l *release) judge(ctx context.Context, r *runner.Runner, o *Options, result *Result) error {
	since := *o
	since.Race = 0
	if o.Save != "" {
		since.Save = filepath.Join(o.Save, "since")
	}
	for i, j := range l.jobs { // the base may have got another limit meanwhile
		h := l.heads[i]
		j.config.Limit, j.known.Notes, j.base.Restart = h.config.Limit, h.known.Notes, h.base.Restart
	}
	found := new(Result)
	err := newSchedule(ctx, r, 0, l.jobs).judge(r, &since, found)
	for _, t := range found.Trials {
		result.Trials = append(result.Trials, l.nameTrial(t))
	}
	for _, left := range found.LeftOut {
		left.Suite = l.nameSuite(left.Suite)
		result.LeftOut = append(result.LeftOut, left)
	}
	if err == nil {
		result.conclude()
	}
	return err
}

// nameSuite returns the name of a suite that is judged by the release.
func (l *release) nameSuite(suite string) string { return suite + " since " + l.name }

// nameTrial returns a trial with the name of the release behind that of its suite.
func (l *release) nameTrial(t Trial) Trial {
	suite, base, run, comparison := *t.Suite, *t.Base, *t.Run, *t.Comparison
	suite.Name = l.nameSuite(suite.Name)
	for _, name := range []*string{&base.Suite.Name, &run.Suite.Name, &comparison.Suite.Name} {
		*name = suite.Name
	}
	t.Suite, t.Base, t.Run, t.Comparison = &suite, &base, &run, &comparison
	return t
}

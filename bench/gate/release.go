package gate

import (
	"context"
	"path/filepath"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// release is a revision that the head is judged by besides its base: small losses add up
// since then.
type release struct {
	name string // as the user names it
	of   engines.Variant
	jobs []*job
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
	store := new(runStore)
	for i, j := range found.jobs {
		jobs[i].runs = store.between("base", "head")
		jobs[i].bases, j.bases = 2, 2
		j.head, j.runs = jobs[i].head, store.between("since", "head")
		j.config.Limit, j.notes, j.base.Restart = jobs[i].config.Limit, jobs[i].notes, jobs[i].base.Restart
		j.config.Profile = config.ProfileUnused
		j.config.Gate.Exact = false // the head's claim does not cover earlier commits since the release
	}
	return found, nil
}

// judge judges the heads by the release, with the gates of the suites, and adds the trials to
// those of a result. What a gate allows is the whole change since the release.
func (l *release) judge(ctx context.Context, r *runner.Runner, o *Options, result *Result) error {
	since := *o
	since.Race = 0
	if o.Save != "" {
		since.Save = filepath.Join(o.Save, "since")
	}
	found := new(Result)
	err := newSchedule(ctx, r, 0, l.jobs).judge(r, &since, found)
	for _, t := range found.Trials {
		result.Trials = append(result.Trials, l.nameTrial(t))
	}
	if err == nil {
		result.conclude()
	}
	return err
}

// nameTrial returns a trial with the name of the release behind that of its suite.
func (l *release) nameTrial(t Trial) Trial {
	suite, base, run, comparison := *t.Suite, *t.Base, *t.Run, *t.Comparison
	suite.Name += " since " + l.name
	for _, name := range []*string{&base.Suite.Name, &run.Suite.Name, &comparison.Suite.Name} {
		*name = suite.Name
	}
	t.Suite, t.Base, t.Run, t.Comparison = &suite, &base, &run, &comparison
	return t
}

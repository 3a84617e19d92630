package gate

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// looks returns the numbers of forms that the suite is judged in, until a look decides. It returns a single 0 where
// each position is searched as it stands.
func (j *job) looks() []int {
	if j.config.Forms < 2 {
		return []int{0}
	}
	return j.config.Looks()
}

// look searches the positions in so many forms, without the forms that the trial already has. The runs of the trial
// then hold all of them.
func (j *job) look(ctx context.Context, r *runner.Runner, t *Trial, forms int) error {
	fresh := *j
	if forms > 0 {
		seen := 0
		if t.Run != nil {
			seen = t.Suite.InForms
		}
		var err error
		if fresh.suite, err = j.suite.FormsBetween(seen, forms); err != nil {
			return err
		}
		if t.Suite, err = j.suite.FormsBetween(0, forms); err != nil {
			return err
		}
	}
	base, head, err := fresh.measure(ctx, r)
	if err != nil {
		return err
	}
	if t.Base, t.BaseTiming, err = j.gather(t, t.Base, t.BaseTiming, base); err != nil {
		return err
	}
	t.Run, t.Timing, err = j.gather(t, t.Run, t.Timing, head)
	return err
}

// gather returns what a side has searched of the suite of the trial, before and now.
func (j *job) gather(t *Trial, run *bench.Run, timing *bench.Timing, now *runner.Stored) (*bench.Run, *bench.Timing, error) {
	if run == nil && now.Run.Suite.Digest == t.Suite.Digest || j.looks()[0] == 0 {
		return now.Run, now.Timing, nil
	}
	runs, times := []*bench.Run{now.Run}, []*bench.Timing{now.Timing}
	if run != nil {
		runs, times = append(runs, run), append(times, timing)
	}
	whole, err := merge.Outcomes(t.Suite, runs...)
	if err != nil || now.Timing == nil || run != nil && timing == nil {
		return whole, nil, err
	}
	return whole, merge.Times(t.Suite, times...), nil
}

// save keeps the runs of the trial in a folder, if one is named; not that of a baseline.
func (j *job) save(folder string, t *Trial) error {
	if folder == "" {
		return nil
	}
	if err := file.MakeFolder(folder); err != nil {
		return err
	}
	if j.baseline != nil {
		return runner.Save(filepath.Join(folder, j.config.Name+".json"), t.Run, t.Timing)
	}
	if err := runner.Save(filepath.Join(folder, j.config.Name+"-base.json"), t.Base, t.BaseTiming); err != nil {
		return err
	}
	return runner.Save(filepath.Join(folder, j.config.Name+"-head.json"), t.Run, t.Timing)
}

// NarrowToFirstLook reduces a run, with its times, to the forms of its first look. That makes runs
// with one look comparable with those that had more. A run stays as it is if it is not finished in
// more forms. So it does if the configuration does not have its suite with a range of forms.
func NarrowToFirstLook(settings *config.Config, run *bench.Run, timing *bench.Timing) (*bench.Run, *bench.Timing, error) {
	named := slices.IndexFunc(settings.Suites, func(s config.Suite) bool { return s.Name == run.Suite.Name })
	if named < 0 || !run.Complete {
		return run, timing, nil
	}
	chosen := settings.Suites[named]
	if chosen.First == 0 || chosen.First >= run.Suite.Forms {
		return run, timing, nil
	}
	chosen.Forms = run.Suite.Forms
	suite, err := settings.Open(chosen)
	if err != nil || suite.Digest != run.Suite.Digest {
		return run, timing, err
	}
	part, err := suite.FormsBetween(0, chosen.First)
	if err != nil {
		return nil, nil, err
	}
	if timing != nil {
		timing = merge.Times(part, timing)
	}
	run, err = merge.Outcomes(part, run)
	return run, timing, err
}

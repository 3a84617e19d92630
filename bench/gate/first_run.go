package gate

import (
	"context"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/revision"
)

// FirstRun says which positions of a suite are searched in its first look, and under which limits.
type FirstRun struct {
	Suite  bench.SuiteRef
	Limits string
}

// FirstRuns returns the first run of each suite.
func (s *Series) FirstRuns() ([]FirstRun, error) {
	var all []FirstRun
	for i := range s.options.Suites {
		chosen := &s.options.Suites[i]
		suite, err := s.runner.Config.Open(*chosen)
		if err != nil {
			return nil, err
		}
		j := &job{config: *chosen, suite: suite}
		if err := j.firstForms(); err != nil {
			return nil, err
		}
		all = append(all, FirstRun{
			Suite:  bench.RefOf(j.suite),
			Limits: chosen.Limit.String(),
		})
	}
	return all, nil
}

// Run builds the engines of a commit and runs those of FirstRuns that are wanted, by their index.
// Each finished run is handed to found, whose error ends the runs.
func (s *Series) Run(ctx context.Context, commit revision.Commit, wanted []int, found func(*bench.Run, *bench.Timing) error) error {
	options := *s.options
	options.Suites = nil
	for _, i := range wanted {
		options.Suites = append(options.Suites, s.options.Suites[i])
	}
	of := engines.Variant{Label: "commit", Commit: commit}
	jobs, _, err := revisionJobs(ctx, s.runner, s.builder, &options, of, of)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if err := j.firstForms(); err != nil {
			return err
		}
		searched, err := j.side(ctx, s.runner, j.head, "")
		if err == nil {
			err = found(searched.Run, searched.Timing)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// firstForms leaves the suite with the forms of its first look.
func (j *job) firstForms() (err error) {
	if forms := j.looks()[0]; forms > 0 {
		j.suite, err = j.suite.FormsBetween(0, forms)
	}
	return err
}

package gate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// Series judges one pair of revisions after the other, as JudgeRevisions does. The checkouts, builds and exact
// runs of a revision serve for all pairs that it is in, as long as Retain keeps them. The caller must call Close.
type Series struct {
	runner  *runner.Runner
	builder *engines.Builder
	options *Options
	store   runStore
	limits  map[string]bench.Limits // by suite, in place of those that a revision did not keep
	missed  string                  // which revision missed limits by nodes in whole suites; empty: none did

	questions []string
}

// NewSeries opens the suites and finds out how the engines are built, so that errors in the configuration show before
// anything is built. If anew is set, earlier builds are made again.
func NewSeries(ctx context.Context, r *runner.Runner, o *Options, anew bool) (s *Series, err error) {
	s = &Series{runner: r, options: o, limits: make(map[string]bench.Limits)}
	if s.builder, err = engines.NewBuilder(ctx, r.Config, anew, r.Tell); err != nil {
		return nil, err
	}
	s.builder.Reuse()
	for i := range o.Suites {
		if err := s.open(&o.Suites[i]); err != nil {
			return nil, errors.Join(err, s.Close(ctx))
		}
	}
	if _, err := openGames(r, o); err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	for _, c := range o.Games {
		s.questions = append(s.questions, fmt.Sprintf("%s %s games=%d book=%s engine=%s elo=%v", c.Name, c.Limit, c.Most, c.Book, cmp.Or(c.Engine, r.Config.Engine), c.Elo))
	}
	return s, nil
}

// open opens a suite and looks up the recipe of its engine.
func (s *Series) open(chosen *config.Suite) error {
	suite, err := s.runner.Config.OpenForGate(chosen, s.options.Today)
	if err != nil {
		return err
	}
	name := builtin.ResolveName(cmp.Or(chosen.Engine, s.runner.Config.Engine), suite.Game())
	if err := s.runner.Check([]engines.Engine{{Name: name}}); err != nil {
		return err
	}
	recipe, err := s.builder.Recipe(&s.runner.Finder, name)
	if err != nil {
		return err
	}
	asked := chosen.Gate
	asked.Today = ""
	text, err := file.Line(asked)
	if err != nil {
		return err
	}
	s.questions = append(s.questions, fmt.Sprintf("%s %s forms=%s %.12s engine=%s %s gate=%.4x", chosen.Name, chosen.Limit,
		config.FormsText(chosen.First, max(1, chosen.Forms)), suite.Digest, name, recipe.Digest(), sha256.Sum256(text)))
	return nil
}

// Close removes everything that was checked out.
func (s *Series) Close(ctx context.Context) error { return s.builder.Close(ctx) }

// Repository returns the repository of the revisions.
func (s *Series) Repository() *revision.Repository { return s.builder.Repository }

// Questions says of each suite how it is judged: its limits, its forms, and digests of its
// positions, its engine and its gate.
func (s *Series) Questions() []string { return s.questions }

// UseLimits says which limits by depth take the place of limits by nodes that a revision does not keep, by suite. With
// those of an earlier measurement the pairs of both can be compared.
func (s *Series) UseLimits(limits map[string]bench.Limits) { maps.Copy(s.limits, limits) }

// Judge judges a head by a base. With same it also asks of suites under exact limits whether
// anything changed at all.
func (s *Series) Judge(ctx context.Context, base, head revision.Commit, same bool) (*Result, error) {
	sides := []engines.Variant{{Label: "base", Commit: base}, {Label: "head", Commit: head}}
	result := &Result{Revisions: sides, Claimed: same}
	schedule, err := revisionSchedule(ctx, s.runner, s.builder, s.options, result, s.missed, s.limits)
	if err != nil {
		return result, err
	}
	for _, j := range schedule.waiting {
		j.runs = s.store.between(base.Hash, head.Hash)
	}
	err = schedule.judge(s.runner, s.options, result)
	if schedule.refitted {
		s.missed = "base or head of an earlier pair"
	}
	return result, err
}

// Retain removes the checkouts and the runs of all commits but the given ones.
func (s *Series) Retain(ctx context.Context, commits ...revision.Commit) error {
	s.store.retain(commits)
	return failure.Interruption(ctx, s.builder.Retain(ctx, commits...))
}

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

package commits

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Addition counts what became of the commits of a range that were added to a history.
type Addition struct {
	Commits int
	Errors  int // commits that do not build or could not be searched to the end
	history.AddResult
}

// AddToHistory builds each commit of the range and runs the suites in the forms of their first look. It inserts a
// line for each run into the history Options.Out. Lines that the history has cost nothing. A commit that does not
// build has no line; a signal and a failure of the machine end the range. Nothing is judged.
func AddToHistory(ctx context.Context, r *runner.Runner, o *Options) (added *Addition, err error) {
	series, err := gate.NewSeries(ctx, r, &o.Gate, o.Rebuild)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, series.Close(ctx)) }()
	steps, err := o.steps(ctx, series.Repository())
	if err != nil {
		return nil, err
	}
	known, err := history.Load(o.Out)
	if err != nil && !file.IsMissing(err) {
		return nil, err
	}
	order, err := series.Repository().Order(ctx, steps[len(steps)-1].Commit)
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	runs, err := series.FirstRuns()
	if err != nil {
		return nil, err
	}
	added = &Addition{Commits: len(steps)}
	missing, left := missingRuns(steps, runs, known)
	for i := range missing {
		added.Known += len(runs) - len(missing[i])
	}
	total, begun := left, r.Now()
	for i := range steps {
		if len(missing[i]) == 0 {
			continue
		}
		p := Progress{Commit: steps[i].Commit, Done: len(steps) - left, Left: left}
		if left < total {
			p.Time = r.Now().Sub(begun) / time.Duration(total-left) * time.Duration(left)
		}
		o.Begin(p)
		left--
		measure := func(found func(*bench.Run, *bench.Timing) error) error {
			return series.Run(ctx, steps[i].Commit, missing[i], found)
		}
		if err := series.Retain(ctx, steps[i].Commit); err != nil {
			return added, err
		}
		if err := added.insert(ctx, r, o.Out, &steps[i], order, measure); err != nil {
			return added, err
		}
	}
	return added, nil
}

// insert measures a commit and inserts a line for each of its runs. It reports a commit that cannot be built or
// searched, counts it in Errors and returns nil. It returns an error only for what ends the whole range.
func (a *Addition) insert(ctx context.Context, r *runner.Runner, path string, step *revision.Step, order map[string]int, measure func(func(*bench.Run, *bench.Timing) error) error) error {
	var writing error
	err := measure(func(run *bench.Run, timing *bench.Timing) error {
		var now history.AddResult
		record, err := history.NewRecord(step.Commit, step.Date, run, timing)
		if err == nil {
			now, err = history.Insert(path, r.Holder, order, record)
		}
		a.New, a.Known, writing = a.New+now.New, a.Known+now.Known, err
		return err
	})
	if err != nil && ctx.Err() == nil && writing == nil && isRevisionError(err) {
		a.Errors++
		r.Tell("commit %s is left out: %v", step.ShortHash(), err)
		return nil
	}
	return failure.Interruption(ctx, err)
}

// missingRuns returns, for each commit, the indices of the runs that a history lacks, and how many commits
// lack some.
func missingRuns(steps []revision.Step, runs []gate.FirstRun, known []history.Record) (missing [][]int, commits int) {
	missing = make([][]int, len(steps))
	for i := range steps {
		for k, run := range runs {
			if !history.HasRun(known, steps[i].Hash, run.Suite, run.Limits) {
				missing[i] = append(missing[i], k)
			}
		}
		if len(missing[i]) > 0 {
			commits++
		}
	}
	return missing, commits
}

// AddRuns adds the whole runs in files to a history, in the forms of their first look. They are of
// the revision with the name. Holder says who writes.
func AddRuns(ctx context.Context, settings *config.Config, path, holder, name string, files []string) (commit revision.Commit, added history.AddResult, err error) {
	if err := file.CheckOutput(path); err != nil {
		return commit, added, fmt.Errorf("history: %w", err)
	}
	repository, err := revision.Open(ctx, ".")
	if err != nil {
		return commit, added, err
	}
	if commit, err = repository.Resolve(ctx, name); err != nil {
		return commit, added, err
	}
	date, err := repository.Date(ctx, commit)
	if err != nil {
		return commit, added, err
	}
	stored, faults, err := runner.Load(files, true)
	if err != nil && !faults { // the faults of engines are a part of the history
		return commit, added, err
	}
	var records []history.Record
	for i, s := range stored {
		run, timing, err := gate.NarrowToFirstLook(settings, s.Run, s.Timing)
		if err != nil {
			return commit, added, err
		}
		record, err := history.NewRecord(commit, date, run, timing)
		if err != nil {
			return commit, added, fmt.Errorf("%s: %w", files[i], err)
		}
		records = append(records, record)
	}
	added, err = history.Append(path, holder, records...)
	return commit, added, err
}

// OpenHistory reads the series of a history, with what the gates of the configuration allow. Names
// are the suites, all without any. Since is the revision that the newest commit is compared with,
// nil: the newest one with a tag.
func OpenHistory(ctx context.Context, settings *config.Config, path string, names []string, since *string) ([]*history.Series, error) {
	records, err := history.Load(path)
	if err != nil {
		return nil, err
	}
	all, err := seriesOf(history.Group(records), names)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		s.Allowed = allowedIn(settings, s)
	}
	return all, failure.Interruption(ctx, setReleases(ctx, all, since))
}

// seriesOf returns the series of the suites named, all without any.
func seriesOf(all []*history.Series, names []string) ([]*history.Series, error) {
	var known []string
	for _, s := range all {
		if !slices.Contains(known, s.Suite.Name) {
			known = append(known, s.Suite.Name)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, failure.Inputf("flag --suite: suite %q is not in the history (expected %s%s)", name, text.JoinOr(known), text.DidYouMean(name, known))
		}
	}
	return slices.DeleteFunc(all, func(s *history.Series) bool { return len(names) > 0 && !slices.Contains(names, s.Suite.Name) }), nil
}

// setReleases sets the release of each series. A history may be shown where its repository is not.
func setReleases(ctx context.Context, all []*history.Series, since *string) error {
	repository, err := revision.Open(ctx, ".")
	if err != nil {
		if since == nil && ctx.Err() == nil {
			return nil
		}
		return err
	}
	if since == nil {
		tags, err := repository.Tags(ctx)
		for _, s := range all {
			s.SetRelease(tags)
		}
		return err
	}
	commit, err := repository.Resolve(ctx, *since)
	if err != nil {
		return failure.With(failure.Of(err), fmt.Errorf("flag --since: %w", err))
	}
	found := false
	for _, s := range all {
		s.SetRelease(map[string]string{commit.Hash: *since})
		found = found || s.Release != nil
	}
	if !found {
		return failure.Inputf("flag --since: commit %s has no line before the newest one (expected a revision that is in the history)", commit.ShortHash())
	}
	return nil
}

// allowedIn returns the loss that each axis of a series is allowed. It is the limit of the gate in
// the configuration, if that searches the suite in the same forms under the same limits.
func allowedIn(settings *config.Config, s *history.Series) map[history.Axis]float64 {
	for i := range settings.Suites {
		suite := &settings.Suites[i]
		if suite.Name != s.Suite.Name || suite.Limit.String() != s.Limits || max(1, suite.Looks()[0]) != max(1, s.Suite.Forms) {
			continue
		}
		a := suite.Gate.Allowance(suite.Limit, s.Records[len(s.Records)-1].Asked, s.Suite.Forms)
		allowed := make(map[history.Axis]float64)
		for axis, most := range map[history.Axis]float64{history.Solved: a.Lost, history.Nodes: a.Nodes, history.Solution: a.Solution} {
			if !math.IsInf(most, 1) {
				allowed[axis] = most
			}
		}
		return allowed
	}
	return nil
}

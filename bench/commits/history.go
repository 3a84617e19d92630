package commits

import (
	"context"
	"errors"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// Addition counts what became of the commits of a range that were added to a history.
type Addition struct {
	Commits int
	Errors  int // commits that do not build or could not be searched to the end
	history.AddResult
}

// AddToHistory builds each commit of the range, runs the suites in the forms of their first look, and
// inserts a line for each into the history Options.Out. Lines that the history has cost nothing. A commit that
// does not build has no line; a signal and a failure of the machine end the range. Nothing is judged.
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

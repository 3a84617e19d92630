package farm

import (
	"context"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// suiteJob returns what the workers have to know to search the records of a suite.
func suiteJob(known Engine, suite *suites.Suite, config *bench.Config) SuiteJob {
	return SuiteJob{
		Engine: known, Limits: config.Limits.String(), Repeat: config.Repeat, CountDepths: config.CountDepths, Iterations: config.Iterations, Forms: suite.InForms, Related: suite.Related,
	}
}

// Suite returns how a suite is searched by the workers. The progress of the configuration is
// told to the farm too.
func (f *Farm) Suite(on engines.Engine, suite *suites.Suite, config *bench.Config) (bench.Remote, error) {
	known, err := f.engine(&on)
	if err != nil {
		return nil, err
	}
	job := suiteJob(known, suite, config)
	var progress Progress
	shown := config.Progress
	config.Progress = func(e bench.Event) {
		progress.Finished, progress.Total = e.Finished, e.Total
		if e.Outcome.Failed() {
			progress.Faults++
		}
		if shown != nil {
			shown(e)
		}
	}
	return func(ctx context.Context, here *bench.Searcher, indices []int, found func(bench.Answer, []string)) error {
		if len(indices) == 0 {
			return nil
		}
		job.Engine.ID = here.ID()
		if err := oneThread(job.Engine); err != nil {
			return err
		}
		var positions []game.Position
		for _, i := range spreadReferences(indices) {
			positions = append(positions, suite.Records[i].Position)
		}
		references, err := searchReferences(ctx, positions, 1, func(_ int, t engine.Task) (engine.Result, error) { return here.Probe(ctx, t) })
		if err != nil {
			return err
		}
		s := suiteTask{suite, here, found}
		return f.Coordinate(ctx, &Task{
			Job:   Job{Title: suite.Name + " on " + on.Name, Suite: &job, References: references},
			Items: indices, Earlier: here.AnsweredBy(), Item: s.item, Read: s.read, Here: s.search, Discard: s.discard, Progress: &progress,
		})
	}, nil
}

// suiteTask is the records of a suite as items.
type suiteTask struct {
	suite *suites.Suite
	here  *bench.Searcher
	found func(bench.Answer, []string)
}

// item returns a record.
func (s *suiteTask) item(index int) Item {
	return Item{Record: s.suite.Records[index].String()}
}

// machineDetails holds what may differ between two results of a position.
type machineDetails struct {
	Time        bench.PositionTime `json:"time"`
	FaultReport string             `json:"capsule,omitempty"` // of Time
	Warnings    []string           `json:"warnings,omitempty"`
}

// NewSuiteResult returns the result of a position that was searched.
func NewSuiteResult(index int, a bench.Answer, warnings []string) (Result, error) {
	r := Result{Index: index, End: Done}
	var err error
	if r.Outcome, err = file.Line(a.Outcome); err != nil {
		return r, err
	}
	r.Details, err = file.Line(machineDetails{Time: a.Time, FaultReport: a.Time.FaultReport, Warnings: warnings})
	return r, err
}

func (s *suiteTask) read(r Result) (same []byte, take func() error, err error) {
	a := bench.Answer{Index: r.Index, By: r.Worker}
	var aside machineDetails
	switch r.End {
	case Lost:
		text := fmt.Sprintf("%d workers of the farm were given the position, and none came back", Attempts)
		a = s.here.Faulted(s.suite, r.Index, &bench.FaultError{Class: bench.FaultInternal, Text: text}) // no engine gave this answer
	case Nondeterministic:
		a = s.here.Faulted(s.suite, r.Index, &bench.FaultError{Class: bench.FaultNondeterminism, Text: "two searches of the position differ"})
	default:
		if err := file.Parse(r.Outcome, &a.Outcome); err != nil {
			return nil, nil, err
		}
		if err := file.Parse(r.Details, &aside); err != nil {
			return nil, nil, err
		}
		if wrong := s.here.Mismatch(s.suite, &a); wrong != "" {
			return nil, nil, errors.New(wrong)
		}
		a.Time, a.Time.FaultReport = aside.Time, aside.FaultReport
	}
	return r.Outcome, func() error {
		s.found(a, aside.Warnings)
		return nil
	}, nil
}

// discard drops an answer.
func (s *suiteTask) discard(index int) { s.found(bench.Answer{Index: index, Void: true}, nil) }

// search searches a position on this machine.
func (s *suiteTask) search(ctx context.Context, index int) (Result, error) {
	a, warnings, err := s.here.Search(ctx, s.suite, index)
	if err != nil {
		return Result{}, err
	}
	return NewSuiteResult(index, a, warnings)
}

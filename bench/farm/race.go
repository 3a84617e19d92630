package farm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine/text"
)

// MaxRace is the maximum time of a race. The measurements of a longer race may exceed MaxMessage.
const MaxRace = 5 * time.Minute

// Race has two engines race on one worker, side by side as on this machine. Of the
// configuration Base, Head, Now and Progress do not count.
func (f *Farm) Race(ctx context.Context, base, head engines.Engine, suite string, config *speed.Config) (*speed.Report, error) {
	if config.Budget > MaxRace {
		return nil, failure.Inputf("flag --farm: a race of %v (expected at most %v: its measurements have to fit into one message)", config.Budget, MaxRace)
	}
	known, references, err := f.identifyAll(ctx, spreadReferences(config.Positions), base, head)
	if err != nil {
		return nil, err
	}
	r := &raceTask{job: RaceJob{
		Base: known[0], Head: known[1], Suite: suite, Limits: config.Limits.String(), Budget: config.Budget, Allowed: config.Allowed, Seed: config.Seed,
	}}
	for _, p := range config.Positions {
		r.positions = append(r.positions, p.String())
	}
	err = f.Coordinate(ctx, &Task{
		Job:   Job{Title: "speed of " + base.Name + " and " + head.Name, Race: &r.job, References: references},
		Items: []int{0}, Item: r.item, Read: r.read, Progress: &Progress{Total: 1}, Differs: true,
	})
	return r.report, err
}

// raceTask is a race as an item.
type raceTask struct {
	job       RaceJob
	positions []string
	report    *speed.Report
}

func (r *raceTask) item(int) Item { return Item{Positions: r.positions} }

// raced is the outcome of a race: its measurement, or the fault of an engine.
type raced struct {
	Fault    string          `json:"fault,omitempty"`
	Measured json.RawMessage `json:"measured,omitempty"`
}

// NewRaceResult returns the result of a race on a suite, or the engine's fault that ended it; a nil fault
// is none.
func NewRaceResult(index int, suite string, report *speed.Report, fault error) (r Result, err error) {
	r = Result{Index: index, End: Done}
	var of raced
	if fault != nil {
		of.Fault = fault.Error()
	} else {
		var text bytes.Buffer
		if err := speed.Encode(&text, suite, report); err != nil {
			return r, err
		}
		of.Measured = text.Bytes()
	}
	r.Outcome, err = file.Line(of)
	return r, err
}

// read reads what was measured.
func (r *raceTask) read(result Result) (same []byte, take func() error, err error) {
	if result.End == Lost {
		return failedItem("%d workers were given the race, and none returned what fits into a message", Attempts)
	}
	var of raced
	if err := file.Parse(result.Outcome, &of); err != nil {
		return nil, nil, err
	}
	if of.Fault != "" {
		return failedItem("race on worker %.60q: %.500s", result.Worker, text.Printable(of.Fault))
	}
	report, err := speed.Decode(append(of.Measured, '\n'), r.job.Suite, r.job.Allowed)
	if err != nil {
		return nil, nil, err
	}
	if !reflect.DeepEqual(report.Base, r.job.Base.ID) || !reflect.DeepEqual(report.Head, r.job.Head.ID) || report.Limits != r.job.Limits || report.Of != len(r.positions) {
		return nil, nil, errors.New("race is another one")
	}
	return nil, func() error {
		r.report = report
		return nil
	}, nil
}

package farm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// MaxRace is the longest race: what is measured in it has place in a message.
const MaxRace = 5 * time.Minute

// Race has two engines race on one worker, side by side as on this machine. Of the
// configuration Base, Head, Now and Progress do not count.
func (f *Farm) Race(ctx context.Context, base, head engines.Engine, suite string, config *speed.Config) (*speed.Report, error) {
	if config.Budget > MaxRace {
		return nil, failure.Inputf("flag --farm: a race of %v (expected at most %v, for which there is place in a message)", config.Budget, MaxRace)
	}
	r := &raceTask{job: RaceJob{Suite: suite, Limits: config.Limits.String(), Budget: config.Budget, Allowed: config.Allowed, Seed: config.Seed}}
	var racers [2]*bench.Searcher
	for i, e := range []engines.Engine{base, head} {
		known, err := f.identify(&e)
		if err != nil {
			return nil, err
		}
		*[]*Engine{&r.job.Base, &r.job.Head}[i] = known
		racers[i] = bench.NewSearcher(e.Open, known.ID, bench.Config{})
	}
	for _, p := range config.Positions {
		r.positions = append(r.positions, p.String())
	}
	references, err := refer(ctx, spread(config.Positions), len(racers), func(player int, t engine.Task) (engine.Result, error) { return racers[player].Ask(ctx, t) })
	for _, racer := range racers {
		racer.Close()
	}
	if err != nil {
		return nil, err
	}
	err = f.Coordinate(ctx, &Task{
		Job:   Job{Title: "speed of " + base.Name + " and " + head.Name, Race: &r.job, References: references},
		Items: []int{0}, Item: r.item, Read: r.read, Progress: &Progress{Total: 1}, Differs: true,
	})
	return r.report, err
}

// identify opens an engine once to learn who it is.
func (f *Farm) identify(e *engines.Engine) (known Engine, err error) {
	if known, err = f.engine(e); err != nil {
		return known, err
	}
	opened, err := e.Open()
	if err != nil {
		return known, failure.Default(failure.Engine, err)
	}
	known.ID = opened.ID()
	return known, errors.Join(opened.Close(), oneThread(known))
}

// raceTask is a race as an item.
type raceTask struct {
	job       RaceJob
	positions []string
	report    *speed.Report
}

// item is the race.
func (r *raceTask) item(int) Item { return Item{Positions: r.positions} }

// raced is what came of a race: what was measured, or what an engine did.
type raced struct {
	Fault    string          `json:"fault,omitempty"`
	Measured json.RawMessage `json:"measured,omitempty"`
}

// Raced is the result of a race on a suite, or of the engine that made an end of it, nil for
// none.
func Raced(index int, suite string, report *speed.Report, fault error) (r Result, err error) {
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
		err := failure.With(failure.Engine, fmt.Errorf("farm: %d workers were given the race, and none came back with what has place in a message", Attempts))
		return nil, func() error { return err }, nil
	}
	var of raced
	if err := file.Parse(result.Outcome, &of); err != nil {
		return nil, nil, err
	}
	if of.Fault != "" {
		err := failure.With(failure.Engine, fmt.Errorf("farm: race on worker %.60q: %.500s", result.Worker, text.Printable(of.Fault)))
		return nil, func() error { return err }, nil
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

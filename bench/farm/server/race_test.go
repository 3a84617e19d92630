package server

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRace: a race is measured by one worker, which is named and does nothing else
// meanwhile.
func TestRace(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	hire(t, url, func(w *worker.Worker) {
		shop := workshop()
		shop.Machine = "racer (its machine)"
		w.Cores, w.Prepare = 2, shop.Prepare
	})
	config := speed.Config{Positions: positions(t, 3, 1).Positions(), Limits: engine.Limits{Nodes: 100}, Budget: speed.MinBudget, Allowed: 20, Seed: 1}
	report := must.Get(farmAt(url, t.Logf).Race(t.Context(), small(t), small(t), "wac", &config))(t)
	if report.Machine != "racer (its machine)" || report.Of != 3 || report.Assessment.All.Cost.Pairs == 0 || report.Base.Name == "" {
		t.Errorf("race is %+v", report)
	}
	config.Budget = farm.MaxRace + 1
	if _, err := farmAt(url, t.Logf).Race(t.Context(), small(t), small(t), "wac", &config); failure.Of(err) != failure.Input {
		t.Errorf("a race of an hour: %v", err)
	}
}

// answerOne does an item in a millisecond.
func answerOne(_ context.Context, item *farm.Item) (farm.Result, error) {
	time.Sleep(time.Millisecond)
	return farm.Result{Index: item.Index, End: farm.Done, Outcome: json.RawMessage("1")}, nil
}

// TestRaceAlone: a worker of several cores does nothing beside a race.
func TestRaceAlone(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	var busy, beside atomic.Int32 // items that are no race, and those of them done during a race
	started := make(chan struct{})
	hire(t, url, func(w *worker.Worker) {
		w.Cores = 4
		w.Prepare = func(_ context.Context, job *farm.Job) (*worker.Preparation, error) {
			return by(func(ctx context.Context, item *farm.Item) (farm.Result, error) {
				if job.Race == nil {
					busy.Add(1)
					defer busy.Add(-1)
					return answerOne(ctx, item)
				}
				close(started)
				for range 100 {
					beside.Add(busy.Load())
					time.Sleep(time.Millisecond)
				}
				return answerOne(ctx, item)
			}), nil
		}
	})
	f := farmAt(url, t.Logf)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	send := func(task *farm.Task) {
		if task.Differs = true; f.Coordinate(ctx, task) != nil && ctx.Err() == nil {
			t.Errorf("job %s ends", task.Job.Title)
		}
	}
	suite, going := make(chan struct{}), make(chan struct{})
	begun := sync.OnceFunc(func() { close(going) })
	go func() {
		defer close(suite)
		send(taskOf("suite", 100_000, func(farm.Result) { begun() }))
	}()
	<-going
	race := taskOf("race", 1, func(farm.Result) {})
	race.Job.Suite, race.Job.Race = nil, &farm.RaceJob{}
	send(race)
	cancel()
	<-suite
	select {
	case <-started:
	default:
		t.Error("no race began")
	}
	if n := beside.Load(); n > 0 {
		t.Errorf("other items were seen beside the race %d times", n)
	}
}

// TestDiffers: of a job whose results differ no item is done twice, though there are workers
// to check it, and the first of two results counts.
func TestDiffers(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	nc := must.Get(farm.Access{URL: url}.Connect("fickle"))(t)
	defer nc.Close()
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) {
			w.Name = name
			w.Prepare = func(_ context.Context, job *farm.Job) (*worker.Preparation, error) {
				return by(func(ctx context.Context, item *farm.Item) (farm.Result, error) {
					if item.Index%10 == 0 { // it says something else first, as one that does it twice
						text, _ := json.Marshal(farm.Result{Index: item.Index, Worker: name, End: farm.Done, Outcome: json.RawMessage("2")})
						_ = nc.Publish(farm.ResultSubject(job.ID), text)
					}
					return answerOne(ctx, item)
				}), nil
			}
		})
	}
	f := farmAt(url, t.Logf)
	f.CheckShare = 1
	const items = 400 // which take longer than both workers take to report their presence
	settled := 0
	task := taskOf("differs", items, func(farm.Result) { settled++ })
	read := task.Read
	task.Read = func(r farm.Result) ([]byte, func() error, error) {
		if r.Copy > 0 {
			t.Errorf("item %d is done twice", r.Index)
		}
		return read(r)
	}
	task.Differs, task.Here = true, func(context.Context, int) (farm.Result, error) { return farm.Result{}, errors.New("nobody asks") }
	err := f.Coordinate(t.Context(), task)
	if err != nil || settled != items {
		t.Errorf("%d settled, %v", settled, err)
	}
}

// TestGivenBack: an item that is given back again and again is told of.
func TestGivenBack(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	unable := by(func(context.Context, *farm.Item) (farm.Result, error) {
		return farm.Result{}, errors.New("no table is free")
	})
	hire(t, url, func(w *worker.Worker) {
		w.Tell = func(string, ...any) {}
		w.Prepare = always(unable)
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := new(messageLog)
	f := farmAt(url, func(format string, args ...any) {
		told.tell(format, args...)
		cancel()
	})
	task := taskOf("hopeless", 1, nil)
	task.Items[0] = 6
	err := f.Coordinate(ctx, task)
	if want := `farm: item 7 was given back 20 times, at last by worker "w", which says why`; !errors.Is(err, context.Canceled) || told.text() != want {
		t.Errorf("got %v, told %s", err, told.text())
	}
}

// TestSplit: if an engine gives another result each time, no worker is to blame, and the
// item is reported as such.
func TestSplit(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	var said atomic.Int32
	moody := func(_ context.Context, index int) (farm.Result, error) {
		return farm.Result{Index: index, End: farm.Done, Outcome: json.RawMessage(strconv.Itoa(int(said.Add(1))))}, nil
	}
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) {
			w.Name = name
			w.Prepare = always(by(func(ctx context.Context, item *farm.Item) (farm.Result, error) {
				time.Sleep(time.Millisecond)
				return moody(ctx, item.Index)
			}))
		})
	}
	told := new(messageLog)
	f := farmAt(url, told.tell)
	f.CheckShare = 1
	split := 0
	task := taskOf("moody", 200, func(r farm.Result) {
		if r.End == farm.Nondeterministic {
			split++
		}
	})
	task.Here = moody
	err := f.Coordinate(t.Context(), task)
	if err != nil || split == 0 || told.text() != "" {
		t.Errorf("%d items are split, %v, told %s", split, err, told.text())
	}
}

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

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// racing returns a race of the built-in engine with another one on some positions.
func racing(t *testing.T, url string, head engines.Engine, budget time.Duration) (*speed.Report, error) {
	t.Helper()
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: t.Logf, Pace: quick()}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	config := speed.Config{Positions: positions(t, 3, 1).Positions(), Limits: engine.Limits{Nodes: 100}, Budget: budget, Allowed: 20, Seed: 1}
	return f.Race(ctx, small(t), head, "wac", &config)
}

// TestRace: a race is measured by one worker, which it is told of, while that does nothing
// else.
func TestRace(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	hire(t, url, func(w *worker.Worker) {
		shop := workshop()
		shop.Machine = "racer (its machine)"
		w.Cores, w.Prepare = 2, shop.Prepare
	})
	report := must.Get(racing(t, url, small(t), speed.MinBudget))(t)
	if report.Machine != "racer (its machine)" || report.Of != 3 || report.Assessment.All.Cost.Pairs == 0 || report.Base.Name == "" {
		t.Errorf("race is %+v", report)
	}
	if _, err := racing(t, url, small(t), farm.MaxRace+1); failure.Of(err) != failure.Input {
		t.Errorf("a race of an hour: %v", err)
	}
}

// craftsman does items and notes what is done beside a race.
type craftsman struct {
	race    bool
	busy    *atomic.Int32 // items that are no race
	beside  *atomic.Int32 // of these, seen during a race
	started chan struct{} // closed when the race begins
}

func (c craftsman) NewRunner() worker.ItemRunner { return c }
func (c craftsman) Close()                       {}

func (c craftsman) Do(_ context.Context, item *farm.Item) (farm.Result, error) {
	if c.race {
		close(c.started)
		for range 100 {
			c.beside.Add(c.busy.Load())
			time.Sleep(time.Millisecond)
		}
	} else {
		c.busy.Add(1)
		time.Sleep(time.Millisecond)
		c.busy.Add(-1)
	}
	return farm.Result{Index: item.Index, End: farm.Done, Outcome: json.RawMessage("1")}, nil
}

// craftOf is the craft of a craftsman.
type craftOf struct{ craftsman }

func (craftOf) Close() error { return nil }

// TestRaceAlone: a worker of several cores does nothing beside a race.
func TestRaceAlone(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	all := craftsman{busy: new(atomic.Int32), beside: new(atomic.Int32), started: make(chan struct{})}
	hire(t, url, func(w *worker.Worker) {
		w.Cores = 4
		w.Prepare = func(_ context.Context, job *farm.Job) (worker.Preparation, error) {
			c := all
			c.race = job.Race != nil
			return craftOf{c}, nil
		}
	})
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: t.Logf, Pace: quick()}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	send := func(job farm.Job, items int, take func()) {
		todo := make([]int, items)
		for i := range todo {
			todo[i] = i
		}
		err := f.Coordinate(ctx, &farm.Task{
			Job: job, Items: todo, Progress: &farm.Progress{}, Differs: true, Item: func(int) farm.Item { return farm.Item{} },
			Read: func(farm.Result) ([]byte, func() error, error) {
				return nil, func() error { take(); return nil }, nil
			},
		})
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}
	suite, going := make(chan struct{}), make(chan struct{})
	begun := sync.OnceFunc(func() { close(going) })
	go func() {
		defer close(suite)
		send(farm.Job{Title: "suite", Suite: &farm.SuiteJob{}}, 100_000, begun)
	}()
	<-going
	send(farm.Job{Title: "race", Race: &farm.RaceJob{}}, 1, func() {})
	cancel()
	<-suite
	select {
	case <-all.started:
	default:
		t.Error("no race began")
	}
	if n := all.beside.Load(); n > 0 {
		t.Errorf("other items were seen beside the race %d times", n)
	}
}

// fickle says something else of an item first, as one that does it twice.
type fickle struct {
	craftsman
	says func(index int)
}

func (f fickle) Do(ctx context.Context, item *farm.Item) (farm.Result, error) {
	f.says(item.Index)
	return f.craftsman.Do(ctx, item)
}

func (f fickle) NewRunner() worker.ItemRunner { return f }

// fickleCraft is the craft of such a worker.
type fickleCraft struct{ fickle }

func (fickleCraft) Close() error { return nil }

// TestDiffers: of a job whose results differ no item is done twice, though there are workers
// to check it, and the first of two results counts.
func TestDiffers(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	nc, err := farm.Access{URL: url}.Connect("fickle")
	must.Do(t, err)
	defer nc.Close()
	all := craftsman{busy: new(atomic.Int32), beside: new(atomic.Int32)}
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) {
			w.Name = name
			w.Prepare = func(_ context.Context, job *farm.Job) (worker.Preparation, error) {
				return fickleCraft{fickle{all, func(index int) {
					if index%10 == 0 {
						text, _ := json.Marshal(farm.Result{Index: index, Worker: name, End: farm.Done, Outcome: json.RawMessage("2")})
						_ = nc.Publish(farm.ResultSubject(job.ID), text)
					}
				}}}, nil
			}
		})
	}
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: t.Logf, Pace: quick(), CheckShare: 1}
	const items = 400 // which take longer than both workers take to tell of themselves
	todo := make([]int, items)
	for i := range todo {
		todo[i] = i
	}
	settled := 0
	err = f.Coordinate(t.Context(), &farm.Task{
		Job: farm.Job{Title: "differs", Suite: &farm.SuiteJob{}}, Items: todo, Progress: &farm.Progress{}, Differs: true, Item: func(int) farm.Item { return farm.Item{} },
		Here: func(context.Context, int) (farm.Result, error) { return farm.Result{}, errors.New("nobody asks") },
		Read: func(r farm.Result) ([]byte, func() error, error) {
			if r.Copy > 0 {
				t.Errorf("item %d is done twice", r.Index)
			}
			return r.Outcome, func() error { settled++; return nil }, nil
		},
	})
	if err != nil || settled != items {
		t.Errorf("%d settled, %v", settled, err)
	}
}

// unable is a craft of somebody who can do nothing.
type unable struct{}

func (unable) NewRunner() worker.ItemRunner { return unableBench{} }
func (unable) Close() error                 { return nil }

type unableBench struct{}

func (unableBench) Close() {}

func (unableBench) Do(context.Context, *farm.Item) (farm.Result, error) {
	return farm.Result{}, errors.New("no table is free")
}

// TestGivenBack: an item that is given back again and again is told of.
func TestGivenBack(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	hire(t, url, func(w *worker.Worker) {
		w.Tell = func(string, ...any) {}
		w.Prepare = func(context.Context, *farm.Job) (worker.Preparation, error) { return unable{}, nil }
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	told := new(diary)
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Pace: quick(), Tell: func(format string, args ...any) {
		told.tell(format, args...)
		cancel()
	}}
	err := f.Coordinate(ctx, &farm.Task{
		Job: farm.Job{Title: "hopeless", Suite: &farm.SuiteJob{}}, Items: []int{6}, Progress: &farm.Progress{}, Item: func(int) farm.Item { return farm.Item{} },
		Read: func(farm.Result) ([]byte, func() error, error) { return nil, nil, errors.New("nothing comes") },
	})
	if want := `farm: item 7 was given back 20 times, at last by worker "w", which says why`; !errors.Is(err, context.Canceled) || told.text() != want {
		t.Errorf("got %v, told %s", err, told.text())
	}
}

// TestSplit: of an engine that comes to something else each time nobody is to blame, and the
// item is told to be so.
func TestSplit(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	var said atomic.Int32
	another := func() json.RawMessage { return json.RawMessage(strconv.Itoa(int(said.Add(1)))) }
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) {
			w.Name = name
			w.Prepare = func(context.Context, *farm.Job) (worker.Preparation, error) { return moody{another}, nil }
		})
	}
	told := new(diary)
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: told.tell, Pace: quick(), CheckShare: 1}
	todo := make([]int, 200)
	for i := range todo {
		todo[i] = i
	}
	split := 0
	err := f.Coordinate(t.Context(), &farm.Task{
		Job: farm.Job{Title: "moody", Suite: &farm.SuiteJob{}}, Items: todo, Progress: &farm.Progress{}, Item: func(int) farm.Item { return farm.Item{} },
		Here: func(_ context.Context, index int) (farm.Result, error) {
			return farm.Result{Index: index, End: farm.Done, Outcome: another()}, nil
		},
		Read: func(r farm.Result) ([]byte, func() error, error) {
			return r.Outcome, func() error {
				if r.End == farm.Split {
					split++
				}
				return nil
			}, nil
		},
	})
	if err != nil || split == 0 || told.text() != "" {
		t.Errorf("%d items are split, %v, told %s", split, err, told.text())
	}
}

// moody is a craft of somebody who comes to something else each time.
type moody struct{ says func() json.RawMessage }

func (m moody) NewRunner() worker.ItemRunner { return moodyBench(m) }
func (moody) Close() error                   { return nil }

type moodyBench struct{ says func() json.RawMessage }

func (moodyBench) Close() {}

func (m moodyBench) Do(_ context.Context, item *farm.Item) (farm.Result, error) {
	time.Sleep(time.Millisecond)
	return farm.Result{Index: item.Index, End: farm.Done, Outcome: m.says()}, nil
}

package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tune"
	"github.com/zugwatch/zugwatch/suites"
)

// quick returns a pace for machines that are one.
func quick() farm.Timeouts {
	return farm.Timeouts{Heartbeat: 50 * time.Millisecond, Offline: 3 * time.Second, Redelivery: 600 * time.Millisecond}
}

// serve starts a server for a test.
func serve(t testing.TB, o Options) *Server {
	t.Helper()
	o.Folder, o.MaxStore, o.Listen = t.TempDir(), cmp.Or(o.MaxStore, 1<<30), cmp.Or(o.Listen, "127.0.0.1:0")
	s := must.Get(Start(o))(t)
	t.Cleanup(s.Close)
	return s
}

// messageLog keeps messages. It is safe for concurrent use.
type messageLog struct {
	lock  sync.Mutex
	lines []string
}

func (l *messageLog) tell(format string, args ...any) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *messageLog) text() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	return strings.Join(l.lines, "\n")
}

// workshop has the built-in engines alone.
func workshop() *worker.Machine {
	own := builtin.DefaultEngines()
	own.SetHash(1)
	return &worker.Machine{Finder: engines.Finder{Config: &config.Config{}, Own: own}, Now: time.Now, Tell: func(string, ...any) {}}
}

// hired is a worker of a test.
type hired struct {
	stop func() // ends it as a signal would
	die  func() // cuts its connection, after which it is heard of no more
}

// hire starts a worker.
func hire(t testing.TB, url string, change func(w *worker.Worker)) hired {
	t.Helper()
	w := &worker.Worker{Name: "w", Tool: "test", Cores: 1, Tell: t.Logf, Timeouts: quick(), Prepare: workshop().Prepare}
	change(w)
	nc := must.Get(farm.Access{URL: url}.Connect(w.Name))(t)
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		defer nc.Close()
		if err := w.Run(ctx, nc); err != nil {
			t.Errorf("worker %s: %v", w.Name, err)
		}
	})
	h := hired{stop: func() {
		cancel()
		ended.Wait()
	}, die: nc.Close}
	t.Cleanup(h.stop)
	return h
}

// small returns the built-in engine with a small table.
func small(t testing.TB) engines.Engine {
	t.Helper()
	own := builtin.Defaults()
	own.HashMB = 1
	return must.Get(engines.Builtin(t.Context(), own, false))(t)
}

// positions returns a suite of the first positions of another, in some forms.
func positions(t testing.TB, count, forms int) *suites.Suite {
	t.Helper()
	return must.Get(bench.OpenSuite("wac", forms, fmt.Sprintf("1-%d", count)))(t)
}

// nodes limits a run.
func nodes(n uint64) bench.Config {
	return bench.Config{Limits: bench.Limits{Limits: engine.Limits{Nodes: n}}, Workers: 1, Now: time.Now}
}

// send runs a suite on a farm.
func send(t testing.TB, f *farm.Farm, suite *suites.Suite, config bench.Config) *bench.Run {
	t.Helper()
	on := small(t)
	config.Remote = must.Get(f.Suite(on, suite, &config))(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	run, _, err := bench.Execute(ctx, on.Open, suite, config)
	must.Do(t, err)
	return run
}

// expectLocal holds a run against that of this machine.
func expectLocal(t testing.TB, run *bench.Run, suite *suites.Suite, config bench.Config) {
	t.Helper()
	local, _, err := bench.Execute(t.Context(), small(t).Open, suite, config)
	must.Do(t, err)
	got, errGot := json.Marshal(run)
	want, err := json.Marshal(local)
	if err != nil || errGot != nil || string(got) != string(want) {
		t.Errorf("the run of the farm differs:\n got %s\nwant %s", got, want)
	}
}

// by is the preparation of a worker that does each item by a function.
type by func(ctx context.Context, item *farm.Item) (farm.Result, error)

func (by) Close() error                    { return nil }
func (do by) NewRunner() worker.ItemRunner { return byRunner{do} }

type byRunner struct{ by }

func (byRunner) Close() {}

func (r byRunner) Do(ctx context.Context, item *farm.Item) (farm.Result, error) {
	return r.by(ctx, item)
}

// changed is a preparation with a function between its runner and each item.
type changed struct {
	worker.Preparation
	do func(ctx context.Context, item *farm.Item, runner worker.ItemRunner) (farm.Result, error)
}

func (c changed) NewRunner() worker.ItemRunner { return changedRunner{c.Preparation.NewRunner(), c} }

type changedRunner struct {
	worker.ItemRunner
	changed changed
}

func (r changedRunner) Do(ctx context.Context, item *farm.Item) (farm.Result, error) {
	return r.changed.do(ctx, item, r.ItemRunner)
}

// stuck returns a preparation that closes a channel at its first item, which it is not done with before it is stopped.
func stuck(p worker.Preparation, begun chan struct{}) worker.Preparation {
	return changed{p, func(ctx context.Context, _ *farm.Item, _ worker.ItemRunner) (farm.Result, error) {
		close(begun)
		<-ctx.Done()
		return farm.Result{}, ctx.Err()
	}}
}

// upTo returns the numbers of so many items.
func upTo(items int) []int {
	all := make([]int, items)
	for i := range all {
		all[i] = i
	}
	return all
}

// TestSuite: a suite in several rounds of forms comes out of a farm as it does here, also
// when a worker leaves in the middle of an item.
func TestSuite(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	suite, config := positions(t, 6, 8), nodes(400)
	config.CountDepths, config.Iterations, config.Repeat = true, true, 2
	begun := make(chan struct{})
	leaves := hire(t, url, func(w *worker.Worker) {
		w.Name = "leaves"
		w.Prepare = func(ctx context.Context, job *farm.Job) (worker.Preparation, error) {
			c, err := workshop().Prepare(ctx, job)
			return stuck(c, begun), err
		}
	})
	hire(t, url, func(w *worker.Worker) {
		w.Name, w.Cores = "stays", 2
		w.Prepare = func(ctx context.Context, job *farm.Job) (worker.Preparation, error) {
			if job.Suite.Repeat != 2 { // which no result shows
				t.Errorf("positions are searched %d times", job.Suite.Repeat)
			}
			<-begun
			return workshop().Prepare(ctx, job)
		}
	})
	go func() {
		<-begun
		leaves.stop()
	}()
	told := new(messageLog)
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: told.tell, Timeouts: quick()}
	run := send(t, f, suite, config)
	expectLocal(t, run, suite, config)
	if told.text() != "" {
		t.Errorf("told: %s", told.text())
	}
}

// TestRefusals: a worker refuses a job of another version, of an engine that it does not run, or whose references it
// does not reproduce, and says so.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(w *worker.Worker)
		want   string
	}{
		{"version", func(w *worker.Worker) { w.Tool = "other" }, `it is of version "test" (this worker: other)`},
		{"engine", func(w *worker.Worker) {
			shop := workshop()
			shop.Allowed = []string{"mine"}
			w.Prepare = shop.Prepare
		}, `engine "zugwatch" is not one that this worker runs`},
		{"references", func(w *worker.Worker) {
			w.Prepare = func(ctx context.Context, job *farm.Job) (worker.Preparation, error) {
				job.References[0].Nodes++
				return workshop().Prepare(ctx, job)
			}
		}, "nodes at depth 5 in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			url := serve(t, Options{}).URL()
			hire(t, url, func(w *worker.Worker) { w.Name = "refuses"; test.change(w) })
			f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Timeouts: quick()}
			if told := offer(t, f, small(t)); !strings.Contains(told, test.want) {
				t.Errorf("told %s\nwant %s", told, test.want)
			}
		})
	}
}

// TestAllRefuse: a job that all workers refuse ends when no other one has come for long.
func TestAllRefuse(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	hire(t, url, func(w *worker.Worker) {
		w.Prepare = func(context.Context, *farm.Job) (worker.Preparation, error) {
			return nil, errors.New("engine is another one")
		}
	})
	told, pace := new(messageLog), quick()
	pace.Offline = 2 * pace.Heartbeat
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: told.tell, Timeouts: pace}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	err := f.Coordinate(ctx, &farm.Task{
		Job: farm.Job{Title: "refused", Suite: &farm.SuiteJob{}}, Items: []int{0}, Progress: &farm.Progress{}, Item: func(int) farm.Item { return farm.Item{} },
	})
	if want := "all its workers refuse refused, 1 of them, and no other came for 2s"; failure.Of(err) != failure.Machine || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("ends with %v\nwant %s", err, want)
	}
	if want := `worker "w" refuses: "engine is another one"`; !strings.Contains(told.text(), want) {
		t.Errorf("told %s\nwant %s", told.text(), want)
	}
}

// lying returns a preparation that falsifies the results of a worker.
func lying(p worker.Preparation) worker.Preparation {
	return changed{p, func(ctx context.Context, item *farm.Item, runner worker.ItemRunner) (farm.Result, error) {
		r, err := runner.Do(ctx, item)
		r.Outcome = []byte(strings.Replace(string(r.Outcome), `"nodes":`, `"nodes":1`, 1))
		r.Outcome = []byte(strings.Replace(string(r.Outcome), ":0 ", ":1 ", 1)) // the time of a move
		return r, err
	}}
}

// hireLiar starts a worker that lies.
func hireLiar(t *testing.T, url string) {
	t.Helper()
	hire(t, url, func(w *worker.Worker) {
		w.Name = "liar"
		w.Prepare = func(ctx context.Context, job *farm.Job) (worker.Preparation, error) {
			c, err := workshop().Prepare(ctx, job)
			return lying(c), err
		}
	})
}

// inTurn returns a preparation of one core that does its first items at once and then waits for another worker. It
// closes a channel when it has done one.
func inTurn(p worker.Preparation, first int, wait <-chan struct{}, answered chan<- struct{}) worker.Preparation {
	done := 0
	return changed{p, func(ctx context.Context, item *farm.Item, runner worker.ItemRunner) (farm.Result, error) {
		if done >= first {
			select {
			case <-wait:
			case <-ctx.Done():
				return farm.Result{}, context.Cause(ctx)
			}
		}
		result, err := runner.Do(ctx, item)
		if done++; done == 1 {
			close(answered)
		}
		return result, err
	}}
}

// TestLiar: results of a lying worker are dropped when it is found out, and done again. Each worker does an item while
// the other one is there, however busy the machine is.
func TestLiar(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	answered := map[string]chan struct{}{"liar": make(chan struct{}), "honest": make(chan struct{})}
	for name, other := range map[string]string{"liar": "honest", "honest": "liar"} {
		hire(t, url, func(w *worker.Worker) {
			w.Name = name
			w.Prepare = func(ctx context.Context, job *farm.Job) (worker.Preparation, error) {
				p, err := workshop().Prepare(ctx, job)
				if err != nil {
					return nil, err
				}
				if name == "honest" {
					return inTurn(p, 1, answered[other], answered[name]), nil
				}
				return lying(inTurn(p, 0, answered[other], answered[name])), nil
			}
		})
	}
	told := new(messageLog)
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: told.tell, Timeouts: quick()}
	f.CheckShare = 1
	suite, config := positions(t, 30, 1), nodes(4000)
	run := send(t, f, suite, config)
	expectLocal(t, run, suite, config)
	if !strings.Contains(told.text(), `farm: worker "liar" said of item`) || strings.Contains(told.text(), "honest") {
		t.Errorf("told: %s", told.text())
	}
}

// kept is a record of what an earlier attempt has found.
type kept struct {
	known []bench.Answer
	void  int // answers that were dropped
}

func (k *kept) Begin(*bench.Run) ([]bench.Answer, error) { return k.known, nil }

func (k *kept) Record(a bench.Answer) error {
	if a.Void {
		k.void++
	}
	return nil
}

// TestLiarOfEarlier: what a worker said in an earlier attempt is done again when it is found
// to lie.
func TestLiarOfEarlier(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	hireLiar(t, url)
	hire(t, url, func(w *worker.Worker) { w.Name = "honest" })
	told := new(messageLog)
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: told.tell, Timeouts: quick(), CheckShare: 2}
	suite, config := positions(t, 30, 1), nodes(4000)
	local, _, err := bench.Execute(t.Context(), small(t).Open, suite, config)
	must.Do(t, err)
	earlier := &kept{known: make([]bench.Answer, 4)}
	for i := range earlier.known {
		earlier.known[i] = bench.Answer{Index: i, Outcome: local.Outcomes[i], Time: bench.PositionTime{ID: local.Outcomes[i].ID}, By: "liar"}
		earlier.known[i].Outcome.Nodes++
	}
	config.Recorder = earlier
	run := send(t, f, suite, config)
	if config.Recorder = nil; earlier.void < len(earlier.known) {
		t.Errorf("%d answers were dropped", earlier.void)
	}
	expectLocal(t, run, suite, config)
}

// TestSample: games whose positions are kept come out of a farm as they do here, in their order
// and without those that came before.
func TestSample(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) { w.Name = name })
	}
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: t.Logf, Timeouts: quick()}
	g := tune.Generation{Seed: 3, First: 5, Games: 22, Limits: engine.Limits{Nodes: 60}, Workers: 1}
	var texts [2]strings.Builder
	each := func(i int) func(*tune.Sample) error {
		return func(s *tune.Sample) error {
			texts[i].WriteString(s.String() + "\n")
			return nil
		}
	}
	on := small(t)
	got := must.Get(f.Sample(t.Context(), on, g, each(0)))(t)
	want := must.Get(tune.Generate(t.Context(), g, on.Open, each(1)))(t)
	if got != want || texts[0].String() != texts[1].String() || got.Games != 22 {
		t.Errorf("the farm comes to %+v, this machine to %+v:\n%.300s\n%.300s", got, want, texts[0].String(), texts[1].String())
	}
}

package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
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

// farmAt returns a farm at the pace of quick.
func farmAt(url string, tell engines.Logf) *farm.Farm {
	return &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: tell, Timeouts: quick()}
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
	run, _, err := bench.Execute(t.Context(), on.Open, suite, config)
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

// doItem is what a runner does.
type doItem func(ctx context.Context, item *farm.Item) (farm.Result, error)

// by is the preparation of a worker that does each item by a function.
func by(do doItem) *worker.Preparation {
	return &worker.Preparation{
		NewRunner: func() worker.ItemRunner { return worker.ItemRunner{Do: do, Close: func() {}} },
		Close:     func() error { return nil },
	}
}

// changed has a preparation with a function between its runner and each item.
func changed(p *worker.Preparation, do func(ctx context.Context, item *farm.Item, plain doItem) (farm.Result, error)) *worker.Preparation {
	if p == nil { // which could not be made
		return nil
	}
	return &worker.Preparation{Close: p.Close, NewRunner: func() worker.ItemRunner {
		runner := p.NewRunner()
		plain := runner.Do
		runner.Do = func(ctx context.Context, item *farm.Item) (farm.Result, error) { return do(ctx, item, plain) }
		return runner
	}}
}

// stuck returns a preparation that closes a channel at its first item, which it is not done with before it is stopped.
func stuck(p *worker.Preparation, begun chan struct{}) *worker.Preparation {
	return changed(p, func(ctx context.Context, _ *farm.Item, _ doItem) (farm.Result, error) {
		close(begun)
		<-ctx.Done()
		return farm.Result{}, ctx.Err()
	})
}

// always returns what prepares each job in one way.
func always(p *worker.Preparation) func(context.Context, *farm.Job) (*worker.Preparation, error) {
	return func(context.Context, *farm.Job) (*worker.Preparation, error) { return p, nil }
}

// taskOf returns so many items without content, and hands their results over.
func taskOf(title string, items int, take func(r farm.Result)) *farm.Task {
	task := &farm.Task{
		Job: farm.Job{Title: title, Suite: &farm.SuiteJob{}}, Items: make([]int, items), Progress: &farm.Progress{}, Item: func(int) farm.Item { return farm.Item{} },
		Read: func(r farm.Result) ([]byte, func() error, error) {
			return r.Outcome, func() error { take(r); return nil }, nil
		},
	}
	for i := range task.Items {
		task.Items[i] = i
	}
	return task
}

// TestSuite: a suite in several rounds of forms comes out of a farm as it does here, also
// when a worker leaves in the middle of an item.
func TestSuite(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	suite, config := positions(t, 2, 8), nodes(200)
	config.CountDepths, config.Iterations, config.Repeat = true, true, 2
	begun := make(chan struct{})
	leaves := hire(t, url, func(w *worker.Worker) {
		w.Name = "leaves"
		w.Prepare = func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
			c, err := workshop().Prepare(ctx, job)
			return stuck(c, begun), err
		}
	})
	hire(t, url, func(w *worker.Worker) {
		w.Name, w.Cores = "stays", 2
		w.Prepare = func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
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
	f := farmAt(url, told.tell)
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
			w.Prepare = func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
				job.References[0].Nodes++
				return workshop().Prepare(ctx, job)
			}
		}, "nodes at depth 5 in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			url := serve(t, Options{}).URL()
			hire(t, url, func(w *worker.Worker) { w.Name = "refuses"; test.change(w) })
			if told := offer(t, farmAt(url, nil), small(t)); !strings.Contains(told, test.want) {
				t.Errorf("told %s\nwant %s", told, test.want)
			}
		})
	}
}

// lying returns a preparation that falsifies the results of a worker.
func lying(p *worker.Preparation) *worker.Preparation {
	return changed(p, func(ctx context.Context, item *farm.Item, do doItem) (farm.Result, error) {
		r, err := do(ctx, item)
		r.Outcome = []byte(strings.Replace(string(r.Outcome), `"nodes":`, `"nodes":1`, 1))
		r.Outcome = []byte(strings.Replace(string(r.Outcome), ":0 ", ":1 ", 1)) // the time of a move
		return r, err
	})
}

// inTurn returns a preparation of one core that does its first items at once and then waits for another worker. It
// closes a channel when it has done one.
func inTurn(p *worker.Preparation, first int, wait <-chan struct{}, answered chan<- struct{}) *worker.Preparation {
	done := 0
	return changed(p, func(ctx context.Context, item *farm.Item, do doItem) (farm.Result, error) {
		if done >= first {
			select {
			case <-wait:
			case <-ctx.Done():
				return farm.Result{}, context.Cause(ctx)
			}
		}
		result, err := do(ctx, item)
		if done++; done == 1 {
			close(answered)
		}
		return result, err
	})
}

// hireLiar starts a worker that lies, and an honest one. Each does an item while the other one is there, however busy the
// machine is.
func hireLiar(t *testing.T, url string) {
	t.Helper()
	answered := map[string]chan struct{}{"liar": make(chan struct{}), "honest": make(chan struct{})}
	for name, other := range map[string]string{"liar": "honest", "honest": "liar"} {
		hire(t, url, func(w *worker.Worker) {
			w.Name = name
			w.Prepare = func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
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
}

// kept is a record of what an earlier attempt has found.
type kept[T, R any] struct {
	known  []T
	isVoid func(T) bool
	void   int // results that were dropped
}

func (k *kept[T, R]) Begin(*R) ([]T, error) { return k.known, nil }

func (k *kept[T, R]) Record(found T) error {
	if k.isVoid(found) {
		k.void++
	}
	return nil
}

// TestLiar: results of a lying worker are dropped when it is found out, and done again. So is what it said in an earlier
// attempt.
func TestLiar(t *testing.T) {
	t.Parallel()
	url, told := serve(t, Options{}).URL(), new(messageLog)
	hireLiar(t, url)
	f := farmAt(url, told.tell)
	f.CheckShare = 1
	suite, config := positions(t, 12, 1), nodes(200)
	local, _, err := bench.Execute(t.Context(), small(t).Open, suite, config)
	must.Do(t, err)
	earlier := &kept[bench.Answer, bench.Run]{known: make([]bench.Answer, 4), isVoid: func(a bench.Answer) bool { return a.Void }}
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
	if !strings.Contains(told.text(), `farm: worker "liar" said of item`) || strings.Contains(told.text(), "honest") {
		t.Errorf("told: %s", told.text())
	}
}

// TestSample: games whose positions are kept come out of a farm as they do here, in their order
// and without those that came before.
func TestSample(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) { w.Name = name })
	}
	f := farmAt(url, t.Logf)
	g := tune.Generation{Seed: 3, First: 5, Games: 10, Limits: engine.Limits{Nodes: 60}, Workers: 1}
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
	if got != want || texts[0].String() != texts[1].String() || got.Games != 10 {
		t.Errorf("the farm comes to %+v, this machine to %+v:\n%.300s\n%.300s", got, want, texts[0].String(), texts[1].String())
	}
}

package fit

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// fake is an engine whose searches take a time and nodes that double with each ply, down to its greatest depth.
type fake struct {
	fittest.Base
	first time.Duration
	nodes uint64 // of depth 0
}

const greatestDepth = 12

// newRunner returns a runner of a suite, by its entry in the configuration.
func newRunner(t *testing.T, suite string) *runner.Runner {
	t.Helper()
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("suites:\n  - {"+suite+"}\n")))(t)
	return &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 2, Tool: "v0", Now: time.Now, Watch: runner.NoWatch, Tell: t.Logf}
}

func (f *fake) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	move := task.Start.LegalMoves()[0]
	depth := min(task.Limits.Depth, greatestDepth)
	return engine.Result{Best: move, Depth: depth, Nodes: f.nodes << depth, PV: []game.Move{move}, CPU: f.first << task.Limits.Depth}, nil
}

// TestByDepth: the limit is the deepest for which there is time on the slowest engine. An early stop stays.
func TestByDepth(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, forms: 4-8, limit: 'nodes=50000,stop-when-solved=3'")
	with := func(first time.Duration, nodes uint64) engines.Engine {
		return engines.Engine{Name: "fake", Open: func() (engine.Engine, error) { return &fake{first: first, nodes: nodes}, nil }}
	}
	on := func(first time.Duration) engines.Engine { return with(first, 10_000) }
	// The first look has 1,200 searches, 600 for each worker: at depth 8 they take 600 * 256 * first.
	for _, test := range []struct {
		name   string
		on     []engines.Engine
		within time.Duration
		want   string
		err    string
	}{
		{"one", []engines.Engine{on(100 * time.Microsecond)}, 20 * time.Second, "depth=8,stop-when-solved=3", ""},
		{"the slower of two", []engines.Engine{on(100 * time.Microsecond), on(200 * time.Microsecond)}, 20 * time.Second, "depth=7,stop-when-solved=3", ""},
		{"the slower of two first", []engines.Engine{on(200 * time.Microsecond), on(100 * time.Microsecond)}, 20 * time.Second, "depth=7,stop-when-solved=3", ""},
		{"at no cost, up to its greatest depth", []engines.Engine{on(0)}, 20 * time.Second, "depth=12,stop-when-solved=3", ""},
		{"slow at the first depth", []engines.Engine{on(2 * time.Millisecond)}, 20 * time.Second, "depth=4,stop-when-solved=3", ""},
		{"on a slow machine", []engines.Engine{with(200*time.Microsecond, 100)}, 20 * time.Second, "depth=8,stop-when-solved=3", ""},
		{"on a very slow machine", []engines.Engine{with(800*time.Microsecond, 100)}, 20 * time.Second, "depth=6,stop-when-solved=3", ""},
		{"by nodes at the reference speed", []engines.Engine{with(150*time.Microsecond, 120)}, 20 * time.Second, "depth=8,stop-when-solved=3", ""},
		{"too slow", []engines.Engine{on(10 * time.Millisecond)}, 20 * time.Second, "depth=3,stop-when-solved=3", "suite wac: a look at depth 3 takes longer than 20s"},
	} {
		limit, sample, err := DepthLimit(t.Context(), r, test.on, &r.Config.Suites[0], test.within)
		if err == nil != (test.err == "") || err != nil && !strings.HasPrefix(err.Error(), test.err) || limit.String() != test.want {
			t.Errorf("%s: %s, %v, want %s %s", test.name, limit, err, test.want, test.err)
		}
		if strings.HasPrefix(test.name, "the slower") && (sample.Cost != 600*128*200*time.Microsecond || sample.Asked != 2*sampleSize) {
			t.Errorf("%s: %+v, want the cost of the slower and the positions of both", test.name, sample)
		}
	}
}

// stuck is an engine that ends no search deeper than four plies by itself.
type stuck struct{ fake }

func (s *stuck) Search(ctx context.Context, task engine.Task, told func(engine.Info)) (engine.Result, error) {
	if task.Limits.Depth > 4 {
		<-ctx.Done()
		return engine.Result{}, context.Cause(ctx)
	}
	return s.fake.Search(ctx, task, told)
}

// TestByDepthCutShort checks that a depth whose sample is cut short is not taken.
func TestByDepthCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRunner(t, "name: wac, kind: tactics, forms: 4-8, limit: 'nodes=50000,stop-when-solved=3'")
		on := engines.Engine{Name: "stuck", Open: func() (engine.Engine, error) { return &stuck{fake{first: time.Microsecond, nodes: 1000}}, nil }}
		limit, _, err := DepthLimit(t.Context(), r, []engines.Engine{on}, &r.Config.Suites[0], 2*time.Second)
		if err != nil || limit.Depth != 4 {
			t.Errorf("%v, %v, want depth 4", limit, err)
		}
	})
}

// TestByDepthKeptState: searches that keep their state do so under a limit by depth too. All depths are tried with the
// same processes.
func TestByDepthKeptState(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, forms: 4-8, limit: 'nodes=10000,keep-state=40'")
	var opened atomic.Int32
	on := engines.Engine{Name: "fake", Open: func() (engine.Engine, error) {
		opened.Add(1)
		return &fake{nodes: 1}, nil
	}}
	limit, sample, err := DepthLimit(t.Context(), r, []engines.Engine{on}, &r.Config.Suites[0], time.Minute)
	if err != nil || limit.String() != "depth=12,keep-state=40" {
		t.Errorf("%s, %v", limit, err)
	}
	if sample.Asked != sampleSize || sample.nodes != sampleSize<<greatestDepth {
		t.Errorf("sample %+v, want that of depth 12", sample)
	}
	if n := opened.Load(); n > 2 {
		t.Errorf("%d engines started, want one for each worker", n)
	}
}

// TestSampleSuite: the cost of a look grows from the sample to all searches of the look, of both workers together. What is
// solved is counted.
func TestSampleSuite(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, forms: 4-8, limit: depth=8")
	on := engines.Engine{Name: "fake", Open: func() (engine.Engine, error) { return &fake{first: 100 * time.Microsecond, nodes: 1000}, nil }}
	sample, err := SampleSuite(t.Context(), r, on, &r.Config.Suites[0], time.Minute)
	if want := 600 * 256 * 100 * time.Microsecond; err != nil || sample.Cost != want || sample.Asked != sampleSize || sample.Solved > sampleSize/2 || sample.nodes != 1000*256*sampleSize {
		t.Errorf("%+v, %v, want a cost of %v", sample, err, want)
	}
}

// TestLookTime: a look takes longer at suites in which most searches go on to their limit, or that need depth.
func TestLookTime(t *testing.T) {
	for _, suite := range []string{"long-mates", "zugzwang-proven"} {
		if long, other := LookTime(suite), LookTime("wac"); long <= other || other <= 0 {
			t.Errorf("%v for %s, %v for wac", long, suite, other)
		}
	}
}

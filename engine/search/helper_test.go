package search

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

// newThreads returns a searcher with some threads. At the end of the test it
// checks that none of them is left.
func newThreads(t *testing.T, threads int, policy string) *Searcher {
	t.Helper()
	t.Cleanup(func() { goleak.VerifyNone(t) })
	o := Defaults()
	o.HashMB, o.Threads = 4, threads
	if policy != "" {
		o.Policy = must.Get(nullmove.Parse(policy))(t)
	}
	return must.Get(New(o))(t)
}

func TestNumberOfThreads(t *testing.T) {
	for threads, want := range map[int]string{
		0:              "0 threads (expected 1 to 256)",
		-3:             "-3 threads (expected 1 to 256)",
		MaxThreads + 1: "257 threads (expected 1 to 256)",
	} {
		o := Defaults()
		o.Threads = threads
		if _, err := New(o); err == nil || err.Error() != want {
			t.Errorf("%d threads: error %v, want %q", threads, err, want)
		}
	}
	if got := newThreads(t, 1, "").ID().Option(engine.ThreadsOption, "none"); got != "none" {
		t.Errorf("one thread shows as %q, want no option", got)
	}
	if got := newThreads(t, 3, "").ID().Option(engine.ThreadsOption, "none"); got != "3" {
		t.Errorf("three threads show as %q", got)
	}
}

// TestThreadsFindMates checks that more threads announce the same mates.
func TestThreadsFindMates(t *testing.T) {
	for _, c := range []struct {
		fen, policy string
		depth       int
		best        string
		mate        int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "", 5, "a1a8", 1},
		{"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "", 8, "h6h7", 2},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "off", 8, "a1a6", 2},
		{"6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - 0 1", "off", 24, "g8g7", 4},
	} {
		for _, threads := range []int{1, 4} {
			t.Run(fmt.Sprintf("mate in %d with %d threads", c.mate, threads), func(t *testing.T) {
				s := newThreads(t, threads, c.policy)
				p := position(t, c.fen)
				r := answer(t, s, engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: c.depth}})
				if n, _ := r.Score.Mate(); r.Best.String() != c.best || n != c.mate || r.Depth > c.depth {
					t.Errorf("%s %s at depth %d, want %s #%d", r.Best, r.Score, r.Depth, c.best, c.mate)
				}
				r = answer(t, s, engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Mate: c.mate}})
				if n, _ := r.Score.Mate(); r.Stop != engine.StopMate || n != c.mate {
					t.Errorf("asked for mate in %d: %s, stopped by %s", c.mate, r.Score, r.Stop)
				}
			})
		}
	}
}

// TestThreadsStop ends searches without a limit from outside, before they begin and while
// they run: every thread stops at its next check.
func TestThreadsStop(t *testing.T) {
	for _, threads := range []int{2, 4} {
		for _, after := range []int{0, 1, 6} {
			t.Run(fmt.Sprintf("%d threads after %d iterations", threads, after), func(t *testing.T) {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				if after == 0 {
					cancel()
				}
				iterations := 0
				var before uint64
				s := newThreads(t, threads, "")
				r, err := s.Search(ctx, engine.Task{Start: game.Chess.Start()}, func(engine.Info) {
					if iterations++; iterations == after {
						cancel()
						before = s.thread.nodes + s.crew.nodes()
					}
				})
				if err != nil || r.Stop != engine.StopContext || r.Best == game.NoMove {
					t.Errorf("got %+v, %v", r, err)
				}
				// A helper published its nodes up to a poll ago.
				if more := r.Nodes - before; more > uint64(threads)*2*budget.PollEvery {
					t.Errorf("the search went on for %d nodes", more)
				}
			})
		}
	}
}

// TestThreadsKeepNodeLimit checks that all threads together visit exactly the node
// limit, or less if something else ends the search.
func TestThreadsKeepNodeLimit(t *testing.T) {
	p := chess.Start()
	for _, threads := range []int{2, 4} {
		s := newThreads(t, threads, "")
		for _, n := range []uint64{1, 2, 10, 999, 5000, 123456} {
			r := answer(t, s, engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Nodes: n}})
			if r.Nodes != n || !p.IsLegal(r.Best.Chess()) || r.Stop != engine.StopNodes {
				t.Errorf("%d threads, limit %d: %d nodes, move %s, stop %s", threads, n, r.Nodes, r.Best, r.Stop)
			}
		}
	}
}

// TestThreadsReport checks that reported numbers grow, and that the last report is the answer.
func TestThreadsReport(t *testing.T) {
	for _, threads := range []int{2, 4} {
		s := newThreads(t, threads, "")
		var last engine.Info
		var first chess.Move
		r := must.Get(s.Search(context.Background(), engine.Task{
			Start:  game.FromChess(position(t, "r1bq1rk1/pp3pbp/2n1pnp1/2pp4/3P1B2/2PBPN1P/PP1N1PP1/R2QK2R w KQ - 0 9")),
			Limits: engine.Limits{Depth: 10},
		}, func(i engine.Info) {
			if i.Nodes < last.Nodes {
				t.Errorf("%d nodes after %d", i.Nodes, last.Nodes)
			}
			if last = i; i.Bound == engine.Exact {
				first = i.PV[0].Chess()
			}
		}))(t)
		if last.Depth != r.Depth || last.Score != r.Score || first != r.Best.Chess() || last.Nodes > r.Nodes {
			t.Errorf("%d threads: answer %+v, last report %+v", threads, r, last)
		}
		if r.Depth != 10 || r.Counters.NullTried == 0 {
			t.Errorf("%d threads: got %+v", threads, r)
		}
	}
}

// TestHelperAnswers delays the main thread until a helper is deeper. The answer and
// the last report are then the helper's.
func TestHelperAnswers(t *testing.T) {
	s := newThreads(t, 2, "")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last engine.Info
	r, err := s.Search(ctx, engine.Task{Start: game.Chess.Start()}, func(i engine.Info) {
		last = i
		for s.crew.nodes() < 30_000 && ctx.Err() == nil {
			runtime.Gosched()
		}
		cancel()
	})
	if err != nil || r.Depth < 4 || r.Depth != s.crew.helpers[0].result.Depth || r.Stop != engine.StopContext {
		t.Errorf("got %+v, %v; want the answer of the helper", r, err)
	}
	if last.Depth != r.Depth || last.Score != r.Score || last.Nodes != r.Nodes {
		t.Errorf("answer %+v, last report %+v", r, last)
	}
}

// TestHelpersKeepDepth checks that helpers go no deeper than the task says, and
// then end by themselves.
func TestHelpersKeepDepth(t *testing.T) {
	s := newThreads(t, 4, "")
	task := &engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 5}}
	s.crew.launch(task, &budget.Stopper{Context: context.Background(), Over: &s.crew.over, Quota: budget.NewQuota(1_000_000, 4)})
	s.crew.running.Wait()
	for i, h := range s.crew.helpers {
		if h.result.Depth < 3 || h.result.Depth > 5 || h.stopped {
			t.Errorf("helper %d ended at depth %d, stopped %t", i, h.result.Depth, h.stopped)
		}
	}
}

// TestHelpersEnd checks that helpers without a limit of their own end with the
// main thread.
func TestHelpersEnd(t *testing.T) {
	defer goleak.VerifyNone(t)
	o := Defaults()
	o.HashMB, o.Threads = 1, 3
	var looks time.Duration
	o.Now = func() time.Time { looks += time.Millisecond; return time.Unix(0, int64(looks)) }
	s := must.Get(New(o))(t)
	r := answer(t, s, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{MoveTime: 30 * time.Millisecond}})
	if r.Stop != engine.StopTime {
		t.Errorf("stopped by %s", r.Stop)
	}
}

// TestHelpersCount checks that the nodes and counters of helpers are in the
// reports and the answer.
func TestHelpersCount(t *testing.T) {
	s := newThreads(t, 3, "")
	main := &thread{nodes: 5}
	main.counters[2].NullCut = 1
	for i, h := range s.crew.helpers {
		h.nodes = uint64(10 * (i + 1))
		h.counters[2].NullCut = 2
		h.counters[4].NullTried = 7
		h.progress.nodes.Store(uint64(10 * i))
	}
	main.table = s.thread.table
	main.report(0, engine.Exact, &meter{crew: &s.crew}, func(i engine.Info) {
		if i.Nodes != 15 {
			t.Errorf("%d nodes reported, want 5 of the main thread and 10 told by helpers", i.Nodes)
		}
	})
	var r engine.Result
	main.total(&r, &s.crew)
	if r.Nodes != 35 || r.Counters.NullCut != 5 || r.Counters.NullTried != 14 || len(r.ByDepth) != 5 {
		t.Errorf("got %+v", r)
	}
}

// byHelper reports whether a helper called, not the main thread.
func byHelper() bool { return bytes.Contains(debug.Stack(), []byte("(*crew).launch")) }

// TestThreadsShareCPULimit checks that a CPU limit is for all threads together:
// here only the helpers use time, a millisecond for each look at the clock.
func TestThreadsShareCPULimit(t *testing.T) {
	defer goleak.VerifyNone(t)
	o := Defaults()
	o.HashMB, o.Threads = 1, 3
	var looks atomic.Int64
	o.CPU = func() time.Duration {
		if byHelper() {
			return time.Duration(looks.Add(1)) * time.Millisecond
		}
		return 0
	}
	s := must.Get(New(o))(t)
	const limit = 100 * time.Millisecond
	r := answer(t, s, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{CPUTime: limit, Nodes: 50_000_000}})
	if r.Stop != engine.StopTime || r.CPU < limit {
		t.Errorf("stop %s after %v and %d nodes", r.Stop, r.CPU, r.Nodes)
	}
}

// TestPanicOfHelper checks that a helper's panic propagates out of the search, that
// no goroutine is left running and that the next search works.
func TestPanicOfHelper(t *testing.T) {
	defer goleak.VerifyNone(t)
	o := Defaults()
	o.HashMB, o.Threads = 1, 3
	o.CPU = func() time.Duration {
		if byHelper() {
			panic("clock broken")
		}
		return 0
	}
	s := must.Get(New(o))(t)
	task := engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{CPUTime: time.Hour, Nodes: 20_000_000}}
	func() {
		defer func() {
			if p := recover(); p != "clock broken" {
				t.Errorf("panic %v, want that of the helper", p)
			}
			if s.thread.nodes > 10_000_000 {
				t.Errorf("the search went on for %d nodes", s.thread.nodes)
			}
		}()
		answer(t, s, task)
	}()
	task.Limits = engine.Limits{Depth: 4}
	if r := answer(t, s, task); r.Depth != 4 || r.Stop != engine.StopDepth {
		t.Errorf("after the panic: %+v", r)
	}
}

// TestPanicOfCaller checks that helpers end when the caller panics.
func TestPanicOfCaller(t *testing.T) {
	s := newThreads(t, 3, "")
	defer func() { _ = recover() }()
	_, _ = s.Search(context.Background(), engine.Task{Start: game.Chess.Start()}, func(engine.Info) { panic("caller") })
	t.Error("the panic did not come out")
}

// TestSkips checks that of each block of helpers half search a depth.
func TestSkips(t *testing.T) {
	first := 0
	for size := 1; size <= 15; size++ {
		for depth := 1; depth <= 60; depth++ {
			n := 0
			for number := first; number < first+2*size; number++ {
				if skips(number, depth) {
					n++
				}
			}
			if n != size {
				t.Fatalf("%d of the helpers from %d on skip depth %d, want %d", n, first, depth, size)
			}
		}
		first += 2 * size
	}
}

func TestBeats(t *testing.T) {
	mate := func(n int) engine.Score { return engine.MateIn(n) }
	for _, c := range []struct {
		name          string
		better, worse engine.Result
		partial       bool // the better one
	}{
		{"an iteration over none", engine.Result{Depth: 1, Score: -500}, engine.Result{}, false},
		{"deeper", engine.Result{Depth: 8, Score: 10}, engine.Result{Depth: 7, Score: 90}, false},
		{"higher", engine.Result{Depth: 8, Score: 10}, engine.Result{Depth: 8, Score: 9}, false},
		{"begun over not begun", engine.Result{Depth: 8, Score: 10}, engine.Result{Depth: 8, Score: 50}, true},
		{"mate over depth", engine.Result{Depth: 5, Score: mate(6)}, engine.Result{Depth: 9, Score: 900}, false},
		{"shorter mate", engine.Result{Depth: 5, Score: mate(3)}, engine.Result{Depth: 9, Score: mate(4)}, false},
		{"deeper although lost", engine.Result{Depth: 9, Score: mate(-4)}, engine.Result{Depth: 8, Score: 20}, false},
		{"longer defence", engine.Result{Depth: 9, Score: mate(-4)}, engine.Result{Depth: 9, Score: mate(-3)}, false},
	} {
		a, b := &thread{result: c.better, partial: c.partial}, &thread{result: c.worse}
		if !a.beats(b) || b.beats(a) {
			t.Errorf("%s: got %t and the other way %t", c.name, a.beats(b), b.beats(a))
		}
	}
	if a := (&thread{result: engine.Result{Depth: 3}}); a.beats(a) {
		t.Error("a thread beats itself")
	}
}

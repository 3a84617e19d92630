package fit

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestFindRestartStarts: only the last positions have fresh processes. An engine that repeats needs no restart.
func TestFindRestartStarts(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, limit: depth=8")
	r.Workers = 1
	opened := 0
	on := engines.Engine{Name: "fake", Open: func() (engine.Engine, error) {
		opened++
		return &fake{}, nil
	}}
	on.Command.Path = "fake"
	found, err := FindRestart(t.Context(), r, on, &r.Config.Suites[0])
	if want := 1 + 2 + FreshProbes; err != nil || found != (Restart{}) || opened != want { // to measure the start, the sequence twice, and fresh ones
		t.Errorf("%+v, %v, %d engines started, want %d", found, err, opened, want)
	}
}

// counting is an engine whose nodes depend on the number of the search in its process, from 1.
type counting struct {
	fittest.Base
	searches int
	nodes    func(search int) int
}

func (c *counting) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	c.searches++
	move := task.Start.LegalMoves()[0]
	return engine.Result{Best: move, Depth: 1, Nodes: uint64(100 + c.nodes(c.searches)), PV: []game.Move{move}}, nil
}

// TestFindRestartSequences: state that shows late in a sequence is found, and a sequence that ever differs is not repeated.
func TestFindRestartSequences(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, limit: depth=8")
	r.Workers, r.Now = 1, func() time.Time { return time.Time{} }
	for _, test := range []struct {
		name  string
		nodes func(process, search int) int
		want  int
	}{
		{"no state", func(int, int) int { return 0 }, 0},
		{"after 20 searches", func(_, search int) int { return max(0, search-20) }, bench.RestartEvery},
		{"the first sequence differs, but not at its end", func(process, search int) int {
			if process == 2 && search == 4 {
				return 1
			}
			return 0
		}, 1},
		{"the third sequence differs", func(process, search int) int {
			if process == 1+1+FreshProbes+2 {
				return search
			}
			return search - 1
		}, 1},
		{"the third pass of fresh processes differs", func(process, search int) int {
			if search > 1 || process > 1+1+FreshProbes+1+FreshProbes {
				return process
			}
			return 0
		}, NeverRepeats},
	} {
		processes := 0
		on := engines.Engine{Name: "counting", Open: func() (engine.Engine, error) {
			processes++
			process := processes
			return &counting{nodes: func(search int) int { return test.nodes(process, search) }}, nil
		}}
		on.Command.Path = "counting"
		found, err := FindRestart(t.Context(), r, on, &r.Config.Suites[0])
		if err != nil || found != (Restart{Every: test.want}) {
			t.Errorf("%s: %+v, %v, want %d", test.name, found, err, test.want)
		}
	}
}

// TestStartsFresh: a game gets a fresh process if restarts help and the engine starts quickly.
func TestStartsFresh(t *testing.T) {
	opens := func() (engine.Engine, error) { return &fake{}, nil }
	fails := func() (engine.Engine, error) { return nil, errors.New("no such file") }
	for _, test := range []struct {
		every int
		start time.Duration
		open  func() (engine.Engine, error)
		want  bool
	}{
		{0, time.Millisecond, opens, false},
		{NeverRepeats, time.Millisecond, opens, false},
		{1, time.Millisecond, opens, true},
		{bench.RestartEvery, maxFreshStart, opens, true},
		{bench.RestartEvery, maxFreshStart + 1, opens, false},
		{bench.RestartEvery, time.Millisecond, fails, false},
		{9 * bench.RestartEvery, time.Millisecond, opens, true},
	} {
		now := time.Time{}
		r := &runner.Runner{Now: func() time.Time {
			now = now.Add(test.start)
			return now
		}}
		if got := StartsFresh(r, engines.Engine{Open: test.open}, test.every); got != test.want {
			t.Errorf("every %d, a start of %v: %t", test.every, test.start, got)
		}
	}
}

// TestFindSlowRestart: an engine that starts slowly is searched in one process for each pass. The opposite order shows its state.
func TestFindSlowRestart(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, limit: depth=8")
	for _, test := range []struct {
		name   string
		start  time.Duration
		nodes  func(process, search int) int
		want   int
		passes int
	}{
		{"no state", time.Second, func(int, int) int { return 0 }, 0, 3},
		{"state", time.Second, func(_, search int) int { return search }, 512, 4},
		{"the first search of a process differs", time.Second, func(_, search int) int { return max(0, 2-search) }, 512, 4},
		{"state, and a start of a minute", time.Minute, func(_, search int) int { return search }, StartsSlowly, 4},
		{"the second pass differs in its last search", time.Second, func(process, search int) int {
			if process == 3 && search == restartProbes {
				return 1
			}
			return 0
		}, StartsSlowly, 2},
		{"processes differ", time.Second, func(process, _ int) int { return process }, NeverRepeats, 2},
	} {
		now := time.Time{}
		r.Now = func() time.Time { return now }
		processes := 0
		on := engines.Engine{Name: "counting", Open: func() (engine.Engine, error) {
			processes++
			process := processes
			if process == 1 { // whose start is measured
				now = now.Add(test.start)
			}
			return &counting{nodes: func(search int) int { return test.nodes(process, search) }}, nil
		}}
		on.Command.Path = "counting"
		found, err := FindRestart(t.Context(), r, on, &r.Config.Suites[0])
		if err != nil || found != (Restart{Every: test.want}) || processes != 1+test.passes {
			t.Errorf("%s: %+v, %v, %d processes, want %d and %d", test.name, found, err, processes, test.want, 1+test.passes)
		}
	}
}

package fit

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestSilent: an engine is silent if it leaves out iterations in three of five searches. A search
// with a fault does not count.
func TestSilent(t *testing.T) {
	search := func(depths ...int) bench.Outcome {
		o := bench.Outcome{Verdict: bench.Missed}
		if len(depths) > 0 {
			list := make(bench.Iterations, len(depths))
			for i, depth := range depths {
				list[i].Depth = depth
			}
			o.Iterations = &list
		}
		return o
	}
	all, few, none, fault := search(1, 2, 3, 4), search(5, 6, 7), search(), bench.Outcome{Verdict: bench.Faulted}
	for name, test := range map[string]struct {
		searches []bench.Outcome
		want     bool
	}{
		"all told":       {[]bench.Outcome{all, all, all, all, all}, false},
		"from the fifth": {[]bench.Outcome{few, few, few, all, all}, true},
		"each second":    {[]bench.Outcome{search(1, 3, 5), search(1, 3), search(2, 4), all, all}, true},
		"without depth":  {[]bench.Outcome{search(0), search(0), search(0), all, all}, true},
		"two are few":    {[]bench.Outcome{few, none, all, all, all}, false},
		"nothing":        {[]bench.Outcome{none, none, none, none, none}, true},
		"faults":         {[]bench.Outcome{fault, fault, fault, none, none}, false},
		"mates at once":  {[]bench.Outcome{search(1), search(1), search(1), few, none}, false},
		"no search done": {nil, false},
	} {
		if got := isSilent(&bench.Run{Outcomes: test.searches}); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// TestFailureText: three faults of five searches say that the engine cannot be asked so.
func TestFailureText(t *testing.T) {
	fault, found := bench.Outcome{Verdict: bench.Faulted, Fault: bench.FaultIllegalMove}, bench.Outcome{Verdict: bench.Missed}
	run := &bench.Run{Suite: bench.SuiteRef{Name: "wac"}, Limits: "nodes=5", Outcomes: []bench.Outcome{found, fault, fault, found, found}}
	if got := failureText(run); got != "" {
		t.Errorf("two faults: %s", got)
	}
	run.Outcomes[4] = fault
	const want = "suite wac: 3 of the 5 searches that were tried first failed under limits nodes=5, first with illegal-bestmove"
	if got := failureText(run); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFindRestartStarts: only the last positions have fresh processes. An engine that repeats needs no restart.
func TestFindRestartStarts(t *testing.T) {
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("suites:\n  - {name: wac, kind: tactics, limit: depth=8}\n")))(t)
	r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Tool: "v0", Now: time.Now, Watch: runner.NoWatch, Tell: t.Logf}
	opened := 0
	on := engines.Engine{Name: "fake", Open: func() (engine.Engine, error) {
		opened++
		return &fake{}, nil
	}}
	on.Command.Path = "fake"
	found, err := FindRestart(t.Context(), r, on, &settings.Suites[0])
	if want := 1 + 2 + FreshProbes; err != nil || found != (Restart{}) || opened != want { // to measure the start, the sequence twice, and fresh ones
		t.Errorf("%+v, %v, %d engines started, want %d", found, err, opened, want)
	}
}

// counting is an engine whose nodes depend on the number of the search in its process, from 1.
type counting struct {
	searches int
	nodes    func(search int) int
}

func (c *counting) ID() engine.ID { return engine.ID{Name: "counting"} }

func (c *counting) Reset(context.Context) error { return nil }

func (c *counting) Close() error { return nil }

func (c *counting) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	c.searches++
	move := task.Start.LegalMoves()[0]
	return engine.Result{Best: move, Depth: 1, Nodes: uint64(100 + c.nodes(c.searches)), PV: []game.Move{move}}, nil
}

// TestFindRestartSequences: state that shows late in a sequence is found, and a sequence that ever differs is not repeated.
func TestFindRestartSequences(t *testing.T) {
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("suites:\n  - {name: wac, kind: tactics, limit: depth=8}\n")))(t)
	r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Tool: "v0", Now: func() time.Time { return time.Time{} }, Watch: runner.NoWatch, Tell: t.Logf}
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
		found, err := FindRestart(t.Context(), r, on, &settings.Suites[0])
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

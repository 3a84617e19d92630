package bench

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWorkersDoNotShow(t *testing.T) {
	suite := walk(t)
	var want string
	for _, workers := range []int{1, 2, 7, 100} {
		engines := newStable()
		config := depthConfig()
		config.Workers = workers
		run, _, err := Execute(t.Context(), engines.open, suite, config)
		if err != nil {
			t.Fatal(err)
		}
		if !run.Complete || engines.opened > min(workers, len(suite.Records)) || engines.closed != engines.opened {
			t.Errorf("%d workers: complete %v, %d engines opened, %d closed", workers, run.Complete, engines.opened, engines.closed)
		}
		if engines.resets != len(suite.Records) || len(engines.tasks) != len(suite.Records) {
			t.Errorf("%d workers: %d resets, %d searches", workers, engines.resets, len(engines.tasks))
		}
		got := encoded(t, run)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers:\n got %s\nwant %s", workers, got, want)
		}
	}
	run := Run{}
	if err := json.Unmarshal([]byte(want), &run); err != nil {
		t.Fatal(err)
	}
	if totals := run.Totals(); totals.Solved == 0 || totals.Missed == 0 || totals.Measured == 0 || totals.Asked != totals.Solved+totals.Missed {
		t.Errorf("the suite shows too little: %+v", totals)
	}
}

func TestOneAtATime(t *testing.T) {
	var opening, together atomic.Int32
	open := oneAtATime(func() (engine.Engine, error) {
		defer opening.Add(-1)
		if opening.Add(1) > 1 {
			together.Add(1)
		}
		for range 1000 {
			runtime.Gosched() // let the others in
		}
		return nil, nil
	})
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() { open() })
	}
	callers.Wait()
	if n := together.Load(); n != 0 {
		t.Errorf("%d calls met another", n)
	}
}

func TestCancel(t *testing.T) {
	for _, workers := range []int{1, 2} {
		engines := newStable()
		slow := position(t, backRank)
		engines.script[slow.EPD()] = answer{waits: true, result: engine.Result{Best: move(t, backRank, "Ra8")}}
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("interrupted")
		go func() {
			<-engines.waiting
			cancel(why)
		}()
		config := depthConfig()
		config.Workers = workers
		suite := suiteOf(ask(t, "a", startFEN), ask(t, "slow", backRank, "Ra8"), ask(t, "slow too", backRank, "Ra8"), ask(t, "d", stalemate))
		run, timing, err := Execute(ctx, engines.open, suite, config)
		var incomplete *IncompleteError
		if !errors.As(err, &incomplete) || !errors.Is(err, why) {
			t.Fatalf("error: got %v", err)
		}
		if run == nil || timing == nil || run.Complete || run.Outcomes[0].Verdict != Measured {
			t.Fatalf("run: got %+v", run)
		}
		// The engine answered after the end of the context: not what was asked.
		if want := (Outcome{ID: "slow", Want: "Ra8#"}); run.Outcomes[1] != want {
			t.Errorf("outcome in flight: got %+v, want %+v", run.Outcomes[1], want)
		}
		if incomplete.Total != 4 || incomplete.Finished != 4-run.Totals().Unfinished {
			t.Errorf("count: got %+v with %+v", incomplete, run.Totals())
		}
		if engines.opened != engines.closed {
			t.Errorf("engines: %d opened, %d closed", engines.opened, engines.closed)
		}
	}
}

func TestCancelBeforeStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	run, _, err := Execute(ctx, newStable().open, walk(t), depthConfig())
	if !errors.Is(err, context.Canceled) || run.Complete || run.Totals().Unfinished != 20 {
		t.Errorf("got %+v, %v", run, err)
	}
	want := "run is incomplete: 0 of 20 positions are finished: context canceled"
	if err.Error() != want {
		t.Errorf("error: got %q, want %q", err, want)
	}
}

func TestPrior(t *testing.T) {
	suite := walk(t)
	whole, _, err := Execute(t.Context(), newStable().open, suite, depthConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []int{0, 1, 13, 20} {
		config := depthConfig()
		config.Prior = make([]Outcome, len(suite.Records))
		copy(config.Prior[:known], whole.Outcomes)
		var done []int
		config.Done = func(i int, o Outcome) error {
			done = append(done, i)
			if o != whole.Outcomes[i] && o.Found == nil {
				t.Errorf("outcome %d: got %+v, want %+v", i, o, whole.Outcomes[i])
			}
			return nil
		}
		var events []Event
		config.Progress = func(e Event) { events = append(events, e) }
		engines := newStable()
		run, _, err := Execute(t.Context(), engines.open, suite, config)
		if err != nil {
			t.Fatal(err)
		}
		if encoded(t, run) != encoded(t, whole) {
			t.Errorf("%d known: the run differs from the undisturbed one", known)
		}
		if len(done) != 20-known || len(engines.tasks) != 20-known || len(events) != 20-known {
			t.Errorf("%d known: %d reported, %d searched, %d events", known, len(done), len(engines.tasks), len(events))
		}
		for i, e := range events {
			if e.Finished != known+i+1 || e.Total != 20 || e.Outcome.ID != suite.Records[e.Index].ID {
				t.Errorf("%d known: event %+v", known, e)
			}
		}
	}
}

func TestDoneEndsTheRun(t *testing.T) {
	full := errors.New("no space left")
	calls := 0
	config := depthConfig()
	config.Workers = 3
	config.Done = func(int, Outcome) error {
		if calls++; calls == 2 {
			return full
		}
		return nil
	}
	run, _, err := Execute(t.Context(), newStable().open, walk(t), config)
	var incomplete *IncompleteError
	if !errors.As(err, &incomplete) || !errors.Is(err, full) || run.Complete || calls != 2 {
		t.Errorf("got %v after %d calls", err, calls)
	}
	calls = 1
	run, _, err = Execute(t.Context(), newStable().open, suiteOf(ask(t, "a", startFEN)), config)
	if !errors.Is(err, full) || !run.Complete {
		t.Errorf("at the last position: got %v, complete %v", err, run.Complete)
	}
}

// TestDoneIsNotCalledAgain: what other workers had finished by then is kept, but
// a journal that failed once is left alone.
func TestDoneIsNotCalledAgain(t *testing.T) {
	suite := suiteOf(ask(t, "a", startFEN), ask(t, "b", backRank))
	config := depthConfig()
	calls := 0
	config.Done = func(int, Outcome) error { calls++; return nil }
	s := newSession(suite, &config, engine.ID{})
	s.stopped = errors.New("no space left")
	if err := s.take(finding{index: 1, outcome: Outcome{ID: "b", Verdict: Measured}}); err != nil || calls != 0 || s.finished != 1 {
		t.Errorf("got %v after %d calls, %d finished", err, calls, s.finished)
	}
}

func TestSetupErrors(t *testing.T) {
	record := ask(t, "a", startFEN)
	tests := []struct {
		name    string
		records int
		change  func(*Config)
		want    string
	}{
		{"empty suite", 0, func(*Config) {}, `suite "test" has no positions (expected at least one)`},
		{"no workers", 1, func(c *Config) { c.Workers = 0 }, "workers 0 (expected a number from 1 to 1024)"},
		{"too many workers", 1, func(c *Config) { c.Workers = 1025 }, "workers 1025 (expected a number from 1 to 1024)"},
		{"no limits", 1, func(c *Config) { c.Limits = engine.Limits{} }, "limits are empty (expected depth, nodes, movetime, cputime or mate)"},
		{"a clock", 1, func(c *Config) { c.Limits.Clock = &engine.Clock{} }, "limits hold a game clock (expected depth, nodes, movetime, cputime or mate)"},
		{"record without depth", 1, func(c *Config) { c.Limits, c.DepthFromRecord = engine.Limits{}, true }, `suite "test": record "a" names no depth (expected sd, or another limit beside it)`},
		{"prior of another length", 1, func(c *Config) { c.Prior = make([]Outcome, 2) }, "prior outcomes are 2 for 1 positions"},
		{"prior of another suite", 1, func(c *Config) { c.Prior = []Outcome{{ID: "b", Verdict: Solved}} }, `prior outcome 1 is of "b", the record is "a"`},
		{"negative tolerance", 1, func(c *Config) { c.MaxFaults = -1 }, "fault tolerance -1 (expected 0 or more)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			suite := suiteOf(record)
			suite.Records = suite.Records[:test.records]
			config := depthConfig()
			test.change(&config)
			engines := newStable()
			run, _, err := Execute(t.Context(), engines.open, suite, config)
			var setup *SetupError
			if !errors.As(err, &setup) || err.Error() != test.want || run != nil || engines.opened != 0 {
				t.Errorf("got %v (%d engines opened), want %q", err, engines.opened, test.want)
			}
		})
	}
}

func TestDepthFromRecord(t *testing.T) {
	deep, plain := ask(t, "deep", startFEN), ask(t, "plain", backRank)
	deep.Depth = 9
	engines := newStable()
	config := depthConfig()
	config.Limits.Nodes = 1000
	config.DepthFromRecord = true
	run, _, err := Execute(t.Context(), engines.open, suiteOf(deep, plain), config)
	if err != nil {
		t.Fatal(err)
	}
	got := []engine.Limits{engines.tasks[0].Limits, engines.tasks[1].Limits}
	if want := []engine.Limits{{Depth: 9, Nodes: 1000}, {Depth: 5, Nodes: 1000}}; !reflect.DeepEqual(got, want) {
		t.Errorf("limits: got %+v, want %+v", got, want)
	}
	if run.Limits != "sd,depth=5,nodes=1000" || !run.Exact() {
		t.Errorf("text: got %q, exact %v", run.Limits, run.Exact())
	}
}

func TestTiming(t *testing.T) {
	engines := newStable()
	engines.closing = errors.New("would not quit")
	record := ask(t, "a", startFEN, "e4")
	engines.script[record.Position.EPD()] = answer{
		infos:  infos(t, startFEN, "e4", "d4", "e4"),
		result: engine.Result{Best: move(t, startFEN, "e4"), Nodes: 4000, CPU: 3 * time.Millisecond},
	}
	config := depthConfig()
	config.Now, config.Tool, config.Host = ticking(), "v1", Host{OS: "linux", Cores: 2}
	run, timing, err := Execute(t.Context(), engines.open, suiteOf(record), config)
	if err != nil {
		t.Fatal(err)
	}
	// The clock is read at the start of the run (twice) and of the search,
	// at both finds, at the end of the search and at the end of the run.
	ms := time.Millisecond
	want := &Timing{
		Schema: Schema, Tool: "v1", Host: Host{OS: "linux", Cores: 2}, Workers: 1,
		Start: time.Date(2026, 1, 2, 3, 4, 5, 2e6, time.UTC), Wall: 6 * ms,
		Positions: []PositionTime{{ID: "a", Wall: 3 * ms, CPU: 3 * ms, Found: 1 * ms, Stable: 2 * ms}},
		Warnings:  []string{"engine close: would not quit"},
	}
	if !reflect.DeepEqual(timing, want) {
		t.Errorf("timing:\n got %+v\nwant %+v", timing, want)
	}
	if timing.NPS(run) != 1333333 || timing.Searched() != 3*ms || timing.CPU() != 3*ms {
		t.Errorf("sums: %d nps, %v searched, %v CPU", timing.NPS(run), timing.Searched(), timing.CPU())
	}
	if nps := (&Timing{}).NPS(run); nps != 0 {
		t.Errorf("nps without times: got %d", nps)
	}
}

func TestTextIsMadeValid(t *testing.T) {
	engines := newStable()
	engines.id = engine.ID{Name: "bad\xff", Version: "\xfe", Options: []engine.Option{{Name: "o\xff", Value: "v\xff"}}}
	suite := suiteOf(ask(t, "id\xff", startFEN), ask(t, "", backRank))
	run, _, err := Execute(t.Context(), engines.open, suite, depthConfig())
	if err != nil {
		t.Fatal(err)
	}
	want := engine.ID{Name: "bad\uFFFD", Version: "\uFFFD", Options: []engine.Option{{Name: "o\uFFFD", Value: "v\uFFFD"}}}
	if !reflect.DeepEqual(run.Engine, want) || run.Outcomes[0].ID != "id\uFFFD" {
		t.Errorf("got %+v, %q", run.Engine, run.Outcomes[0].ID)
	}
	if got := run.Outcomes[1].ID; !strings.HasPrefix(got, "fen:") {
		t.Errorf("id of a record without one: got %q", got)
	}
}

func TestMatedHasNoAnswer(t *testing.T) {
	engines := newStable()
	record := ask(t, "a", mated)
	record.MateIn, record.HasMate = -1, true
	engines.script[record.Position.EPD()] = answer{result: engine.Result{Best: chess.NoMove, Score: engine.MateIn(0)}}
	run, _, err := Execute(t.Context(), engines.open, suiteOf(record), depthConfig())
	if err != nil || run.Outcomes[0].Verdict != Missed {
		t.Errorf("got %+v, %v", run, err)
	}
}

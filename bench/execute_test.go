package bench

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

func encoded(t *testing.T, value any) string {
	t.Helper()
	return string(must.Get(json.Marshal(value))(t))
}

func TestWorkersDoNotShow(t *testing.T) {
	suite := walk(t)
	var want string
	for _, workers := range []int{1, 2, 7, 100} {
		engines := newStable()
		config := depthConfig()
		config.Workers = workers
		run, _ := engines.run(t, config, suite.Records...)
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
	must.Do(t, json.Unmarshal([]byte(want), &run))
	if totals := run.Totals(); totals.Solved == 0 || totals.Missed == 0 || totals.Measured == 0 || totals.Asked != totals.Solved+totals.Missed {
		t.Errorf("the suite shows too little: %+v", totals)
	}
}

// TestOpenTogether: engines start at the same time, as some take seconds.
func TestOpenTogether(t *testing.T) {
	engines, all := newStable(), make(chan struct{})
	begin := sync.OnceFunc(func() { close(all) })
	var starting atomic.Int32
	open := func() (engine.Engine, error) {
		if starting.Add(1) == 3 {
			begin()
		}
		select {
		case <-all:
		case <-time.After(time.Minute):
			t.Error("an engine waits for the start of another")
			begin()
		}
		return engines.open()
	}
	engines.script[position(t, backRank).EPD()] = answer{infos: infos(t, backRank, "Ra8"), result: result(t, backRank, "Ra8", 900)}
	config := depthConfig()
	config.Workers = 3
	suite := suiteOf(ask(t, "a", backRank, "Ra8"), ask(t, "b", backRank, "Ra8"), ask(t, "c", backRank, "Ra8"))
	if _, _, err := Execute(t.Context(), open, suite, config); err != nil {
		t.Fatal(err)
	}
	if engines.opened != 3 || engines.closed != 3 {
		t.Errorf("%d engines opened, %d closed, want 3", engines.opened, engines.closed)
	}
}

// TestOpenTooMany: an engine that was started and not needed is closed, and a fault of that is a warning.
func TestOpenTooMany(t *testing.T) {
	engines, config := newStable(), depthConfig()
	engines.closing = errors.New("would not quit")
	engines.script[position(t, backRank).EPD()] = answer{infos: infos(t, backRank, "Ra8"), result: result(t, backRank, "Ra8", 900)}
	config.Workers, config.Restart = 2, RestartEvery // one group, for one engine
	run, timing := engines.run(t, config, ask(t, "a", backRank, "Ra8"), ask(t, "b", backRank, "Ra8"))
	if want := []string{"engine close: would not quit"}; !run.Complete || engines.opened != 2 || engines.closed != 2 || !slices.Equal(timing.Warnings, want) {
		t.Errorf("%d engines opened, %d closed, warnings %q", engines.opened, engines.closed, timing.Warnings)
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
			for range workers { // all wait, so that what comes before is done
				<-engines.waiting
			}
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
	undisturbed := &memory{}
	config := depthConfig()
	config.Recorder = undisturbed
	whole, _ := newStable().run(t, config, suite.Records...)
	for _, known := range []int{0, 1, 13, 20} {
		recorder := &memory{known: undisturbed.found[:known]}
		config.Recorder = recorder
		var events []Event
		config.Progress = func(e Event) { events = append(events, e) }
		engines := newStable()
		run, timing := engines.run(t, config, suite.Records...)
		if encoded(t, run) != encoded(t, whole) || timing.Resumed != known {
			t.Errorf("%d known: the run differs from the undisturbed one, %d resumed", known, timing.Resumed)
		}
		if !reflect.DeepEqual(recorder.found, undisturbed.found[known:]) && known < 20 || len(engines.tasks) != 20-known || len(events) != 20-known {
			t.Errorf("%d known: %d reported, %d searched, %d events", known, len(recorder.found), len(engines.tasks), len(events))
		}
		for i, e := range events {
			if e.Finished != known+i+1 || e.Total != 20 || e.Outcome.ID != suite.Records[e.Index].ID {
				t.Errorf("%d known: event %+v", known, e)
			}
		}
		if h := recorder.header; h.Limits != "depth=5" || h.Engine.Name != "Scripted" || h.Suite != whole.Suite || h.Outcomes != nil {
			t.Errorf("header: %+v", recorder.header)
		}
	}
}

func TestPriorErrors(t *testing.T) {
	solved := func(index int, id string) Answer {
		return Answer{Index: index, Outcome: Outcome{ID: id, Want: "e4", Verdict: Solved}}
	}
	tests := []struct {
		name  string
		known []Answer
		want  string
	}{
		{"another suite", []Answer{solved(0, "b")}, `prior outcome 1 is of "b", the record is "a"`},
		{"another question", []Answer{{Outcome: Outcome{ID: "a", Verdict: Measured}}}, `prior outcome 1 is of "a", the record is "a"`},
		{"beyond the end", []Answer{solved(3, "a")}, `prior outcome "a" is of record 4 (expected one of the 2 records)`},
		{"before the start", []Answer{solved(-1, "a")}, `prior outcome "a" is of record 0 (expected one of the 2 records)`},
		{"of another shard", []Answer{solved(1, "b")}, `prior outcome "b" is of record 2 (expected one of the 2 records)`},
		{"not finished", []Answer{{Outcome: Outcome{ID: "a", Want: "e4"}}}, "prior outcome of record 1 is not finished"},
		{"twice", []Answer{solved(0, "a"), solved(0, "a")}, "prior outcome of record 1 is given twice"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := depthConfig()
			config.Shard = Shard{Index: 1, Count: 2}
			config.Recorder = &memory{known: test.known}
			engines := newStable()
			suite := suiteOf(ask(t, "a", startFEN, "e4"), ask(t, "b", startFEN, "e4"), ask(t, "c", backRank))
			run, _, err := Execute(t.Context(), engines.open, suite, config)
			if _, ok := errors.AsType[*SetupError](err); !ok || err.Error() != test.want || run != nil || engines.opened != engines.closed {
				t.Errorf("got %v (%d engines left open), want %q", err, engines.opened-engines.closed, test.want)
			}
		})
	}
}

func TestRecorderEndsTheRun(t *testing.T) {
	recorder := &memory{fails: 2}
	config := depthConfig()
	config.Workers = 3
	config.Recorder = recorder
	run, _, err := Execute(t.Context(), newStable().open, walk(t), config)
	if _, ok := errors.AsType[*IncompleteError](err); !ok || !errors.Is(err, errFull) || run.Complete || recorder.calls != 2 {
		t.Errorf("got %v after %d calls", err, recorder.calls)
	}
	config.Recorder = &memory{fails: 1}
	run, _, err = Execute(t.Context(), newStable().open, suiteOf(ask(t, "a", startFEN)), config)
	if !errors.Is(err, errFull) || !run.Complete {
		t.Errorf("at the last position: got %v, complete %v", err, run.Complete)
	}
	config.Recorder = &memory{begin: errFull}
	engines := newStable()
	engines.closing = errors.New("would not quit")
	run, timing, err := Execute(t.Context(), engines.open, walk(t), config)
	if !errors.Is(err, errFull) || !errors.Is(err, engines.closing) || run != nil || timing != nil || len(engines.tasks) != 0 || engines.closed != 3 {
		t.Errorf("at the start: got %v, %d searches, %d closed", err, len(engines.tasks), engines.closed)
	}
}

// TestRecorderIsNotCalledAgain: what other workers had finished by then is kept, but
// a journal that failed once is left alone.
func TestRecorderIsNotCalledAgain(t *testing.T) {
	recorder := &memory{}
	config := depthConfig()
	config.Recorder = recorder
	s := newSession(suiteOf(ask(t, "a", startFEN), ask(t, "b", backRank)), &config, engine.ID{})
	must.Do(t, s.begin())
	s.stopped = errFull
	f := message{Answer: Answer{Index: 1, Outcome: Outcome{ID: "b", Verdict: Measured}}}
	if err := s.recordAnswer(f); err != nil || recorder.calls != 0 || s.finished != 1 {
		t.Errorf("got %v after %d calls, %d finished", err, recorder.calls, s.finished)
	}
}

func TestSetupErrors(t *testing.T) {
	record := ask(t, "a", startFEN)
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no workers", func(c *Config) { c.Workers = 0 }, "workers 0 (expected a number from 1 to 1024)"},
		{"too many workers", func(c *Config) { c.Workers = 1025 }, "workers 1025 (expected a number from 1 to 1024)"},
		{"no limits", func(c *Config) { c.Limits = Limits{} }, "limits are empty (expected depth, nodes, movetime, cputime or mate)"},
		{"a clock", func(c *Config) { c.Limits.Clock = &engine.Clock{} }, "limits hold a game clock (expected depth, nodes, movetime, cputime or mate)"},
		{"record without depth", func(c *Config) { c.Limits = Limits{RecordDepth: true} }, `suite "test": record "a" names no depth (expected sd, or another limit beside it)`},
		{"record without analysis", func(c *Config) { c.Limits = Limits{AnalysisDepth: true} }, `suite "test": record "a" names no depth (expected acd, or another limit beside it)`},
		{"record without mate", func(c *Config) { c.Limits = Limits{RecordMate: true} }, `suite "test": record "a" names no mate for its side to move (expected dm, or another limit beside it)`},
		{"record without either", func(c *Config) { c.Limits = Limits{RecordDepth: true, AnalysisDepth: true} }, `suite "test": record "a" names no depth (expected sd or acd, or another limit beside it)`},
		{"early stop alone", func(c *Config) { c.Limits = Limits{StopSolved: 3} }, "limits are empty (expected depth, nodes, movetime, cputime or mate)"},
		{"steps back", func(c *Config) { c.Limits = Limits{Limits: engine.Limits{Nodes: 9}, Steps: -1} }, "limit steps=-1 (expected a number of searches from 2 to 20)"},
		{"steps without nodes", func(c *Config) { c.Limits.Steps = 3 }, "limit depth=5,steps=3 (expected nodes=N and no other limit beside steps)"},
		{"steps and counts", func(c *Config) { c.Limits, c.CountDepths = Limits{Limits: engine.Limits{Nodes: 9}, Steps: 3}, true }, "steps beside counts by depth (expected one search of each position)"},
		{"early stop too late", func(c *Config) { c.Limits.StopSolved = 241 }, "early stop after 241 iterations (expected a number from 1 to 240)"},
		{"restarts of a shard", func(c *Config) { c.Restart, c.Shard = 16, Shard{1, 2} }, "part of a suite for an engine with restart: (expected all of it on one machine, as its answers depend on the searches before)"},
		{"kept state of one", func(c *Config) { c.Limits.KeepState = 1 }, "limit keep-state=1 (expected a number of positions from 2 to 1000)"},
		{"kept state and a stop", func(c *Config) { c.Limits.KeepState, c.Limits.StopSolved = 40, 3 }, "limit depth=5,stop-when-solved=3,keep-state=40 (expected no stop-when-solved and no steps beside keep-state, as the moment of a stop would decide what the engine keeps)"},
		{"kept state of a shard", func(c *Config) { c.Limits.KeepState, c.Shard = 40, Shard{1, 2} }, "limits depth=5,keep-state=40 for a part of a suite, other machines or repetitions (expected all of it once on one machine, as an answer depends on the searches before)"},
		{"kept state repeated", func(c *Config) { c.Limits.KeepState, c.Repeat = 40, 2 }, "limits depth=5,keep-state=40 for a part of a suite, other machines or repetitions (expected all of it once on one machine, as an answer depends on the searches before)"},
		{"too many repetitions", func(c *Config) { c.Repeat = 1001 }, "repetitions 1001 (expected a number from 1 to 1000)"},
		{"repetition by the clock", func(c *Config) { c.Repeat, c.Limits.CPUTime = 2, time.Second }, "repetition under limits depth=5,cputime=1s that read a clock (expected depth, nodes or mate)"},
		{"no such shard", func(c *Config) { c.Shard = Shard{Index: 3, Count: 2} }, "shard 3/2 (expected i/n with i from 1 to n and n at most 4096)"},
		{"shard of nothing", func(c *Config) { c.Shard = Shard{Index: 1} }, "shard 1/0 (expected i/n with i from 1 to n and n at most 4096)"},
		{"empty shard", func(c *Config) { c.Shard = Shard{Index: 2, Count: 2} }, "shard 2/2 of 1 positions is empty (expected at most as many shards as positions)"},
		{"shard by the clock", func(c *Config) { c.Shard, c.Limits.MoveTime = Shard{Index: 1, Count: 2}, time.Second }, "shard 1/2 under limits depth=5,movetime=1s that read a clock (expected depth, nodes or mate; the times of different machines cannot be merged)"},
		{"negative tolerance", func(c *Config) { c.MaxFaults = -1 }, "fault tolerance -1 (expected 0 or more)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := depthConfig()
			test.change(&config)
			engines := newStable()
			run, _, err := Execute(t.Context(), engines.open, suiteOf(record), config)
			if _, ok := errors.AsType[*SetupError](err); !ok || err.Error() != test.want || run != nil || engines.opened != 0 {
				t.Errorf("got %v (%d engines opened), want %q", err, engines.opened, test.want)
			}
		})
	}
	if _, _, err := Execute(t.Context(), newStable().open, suiteOf(), depthConfig()); err == nil || err.Error() != `suite "test" has no positions (expected at least one)` {
		t.Errorf("an empty suite: %v", err)
	}
}

// TestDepthFromRecord: each record is searched to the depth of its own.
func TestDepthFromRecord(t *testing.T) {
	deep, analysed, plain := ask(t, "deep", startFEN), ask(t, "analysed", backRank), ask(t, "plain", stalemate)
	deep.Depth, deep.ACD, analysed.ACD = 9, 30, 7
	const limits = "sd,acd,depth=5,nodes=1000"
	engines, config := newStable(), depthConfig()
	config.Limits = must.Get(ParseLimits(limits))(t)
	run, _ := engines.run(t, config, deep, analysed, plain)
	for i, depth := range []int{9, 7, 5} {
		if got, want := engines.tasks[i].Limits, (engine.Limits{Depth: depth, Nodes: 1000}); got != want {
			t.Errorf("limits of record %d: got %+v, want %+v", i, got, want)
		}
	}
	if run.Limits != limits || !run.Exact() {
		t.Errorf("limits %q, exact %v, want %q", run.Limits, run.Exact(), limits)
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
	run, timing := engines.run(t, config, record)
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
	run, _ := engines.run(t, depthConfig(), suite.Records...)
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
	engines.script[record.Position.EPD()] = answer{result: engine.Result{Best: game.NoMove, Score: engine.MateIn(0)}}
	run, _, err := Execute(t.Context(), engines.open, suiteOf(record), depthConfig())
	if err != nil || run.Outcomes[0].Verdict != Missed {
		t.Errorf("got %+v, %v", run, err)
	}
}

package gate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// hasty is an engine that, if it is not sound, ends far below a limit by nodes when there are many moves. If it fails,
// it has no answer under such a limit. If it is late, it has to be stopped in positions with 40 or 41 moves: a tenth of
// wac, and none of the positions tried first. Under such a limit the nodes of a search go by the clock.
type hasty struct {
	fittest.Base
	sound, fails, late bool
	step               uint64        // it looks at such a limit every so many nodes; 0: at each
	clock              *atomic.Int64 // nil: searches repeat
}

func (h hasty) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if h.fails && task.Limits.Nodes > 0 {
		return engine.Result{}, &bench.FaultError{Class: bench.FaultIllegalMove, Text: "planned"}
	}
	move := task.Start.LegalMoves()[0]
	r := engine.Result{Best: move, Depth: 5, Nodes: max(20, task.Limits.Nodes), PV: []game.Move{move}}
	if task.Limits.Nodes > 0 {
		r.Nodes = max(r.Nodes, h.step)
	}
	if h.clock != nil && task.Limits.Nodes > 0 {
		r.Nodes += r.Nodes * uint64(h.clock.Add(1)%7) / 7
	}
	if !h.sound && task.Limits.Nodes > 0 && task.Start.CountLegal() > 20 {
		r.Nodes, r.Stop = 20, engine.StopEarly
	}
	if h.late && task.Limits.Nodes > 0 && task.Start.CountLegal()/2 == 20 {
		r.Nodes, r.Stop = 2*task.Limits.Nodes, engine.StopLate
	}
	for depth := range 5 {
		each(engine.Info{Depth: depth + 1, Nodes: r.Nodes, PV: r.PV})
	}
	return r, nil
}

// TestFitLimits: an engine that misses the limit by nodes of one suite, or repeats its searches by depth alone, gets limits
// by depth in all.
func TestFitLimits(t *testing.T) {
	const settings = `suites:
  - {name: zugzwang-proven, kind: zugzwang, forms: 4, limit: nodes=20000}
  - {name: wac, kind: tactics, forms: 4, limit: nodes=50000}
  - {name: tree, suite: bk, kind: nodes, forms: 2, limit: depth=8}
  - {name: deep, suite: bk, kind: nodes, forms: 2, limit: 'depth=10,nodes=1000000'}
  - {name: shallow, suite: bk, kind: nodes, forms: 2, limit: 'depth=4,nodes=1000000'}
`
	before := map[string]bench.Limits{"wac": {Limits: engine.Limits{Depth: 11}}}
	for _, test := range []struct {
		name       string
		base, head hasty
		known      map[string]bench.Limits // of an earlier measurement
		want       string
	}{
		{"both keep", hasty{sound: true}, hasty{sound: true}, before, "nodes=20000 nodes=50000 depth=8 depth=10,nodes=1000000 depth=4,nodes=1000000"},
		{"an earlier pair missed one", hasty{sound: true}, hasty{sound: true}, before, "depth=6 depth=11 depth=8 depth=4 depth=4,nodes=1000000"},
		{"the head misses one", hasty{sound: true}, hasty{}, nil, "depth=6 depth=6 depth=8 depth=4 depth=4,nodes=1000000"},
		{"the head misses one, as before", hasty{sound: true}, hasty{}, before, "depth=6 depth=11 depth=8 depth=4 depth=4,nodes=1000000"},
		{"the base misses one", hasty{}, hasty{sound: true}, nil, "depth=6 depth=6 depth=8 depth=4 depth=4,nodes=1000000"},
		{"the head repeats by depth alone", hasty{sound: true}, hasty{sound: true, clock: new(atomic.Int64)}, nil, "depth=6 depth=6 depth=8 depth=4 depth=4,nodes=1000000"},
		{"the base fails", hasty{sound: true, fails: true}, hasty{sound: true}, nil, "depth=6 depth=6 depth=8 depth=4 depth=4,nodes=1000000"},
	} {
		r := quietRunner(t, settings)
		r.Workers = 2 // both sides are asked at once
		jobs := jobsOf(t, r, opened(test.base), opened(test.head))
		s := Series{limits: make(map[string]bench.Limits)}
		s.UseLimits(test.known)
		missed := ""
		if test.name == "an earlier pair missed one" {
			missed = "base of an earlier pair"
		}
		onTimer, err := fitLimits(t.Context(), r, jobs, missed, s.limits)
		if err != nil || onTimer != (test.head.clock != nil) {
			t.Errorf("%s: on timer %t, %v", test.name, onTimer, err)
		}
		var got []string
		for _, j := range jobs {
			got = append(got, j.config.Limit.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: limits %v, want %s", test.name, got, test.want)
		}
	}
}

// TestSideMissingLimitStarts: one process of each side tries the limits of all suites, and ends afterwards.
func TestSideMissingLimitStarts(t *testing.T) {
	const settings = "suites:\n  - {name: wac, kind: tactics, forms: 4, limit: nodes=50000}\n  - {name: zugzwang-proven, kind: zugzwang, forms: 4, limit: nodes=20000}\n"
	r := quietRunner(t, settings)
	starts, closed := 0, 0
	on := engines.Engine{Name: "hasty", Open: func() (engine.Engine, error) {
		starts++
		return closing{hasty{sound: true}, &closed}, nil
	}}
	if missed := sideMissingLimit(t.Context(), r, jobsOf(t, r, on, on)); missed != "" || starts != 2 || closed != 2 {
		t.Errorf("missed by %q, %d processes opened, %d closed", missed, starts, closed)
	}
}

// closing is hasty, and counts how often it is closed.
type closing struct {
	hasty
	closed *int
}

func (c closing) Close() error {
	*c.closed++
	return nil
}

// mute is an engine that fails in every search.
type mute struct{ hasty }

func (mute) Search(context.Context, engine.Task, func(engine.Info)) (engine.Result, error) {
	return engine.Result{}, &bench.FaultError{Class: bench.FaultTimeout, Text: "planned"}
}

// TestFitLimitsWithoutAnswer: a side that ends no search is an error, before a limit by depth is looked for.
func TestFitLimitsWithoutAnswer(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, forms: 4, limit: nodes=50000}\n")
	_, err := fitLimits(t.Context(), r, jobsOf(t, r, opened(hasty{sound: true}), opened(mute{})), "", nil)
	if failure.Of(err) != failure.Engine || !strings.HasPrefix(err.Error(), "the head: engine fake keeps no limit by nodes and does not keep go depth 4, so no suite can be searched: search-timeout: planned") {
		t.Errorf("got %v", err)
	}
}

// TestRefit: a suite in which a tenth of the searches miss their limit by nodes is judged under a limit by depth, even
// if the trial searches keep it. So is one whose sides look at that limit in different steps.
func TestRefit(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, forms: 2, limit: nodes=50000}\n")
	for _, test := range []struct {
		head hasty
		note string
	}{
		{hasty{sound: true, late: true}, "limit depth=6 instead of nodes=50000, which the base or the head does not keep"},
		{hasty{sound: true, step: 60_000}, "limit depth=6 instead of nodes=50000, under which base and head spend different numbers of nodes"},
	} {
		jobs := jobsOf(t, r, opened(hasty{sound: true}), opened(test.head))
		j := jobs[0]
		if _, err := fitLimits(t.Context(), r, jobs, "", nil); err != nil || len(j.known.Notes) > 0 {
			t.Fatalf("%v, notes %q", err, j.known.Notes)
		}
		s := newSchedule(t.Context(), r, 0, jobs)
		s.limits = make(map[string]bench.Limits)
		j.repeats.asked = []string{"WAC.001"} // under the old limit
		result := new(Result)
		must.Do(t, s.judge(r, &Options{}, result))
		c := result.Trials[0].Comparison
		if !s.refitted || c.MissesLimits() || c.Limits != "depth=6" || s.limits["wac"] != j.config.Limit || !slices.Equal(j.known.Notes, []string{test.note}) || slices.Contains(j.repeats.asked, "WAC.001") {
			t.Errorf("refitted %v, limits %s, known %v, notes %q", s.refitted, c.Limits, s.limits, j.known.Notes)
		}
	}
}

// spoilt is an engine that ends each search after a stopped one at depth 1, early or late.
type spoilt struct {
	fittest.Engine
	end engine.StopReason
}

func (s spoilt) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if *s.State == 0 {
		return s.Engine.Search(ctx, task, each)
	}
	task.Limits.Depth = 1
	r, err := s.Engine.Search(ctx, task, each)
	r.Stop = s.end
	return r, err
}

// TestRefitStops: a suite whose searches end before a limit by depth after a stopped one is judged again without stops.
func TestRefitStops(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: 'depth=8,stop-when-solved=3'}\n")
	answers, luck := solutions(t, r), 0
	for _, end := range []engine.StopReason{engine.StopEarly, engine.StopLate} {
		side := engines.Engine{Name: "mine", Open: func() (engine.Engine, error) {
			return spoilt{fittest.Engine{Answers: answers, State: new(int), Luck: &luck}, end}, nil
		}}
		jobs := jobsOf(t, r, opened(hasty{sound: true}), side)
		s, result := newSchedule(t.Context(), r, 0, jobs), new(Result)
		must.Do(t, s.judge(r, &Options{}, result))
		c, stops := result.Trials[0].Comparison, jobs[0].config.Limit.StopSolved > 0
		told := slices.Contains(jobs[0].known.Notes, "searches go on to their limit, as too many end before it where others are stopped")
		if late := end == engine.StopLate; s.refitted || c.MissesLimits() != late || stops != late || told == late {
			t.Errorf("%v: refitted %v, limits %s, notes %q, %+v", end, s.refitted, c.Limits, jobs[0].known.Notes, c.Gates)
		}
	}
}

// forgetful is an engine whose nodes grow with each search of its process, or of all processes. From the second search on they
// are those that drift counts, if it is there.
type forgetful struct {
	fittest.Base
	searches, drift *int
}

func (f forgetful) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	*f.searches++
	move := task.Start.LegalMoves()[0]
	nodes := 100 + *f.searches
	if f.drift != nil && *f.searches > 1 {
		*f.drift++
		nodes += *f.drift
	}
	r := engine.Result{Best: move, Depth: 1, Nodes: uint64(nodes), PV: []game.Move{move}}
	each(engine.Info{Depth: 1, Nodes: r.Nodes, PV: r.PV})
	return r, nil
}

// solutions returns a solution of each position of a suite with best moves, and for the forms of some positions another
// move.
func solutions(t *testing.T, r *runner.Runner, without ...string) map[string]game.Move {
	t.Helper()
	answers := make(map[string]game.Move)
	for _, record := range must.Get(r.Config.Open(r.Config.Suites[0]))(t).Records {
		if id, _ := suites.FormOf(record.Key()); slices.Contains(without, id) {
			answers[record.Position.String()] = notBest(&record)
		} else if len(record.Best) > 0 {
			answers[record.Position.String()] = record.Best[0]
		}
	}
	return answers
}

// counter counts the legal moves of a position to some depths, and answers other questions with none.
type counter struct {
	hasty
	depths []int
}

func (c counter) Perft(ctx context.Context, p game.Position, depth int) (uint64, error) {
	if !slices.Contains(c.depths, depth) {
		return 0, &bench.FaultError{Class: bench.FaultNoMove, Text: "no go perft"}
	}
	return game.Perft(ctx, p, depth)
}

// TestFitCounts: a suite that counts legal moves to two plies does so to one if the base has no go perft, and is left
// out if the base cannot count. If the head cannot, the verdict says so.
func TestFitCounts(t *testing.T) {
	on := func(depths ...int) engines.Engine { return opened(counter{hasty{sound: true}, depths}) }
	for _, test := range []struct {
		name       string
		base, head engines.Engine
		want       string // limits of the suites that are left
		uncounted  string
	}{
		{"both count", on(1, 2), on(1, 2), "depth=2 depth=8", ""},
		{"the base has no go perft", on(1), on(1, 2), "depth=1 depth=8", ""},
		{"the base cannot count", on(), on(1, 2), "depth=8", "perft"},
		{"the head cannot count", on(1, 2), on(), "depth=2 depth=8", ""},
	} {
		r := quietRunner(t, "suites:\n  - {name: perft, kind: rules, limit: depth=2}\n  - {name: wac, kind: tactics, limit: depth=8}\n")
		result := new(Result)
		jobs, _, err := fitJobs(t.Context(), r, result, jobsOf(t, r, test.base, test.head), "", nil)
		must.Do(t, err)
		var limits []string
		for _, j := range jobs {
			limits = append(limits, j.config.Limit.String())
		}
		if got, left := strings.Join(limits, " "), strings.Join(result.Uncounted, " "); got != test.want || left != test.uncounted {
			t.Errorf("%s: limits %s, want %s; not counted %q, want %q", test.name, got, test.want, left, test.uncounted)
		}
	}
}

// TestRestartEngines: both sides get fresh processes if one keeps state that outlives ucinewgame, but not if searches
// do not repeat in fresh processes either. Searches are not stopped if that makes them repeat.
func TestRestartEngines(t *testing.T) {
	program := func(open func() engine.Engine) engines.Engine {
		return engines.Engine{Name: "mine", Command: uci.Command{Path: "mine"}, Open: func() (engine.Engine, error) { return open(), nil }}
	}
	drifting := 0
	sound := program(func() engine.Engine { return hasty{sound: true} })
	keeping := program(func() engine.Engine { return forgetful{searches: new(int)} })
	now := time.Now
	slower := program(func() engine.Engine {
		now()
		return forgetful{searches: new(int)}
	})
	drawn := program(func() engine.Engine { return forgetful{searches: new(int), drift: &drifting} })
	random := program(func() engine.Engine { return forgetful{searches: &drifting} })
	answers := solutions(t, quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: depth=8}\n"))
	stopped := program(func() engine.Engine { return fittest.Engine{Answers: answers, State: new(int), Luck: &drifting} })
	both := program(func() engine.Engine {
		return fittest.Engine{Answers: answers, Keeps: true, State: new(int), Luck: &drifting}
	})
	inside := keeping
	inside.Command.Path = ""
	for _, test := range []struct {
		name       string
		base, head engines.Engine
		limit      string
		start      time.Duration // how long an engine takes to start
		want       string        // beginning of the note
		every      int
	}{
		{"none keeps state", sound, sound, "depth=8", 0, "", 0},
		{"the base does", keeping, sound, "depth=8", 0, "the base keeps state that outlives ucinewgame, so both sides have a fresh process every 16 searches", 16},
		{"the head does", sound, keeping, "depth=8", 0, "the head keeps state that outlives ucinewgame, so both sides have a fresh process every 16 searches", 16},
		{"the head repeats alone", keeping, drawn, "depth=8", 0, "the head keeps state that outlives ucinewgame, so both sides have a fresh process for each search", 1},
		{"nothing repeats", random, random, "depth=8", 0, "the base does not repeat its searches, even in fresh processes, so differences may be chance", 0},
		{"one side never repeats", keeping, random, "depth=8", 0, "the head does not repeat its searches", 0},
		{"a slow start", drawn, sound, "depth=8", time.Second, "the base keeps state that outlives ucinewgame and starts too slowly for fresh processes, so differences may be chance", 0},
		{"a very slow start", keeping, sound, "depth=8", time.Minute, "the base keeps state that outlives ucinewgame and starts too slowly for fresh processes, so differences may be chance", 0},
		{"a start that is quick enough", keeping, sound, "depth=8", 500 * time.Millisecond, "the base keeps state that outlives ucinewgame, so both sides have a fresh process every 256 searches", 256},
		{"both do, and the base needs more searches in a process: a start that is quick enough", slower, keeping, "depth=8", 500 * time.Millisecond, "the base keeps state that outlives ucinewgame, so both sides have a fresh process every 512 searches", 512},
		{"a stop leaves state", sound, stopped, "'depth=8,stop-when-solved=3'", 0, "the head keeps state that outlives ucinewgame, so both sides have a fresh process for each search", 1},
		{"a stop leaves state, and a start of 20 ms", sound, stopped, "'depth=8,stop-when-solved=3'", 20 * time.Millisecond, "the head keeps state of a search that is stopped, so searches go on to their limit", 0},
		{"only fresh processes repeat, and a start of 20 ms", drawn, sound, "'depth=8,stop-when-solved=3'", 20 * time.Millisecond, "the base keeps state that outlives ucinewgame, so both sides have a fresh process for each search", 1},
		{"a stop leaves state, and a slow start", sound, stopped, "'depth=8,stop-when-solved=3'", time.Second, "the head keeps state of a search that is stopped, so searches go on to their limit", 0},
		{"every search leaves state, and a slow start", both, stopped, "'depth=8,stop-when-solved=3'", time.Second, "the base keeps state that outlives ucinewgame, so searches go on to their limit, and both sides have a fresh process every 512 searches", 512},
		{"in this process", inside, inside, "depth=8", 0, "", 0},
		{"under a clock", keeping, keeping, "movetime=1ms", 0, "", 0},
		{"searches that keep their state", keeping, keeping, "'depth=8,keep-state=40'", 0, "", 0},
	} {
		r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: "+test.limit+"}\n  - {name: zugzwang, kind: zugzwang, limit: "+test.limit+"}\n")
		r.Now = fittest.SteppingClock(test.start)
		now = r.Now
		jobs := jobsOf(t, r, test.base, test.head)
		for _, j := range jobs {
			j.claimed = true
		}
		if err := restartEngines(t.Context(), r, jobs); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		for i, j := range jobs {
			notes := strings.Join(j.known.Notes, "; ")
			if never := strings.Contains(test.want, "may be chance") || strings.Contains(test.want, "does not repeat"); j.claimed == never {
				t.Errorf("%s, %s: whether anything changed is asked: %t", test.name, j.config.Name, j.claimed)
			}
			if j.drifts != (test.want != "") {
				t.Errorf("%s, %s: drifts %t", test.name, j.config.Name, j.drifts)
			}
			if j.base.Restart != test.every || j.head.Restart != test.every || !strings.HasPrefix(notes, test.want) && i == 0 || notes != "" && (test.want == "" || i > 0) {
				t.Errorf("%s, %s: restart %v and %v, notes %q", test.name, j.config.Name, j.base.Restart, j.head.Restart, notes)
			}
			if stops := strings.Contains(test.limit, "stop") && !strings.Contains(test.want, "go on"); stops != (j.config.Limit.StopSolved > 0) {
				t.Errorf("%s, %s: limit %s", test.name, j.config.Name, j.config.Limit)
			}
		}
	}
}

// TestRestartEnginesSteps: a suite that is searched in steps keeps its early end, as no search is stopped by it. A limit by
// depth without its early end becomes the deepest for which there is time, here six plies of 2 ms for 300
// positions: so few nodes in that time are those of a slow machine, which gets twice the time.
func TestRestartEnginesSteps(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: 'depth=8,stop-when-solved=3'}\n  - {name: zugzwang, kind: zugzwang, limit: 'nodes=800,steps=2,stop-when-solved=2'}\n")
	r.Now = fittest.SteppingClock(time.Second)
	answers, luck := solutions(t, r), 0
	on := engines.Engine{Name: "mine", Command: uci.Command{Path: "mine"}, Open: func() (engine.Engine, error) {
		return fittest.Engine{Answers: answers, State: new(int), Luck: &luck, Ply: 2 * time.Millisecond}, nil
	}}
	jobs := jobsOf(t, r, on, on)
	must.Do(t, restartEngines(t.Context(), r, jobs))
	if one, two := jobs[0].config.Limit.String(), jobs[1].config.Limit.String(); one != "depth=6" || two != "nodes=800,steps=2,stop-when-solved=2" {
		t.Errorf("limits %s and %s", one, two)
	}
	if notes := jobs[0].known.Notes; len(notes) != 2 || notes[1] != "limit depth=6 instead of depth=8, as searches go on to it" {
		t.Errorf("notes %q", notes)
	}

	// An engine that never repeats is not tried without the early end.
	searches := new(int)
	on.Open = func() (engine.Engine, error) { return forgetful{searches: searches}, nil }
	jobs = jobs[1:]
	jobs[0].base, jobs[0].head = on, on
	must.Do(t, restartEngines(t.Context(), r, jobs))
	if most := 2 * 2 * (2*32 + 2*fit.FreshProbes); *searches > most { // two sides, two steps, two passes and two of fresh processes
		t.Errorf("%d searches, want at most %d", *searches, most)
	}
}

// TestRestartEnginesKeptState: a suite whose searches keep their state cannot reveal state that outlives ucinewgame, so
// the next suite is tried.
func TestRestartEnginesKeptState(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: 'depth=8,keep-state=40'}\n  - {name: zugzwang, kind: zugzwang, limit: depth=8}\n")
	on := engines.Engine{Name: "mine", Command: uci.Command{Path: "mine"}, Open: func() (engine.Engine, error) { return forgetful{searches: new(int)}, nil }}
	jobs := jobsOf(t, r, on, on)
	must.Do(t, restartEngines(t.Context(), r, jobs))
	for _, j := range jobs {
		if j.head.Restart != bench.RestartEvery {
			t.Errorf("%s: restart %d", j.config.Name, j.head.Restart)
		}
	}
	if kept := jobs[0]; kept.config.Limit.KeepState != 40 || len(kept.known.Notes) > 0 {
		t.Errorf("limit %s, notes %q", kept.config.Limit, kept.known.Notes)
	}

	// So are both sides at once.
	for _, j := range jobs {
		j.base, j.head = on, on
	}
	r.Workers = 2
	must.Do(t, restartEngines(t.Context(), r, jobs))
	if j := jobs[1]; j.base.Restart != bench.RestartEvery {
		t.Errorf("%s: restart %d of two workers", j.config.Name, j.base.Restart)
	}
	r.Workers = 1

	// Of an engine that starts slowly, as many searches in a row keep their state as there are in a process.
	r.Now = fittest.SteppingClock(300 * time.Millisecond)
	for _, j := range jobs {
		j.base, j.head = on, on
	}
	must.Do(t, restartEngines(t.Context(), r, jobs))
	const want = "limit depth=8,keep-state=160 instead of depth=8,keep-state=40, as each group of searches has a fresh process"
	if kept := jobs[0]; kept.head.Restart != 160 || kept.config.Limit.String() != "depth=8,keep-state=160" || strings.Join(kept.known.Notes, "; ") != want {
		t.Errorf("restart %d, limit %s, notes %q", kept.head.Restart, kept.config.Limit, kept.known.Notes)
	}
}

// TestAskSides: both sides are asked at the same time if there are two workers, and else one after the other. Of one that
// fails the answer is nothing.
func TestAskSides(t *testing.T) {
	base, head := engines.Engine{Name: "base"}, engines.Engine{Name: "head"}
	meet := make(chan bool)
	for workers, want := range map[int]string{1: "base alone, head alone", 2: "base and the other, head and the other"} {
		answers := askSides(&runner.Runner{Workers: workers}, base, head, func(on engines.Engine) (string, error) {
			wait := time.After(20 * time.Second)
			if workers == 1 {
				wait = time.After(0)
			}
			select {
			case meet <- true:
			case <-meet:
			case <-wait:
				return on.Name + " alone", nil
			}
			return on.Name + " and the other", nil
		})
		if got := strings.Join(answers[:], ", "); got != want {
			t.Errorf("%d workers: %s, want %s", workers, got, want)
		}
	}
	answers := askSides(&runner.Runner{Workers: 2}, base, head, func(on engines.Engine) (int, error) {
		if on.Name == "base" {
			return 3, errors.New("planned")
		}
		return 5, nil
	})
	if answers != [2]int{0, 5} {
		t.Errorf("answers %v", answers)
	}
}

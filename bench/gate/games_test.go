package gate

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// noFarm is a farm on which nothing may be played.
type noFarm struct{ runner.Farm }

// TestPlayGames: games are played after the suites, kept as PGN, watched, and left out where the budget is used up.
func TestPlayGames(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: games, kind: games, limit: nodes=20, games: 4}\n")
	r.Now = fittest.SteppingClock(time.Millisecond) // engines start quickly, whatever the load
	watched, ended := 0, 0
	r.WatchGames = func(suite string, most int) (func(match.Event), func()) {
		if suite != "games" || most != 4 {
			t.Errorf("%d games of %s are watched", most, suite)
		}
		return func(match.Event) { watched++ }, func() { ended++ }
	}
	small := must.Get(builtin.Defaults().With([]engine.Option{{Name: engine.HashOption, Value: "1"}}))(t)
	own := must.Get(engines.Builtin(t.Context(), small, false))(t)
	o := &Options{Games: r.Config.Games, Save: t.TempDir()}
	played := must.Get(openGames(r, o))(t)
	played[0].base, played[0].head = own, own
	s := newSchedule(t.Context(), r, 0, nil)
	s.games = played
	result := new(Result)
	must.Do(t, s.judge(r, o, result))
	if len(result.Games) != 1 || !result.Games[0].Identical || result.Verdict != compare.Pass || result.Change() != compare.Identical || len(result.Gates()) != 1 || watched != 4 || ended != 1 {
		t.Errorf("%+v, %d watched", result, watched)
	}
	if text := must.Get(os.ReadFile(filepath.Join(o.Save, "games.pgn")))(t); strings.Count(string(text), "[Event ") != 4 {
		t.Errorf("kept %d games", strings.Count(string(text), "[Event "))
	}

	for _, test := range []struct {
		name    string
		drifts  bool // by the suites before
		restart int  // of the base, by the configuration
		farm    bool
		starts  int // of the head, in four games, with those to try the limit and the start
		want    compare.Equality
	}{
		{"engines without state", false, 0, false, 3, compare.Changed},
		{"state found", true, 0, false, 3, compare.Unknown},
		{"restarts of the configuration, with fresh engines for each game", false, bench.RestartEvery, false, 7, compare.Changed},
		{"fresh engines, which the farm does not have", false, bench.RestartEvery, true, 7, compare.Changed},
		{"only the first search of a process repeats", false, 1, false, 7, compare.Unknown},
		{"an engine that starts slowly", false, bench.RestartEvery, false, 6, compare.Unknown},
		{"an engine that starts very slowly", false, bench.RestartEvery, false, 4, compare.Unknown},
	} {
		other := must.Get(small.With([]engine.Option{{Name: builtin.EvalOption, Value: "classic"}}))(t)
		played[0].head = must.Get(engines.Builtin(t.Context(), other, false))(t)
		played[0].base.Restart = test.restart
		starts, open := 0, played[0].head.Open
		played[0].head.Open = func() (engine.Engine, error) {
			starts++
			return open()
		}
		r := *r
		if strings.HasSuffix(test.name, " very slowly") {
			r.Now = fittest.SteppingClock(time.Second)
		} else if strings.HasSuffix(test.name, " slowly") {
			r.Now = fittest.SteppingClock(100 * time.Millisecond)
		}
		if test.farm {
			r.Farm = noFarm{}
		}
		s := newSchedule(t.Context(), &r, 0, []*job{{head: played[0].head, drifts: test.drifts}})
		s.waiting, s.games = nil, played
		result := new(Result)
		must.Do(t, s.judge(&r, o, result))
		if result.Games[0].Identical || result.Change() != test.want {
			t.Errorf("%s: identical %t, change %s, want %s", test.name, result.Games[0].Identical, result.Change(), test.want)
		}
		if starts != test.starts {
			t.Errorf("%s: %d starts, want %d", test.name, starts, test.starts)
		}
	}

	late, cancel := context.WithTimeoutCause(t.Context(), time.Nanosecond, errBudget)
	defer cancel()
	<-late.Done()
	s = newSchedule(late, r, 0, nil)
	s.games, s.budget = played, time.Minute
	result = new(Result)
	must.Do(t, s.judge(r, o, result))
	if len(result.Games) != 0 || len(result.LeftOut) != 1 || result.Verdict != compare.Inconclusive {
		t.Errorf("without budget: %+v", result)
	}
}

// TestConcludeGames: a loss in games fails and can be accepted, faults cannot.
func TestConcludeGames(t *testing.T) {
	of := func(v compare.Verdict, faulty bool) Games {
		return Games{Name: "games", Judgement: &games.Judgement{Faulty: faulty, Result: compare.Result{Axis: compare.Games, Verdict: v}}}
	}
	for _, test := range []struct {
		name     string
		games    Games
		verdict  compare.Verdict
		accepted bool
		want     failure.Kind
	}{
		{"lost", of(compare.Fail, false), compare.Fail, true, failure.None},
		{"faults", of(compare.Fail, true), compare.Fail, false, failure.Engine},
		{"not decided", of(compare.Undecided, false), compare.Undecided, false, failure.None},
		{"passed", of(compare.Pass, false), compare.Pass, false, failure.None},
	} {
		r := &Result{Games: []Games{test.games}}
		r.conclude()
		if r.AcceptWorse(); r.Verdict != test.verdict || r.Accepted != test.accepted || r.Failure != test.want {
			t.Errorf("%s: %s, accepted %t, kind %d", test.name, r.Verdict, r.Accepted, r.Failure)
		}
	}
}

// TestGamesPlan: the tests of all suites share the rate of false alarms, and a limit that was chosen for an earlier pair stays.
func TestGamesPlan(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: nodes=9}\n  - {name: games, kind: games, limit: nodes=20, games: 4, gate: {elo: -30}}\n")
	c := gamesJob{config: r.Config.Games[0], chosen: make(map[string]bench.Limits)}
	plan := c.plan(r, new(Options), must.Get(match.DefaultBook(game.Chess))(t))
	if plan.Tests != r.Config.Tests() || plan.Tests < 2 || plan.Seed != 1 || plan.Elo != -30 || plan.Most != 4 {
		t.Errorf("plan %+v", plan)
	}
	deaf := opened(lopsided{nodes: 1 << 20})
	c.base, c.head = deaf, deaf
	for range 2 { // fitted, then as chosen before
		plan.Control = c.config.Limit
		if note := must.Get(c.fit(t.Context(), plan))(t); note != "limit depth=1 instead of nodes=20, which one side does not keep" || c.chosen["games"].Depth != 1 || plan.Control.Limits.Depth != 1 {
			t.Errorf("note %q, chosen %v", note, c.chosen)
		}
		c.base, c.head = engines.Engine{}, engines.Engine{}
	}
}

package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// fake plays the first legal move, or fails.
type fake struct {
	name  string
	fails bool
}

func (f fake) ID() engine.ID               { return engine.ID{Name: f.name} }
func (f fake) Reset(context.Context) error { return nil }
func (f fake) Close() error                { return nil }

func (f fake) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if f.fails {
		return engine.Result{}, errors.New("engine fell over")
	}
	p := task.Start
	for _, m := range task.Moves {
		p = p.After(m)
	}
	return engine.Result{Best: p.LegalMoves()[0], Depth: 1, Nodes: 1}, nil
}

// pairOf returns two players. The second may fail.
func pairOf(t *testing.T, fails bool) []player {
	control := must.Get(match.ParseControl("nodes=1"))(t)
	var players []player
	for i, name := range []string{"a", "b"} {
		f := fake{name, fails && i == 1}
		open := func() (engine.Engine, error) { return f, nil }
		players = append(players, player{
			Player: match.Player{Name: name, Control: control, Open: func(int) (engine.Engine, error) { return open() }},
			engine: engines.Engine{Name: name, Open: open},
		})
	}
	return players
}

// newRunner runs the built-in engine and nothing else.
func newRunner(t *testing.T) *runner.Runner {
	settings := must.Get(config.Parse(config.FileName, []byte("suites:\n  - {name: wac, kind: tactics, limit: nodes=9}\n")))(t)
	own := builtin.DefaultEngines()
	own.SetHash(1)
	return &runner.Runner{
		Finder: engines.Finder{Config: settings, Own: own}, Workers: 2, Tool: "test", Holder: "test",
		Now: func() time.Time { return time.Time{} }, Tell: func(string, ...any) {},
	}
}

// short returns options of a match of a few short games.
func short(pairs int) *Options {
	return &Options{Limits: map[string]string{"nodes": "20"}, Pairs: pairs, MaxMoves: 6, Seed: 1, Begin: unwatched}
}

func unwatched([]engines.Variant, match.Config) (func(match.Event), func(), error) {
	return func(match.Event) {}, func() {}, nil
}

// TestMatch plays the built-in engine against itself into files, in shards and
// merged again.
func TestMatch(t *testing.T) {
	folder := t.TempDir()
	r := newRunner(t)
	at := func(name string) string { return filepath.Join(folder, name) }
	o := short(4)
	o.Out, o.PGN, o.B = at("whole.json"), at("whole.pgn"), []string{"nullmove=off", "nodes=10"}
	var begun match.Config
	finished, ended := 0, 0
	o.Begin = func(revisions []engines.Variant, config match.Config) (func(match.Event), func(), error) {
		begun = config
		return func(match.Event) { finished++ }, func() { ended++ }, nil
	}
	result, err := Match(t.Context(), r, o)
	if err != nil || result.Verdict != Complete || len(result.Match.Games) != 8 || result.Revisions != nil {
		t.Fatalf("match is %+v, %v", result, err)
	}
	if finished != 8 || ended != 1 || begun.Schedule.Rounds != 4 || begun.Workers != 2 {
		t.Errorf("%d games and %d ends were told of %+v", finished, ended, begun)
	}
	if got := result.Match.Players; got[0].Name != "a" || got[1].Name != "b" || got[0].Control != "nodes=20" || got[1].Control != "nodes=10" {
		t.Errorf("players are %+v", got)
	}
	var shards []string
	for i := range 2 {
		part := short(4)
		part.Shard, part.B, part.Out = bench.Shard{Index: i + 1, Count: 2}, o.B, at(fmt.Sprint(i, ".json"))
		must.Get(Match(t.Context(), r, part))(t)
		shards = append(shards, part.Out)
	}
	merged, err := Merge(shards, at("merged.json"), at("merged.pgn"))
	if diff := cmp.Diff(result.Match, merged); err != nil || diff != "" {
		t.Errorf("merged: %v %s", err, diff)
	}
	for _, kind := range []string{".json", ".pgn"} {
		whole, _ := os.ReadFile(at("whole" + kind))
		again, _ := os.ReadFile(at("merged" + kind))
		if len(whole) == 0 || string(whole) != string(again) {
			t.Errorf("merged%s is not whole%[1]s", kind)
		}
	}
	_, err = Merge(shards[:1], at("hole.json"), "")
	if failure.Of(err) != failure.Undecided {
		t.Errorf("a shard alone: %v", err)
	}
	if _, err := Merge(shards, at("none/merged.json"), ""); failure.Of(err) != failure.Machine {
		t.Errorf("no folder: %v", err)
	}
}

// TestResume ends a match in its midst and goes on with it.
func TestResume(t *testing.T) {
	r := newRunner(t)
	r.Workers = 1
	var told []string
	r.Tell = func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }
	ctx, cancel := context.WithCancelCause(t.Context())
	o := short(5)
	o.Out = filepath.Join(t.TempDir(), "match.json")
	o.Begin = func([]engines.Variant, match.Config) (func(match.Event), func(), error) {
		return func(e match.Event) {
			if e.Finished == 3 {
				cancel(failure.With(failure.Interrupted, errors.New("enough")))
			}
		}, func() {}, nil
	}
	result, err := playMatch(ctx, r, o, pairOf(t, false), nil)
	if failure.Of(err) != failure.Interrupted || result == nil || result.Verdict != Unfinished || len(result.Match.Games) == 10 {
		t.Fatalf("match is %+v, %v", result, err)
	}
	if !strings.HasSuffix(err.Error(), "(what is finished is kept; go on with the same command and --resume)") {
		t.Errorf("error is %v", err)
	}
	o.Begin = unwatched
	if _, err := playMatch(t.Context(), r, o, pairOf(t, false), nil); failure.Of(err) != failure.Input {
		t.Errorf("started over: %v", err)
	}
	o.Mode = store.Resume
	more := *o
	more.Seed = 2
	if _, err := playMatch(t.Context(), r, &more, pairOf(t, false), nil); failure.Of(err) != failure.Baseline {
		t.Errorf("went on with another match: %v", err)
	}
	if result, err = playMatch(t.Context(), r, o, pairOf(t, false), nil); err != nil || len(result.Match.Games) != 10 || result.Verdict != Complete {
		t.Errorf("match is %+v, %v", result, err)
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "resumed: ") {
		t.Errorf("told %q", told)
	}
	o.PGN = o.Out
	if _, err := playMatch(t.Context(), r, o, pairOf(t, false), nil); failure.Of(err) != failure.Input {
		t.Errorf("one file for both: %v", err)
	}
}

// TestFaults plays against an engine that fails in every game.
func TestFaults(t *testing.T) {
	o := short(3)
	result, err := playMatch(t.Context(), newRunner(t), o, pairOf(t, true), nil)
	if failure.Of(err) != failure.Engine || result.Verdict != Faulty || err.Error() != "engine faults ended 6 of 6 games (tolerated: 0)" {
		t.Errorf("match is %+v, %v", result, err)
	}
	o.MaxFaults = 6
	if result, err = playMatch(t.Context(), newRunner(t), o, pairOf(t, true), nil); err != nil || result.Verdict != Complete {
		t.Errorf("all of them tolerated: %+v, %v", result, err)
	}
	o = short(50)
	result, err = playMatch(t.Context(), newRunner(t), o, pairOf(t, true), nil)
	if failure.Of(err) != failure.Engine || result.Verdict != Unfinished || len(result.Match.Games) > moreFaults+2 {
		t.Errorf("a match that is lost goes on: %d games, %v", len(result.Match.Games), err)
	}
	broken := errors.New("screen is gone")
	o.Begin = func([]engines.Variant, match.Config) (func(match.Event), func(), error) { return nil, nil, broken }
	if result, err = playMatch(t.Context(), newRunner(t), o, pairOf(t, true), nil); result != nil || !errors.Is(err, broken) {
		t.Errorf("match is %+v, %v", result, err)
	}
}

// tested returns a match with a test in which the first player has such pairs: each
// letter is the result of both games, win, draw or loss.
func tested(test, pairs string) *match.Match {
	m := &match.Match{Players: make([]match.PlayerRef, 2), Rounds: len(pairs), Test: test}
	for i, letter := range pairs {
		for half := range 2 {
			g := match.Game{Number: 2*i + half, White: half, Black: 1 - half, Result: match.Drawn}
			if letter != 'd' {
				g.Result = match.WhiteWins
				if (letter == 'w') != (half == 0) {
					g.Result = match.BlackWins
				}
			}
			m.Games = append(m.Games, g)
		}
	}
	return m
}

func TestJudge(t *testing.T) {
	const test = "elo0=0,elo1=100"
	tests := []struct {
		name    string
		m       *match.Match
		gate    bool
		want    Verdict
		text    string
		failure failure.Kind
	}{
		{"no test", tested("", "lll"), true, Complete, "complete", failure.None},
		{"H1", tested(test, strings.Repeat("wwwdw", 12)), true, Pass, "pass", failure.None},
		{"H0", tested(test, strings.Repeat("llldl", 12)), false, Complete, "complete", failure.None},
		{"H0 with a gate", tested(test, strings.Repeat("llldl", 12)), true, Fail, "fail", failure.Regression},
		{"neither", tested(test, "wld"), true, Undecided, "inconclusive", failure.Undecided},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := verdictOf(test.m, test.gate, 0)
			if got != test.want || got.String() != test.text || got.Failure() != test.failure || err != nil {
				t.Errorf("verdict is %v of kind %v, %v", got, got.Failure(), err)
			}
		})
	}
	if got, err := verdictOf(tested("no test", "w"), true, 0); got != Unfinished || err == nil {
		t.Errorf("a test that is none: %v, %v", got, err)
	}
}

// TestSchedule checks the defaults of the number of pairs and of the rules.
func TestSchedule(t *testing.T) {
	book := must.Get(match.DefaultBook(game.Chess))(t)
	test := &stats.SPRT{}
	tests := []struct {
		name  string
		o     Options
		clock bool
		pairs int
		rules string
	}{
		{"usual", Options{}, false, defaultPairs, "none"},
		{"so many", Options{Pairs: 7, MaxMoves: 30}, false, 7, "length moves=30"},
		{"a test of exact players", Options{Test: test}, false, len(book.Openings), "none"},
		{"with random plies", Options{Test: test, RandomPlies: 2}, false, MaxPairs, "none"},
		{"on a clock", Options{Test: test}, true, MaxPairs, match.PlayRules().String()},
		{"rules off", Options{Draw: &match.DrawRule{}, Resign: &match.ResignRule{}, Book: "start"}, true, defaultPairs, "none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			players := pairOf(t, false)
			if test.clock {
				players[1].Control = match.Control{Base: time.Second}
			}
			got, err := test.o.config(3, players)
			if err != nil || got.Schedule.Rounds != test.pairs || got.Rules.String() != test.rules || got.Workers != 3 {
				t.Errorf("%d pairs by %v, %v", got.Schedule.Rounds, got.Rules, err)
			}
		})
	}
	for name, want := range map[string]string{"none.pgn": "flag --book: open none.pgn", "play_test.go": "play_test.go: book is of an unknown kind"} {
		o := Options{Book: name, BookPlies: 1}
		if _, err := o.schedule(game.Chess, true); failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("book %s: %v", name, err)
		}
	}
}

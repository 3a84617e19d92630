package match

import (
	"context"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRemote: games played on other machines, in any order and again if they were wrong,
// make the match of this machine. Its test is decided at the same pair.
func TestRemote(t *testing.T) {
	for _, test := range []*stats.SPRT{nil, {Elo0: 0, Elo1: 400, Alpha: 0.4, Beta: 0.4}, {Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}} {
		players, config := builtinMatch(t, 2, 2)
		config.Test, config.Rules.Moves = test, 8
		var pairs stats.Pairs // that the test has seen
		config.Progress = func(e Event) { pairs = e.Pairs }
		want := must.Get(Execute(t.Context(), players, config))(t)
		seen := pairs
		config.Remote = func(ctx context.Context, here *Table, games []Game, finished func(Game)) error {
			ids := [2]string{here.ID(0).Name, here.ID(1).Name}
			if ids[0] == "" || ids[1] == "" {
				t.Errorf("players are %q", ids)
			}
			for i := range games {
				if err := here.Play(ctx, &games[i]); err != nil {
					return err
				}
			}
			wrong := games[1]
			wrong.Result, wrong.Ending, wrong.Plies = WhiteWins, Crash, nil
			if test == nil || test.Alpha < 0.1 { // a pair does not decide it
				finished(games[0])
			}
			finished(wrong)
			slices.Reverse(games)
			for _, g := range games {
				finished(g)
			}
			return nil
		}
		m := must.Get(Execute(t.Context(), players, config))(t)
		got := must.Get(m.Record())(t)
		if pgn, err := want.Record(); got != pgn || err != nil || m.Complete != want.Complete || m.Faults() != 0 {
			t.Errorf("test %v: the match differs:\n%s\n%s", test, got, pgn)
		}
		if pairs != seen {
			t.Errorf("test %v has seen %v, want %v", test, pairs, seen)
		}
	}
}

// TestRemoteEarlier checks that the workers of an earlier attempt are known. A pair with a
// lost game is played again, and a void game does not count.
func TestRemoteEarlier(t *testing.T) {
	players, config := builtinMatch(t, 2, 3)
	config.Rules.Moves = 8
	want := must.Get(Execute(t.Context(), players, config))(t)
	by := func(g Game, worker string) Game {
		g.By = worker
		return g
	}
	kept := &memoryRecorder{known: []Game{by(want.Games[0], "w"), by(want.Games[1], "w"), by(want.Games[2], "w")}}
	config.Recorder = kept
	events := 0
	config.Progress = func(Event) { events++ }
	config.Remote = func(_ context.Context, here *Table, games []Game, finished func(Game)) error {
		if got := here.AnsweredBy(); len(got) != 1 || got[0] != "w" {
			t.Errorf("answeredBy are %v", got)
		}
		if len(games) != 4 || games[0].Number != 2 {
			t.Errorf("%d games from %d are to be played", len(games), games[0].Number)
		}
		if g, err := here.PlannedGame(1); err != nil || g.Number != 1 || len(g.Plies) > 0 {
			t.Errorf("planned is %+v, %v", g, err)
		}
		for _, g := range want.Games[2:] {
			finished(by(g, "v"))
		}
		finished(Game{Number: 0, Void: true})
		finished(Game{Number: 1, Void: true})
		finished(want.Games[1])
		return nil
	}
	m, err := Execute(t.Context(), players, config)
	if err == nil || m == nil || m.Complete || len(m.Games) != 5 || m.Games[0].Number != 1 || m.Games[1].By != "" {
		t.Errorf("got %+v, %v", m, err)
	}
	if len(kept.games) != 7 || !kept.games[4].Void || kept.games[0].By != "v" || events != 5 {
		t.Errorf("kept are %+v; %d events", kept.games, events)
	}
}

// TestNewTable: a table plays as Execute does, given only the players and their
// identities.
func TestNewTable(t *testing.T) {
	players, config := builtinMatch(t, 1, 1)
	want := must.Get(Execute(t.Context(), players, config))(t)
	ids := want.Players
	table := NewTable(players, []engine.ID{ids[0].Engine, ids[1].Engine}, config)
	defer table.Close()
	g := want.Games[1]
	g.Plies, g.Result, g.Ending = nil, NoResult, Unfinished
	if err := table.Play(t.Context(), &g); err != nil || len(g.Plies) != len(want.Games[1].Plies) || g.Result != want.Games[1].Result {
		t.Errorf("got %+v, %v", g, err)
	}
	other := ids[1].Engine
	other.Version += "x"
	table = NewTable(players, []engine.ID{ids[0].Engine, other}, config)
	defer table.Close()
	g.Plies, g.Result, g.Ending = nil, NoResult, Unfinished
	if err := table.Play(t.Context(), &g); err != nil || g.Ending != Crash {
		t.Errorf("of another engine: %+v, %v", g, err)
	}
}

package server

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// playing returns a match of an engine with itself under a limit.
func playing(t *testing.T, on engines.Engine, limit string, pairs int) ([]match.Player, match.Config) {
	t.Helper()
	control := must.Get(match.ParseControl(limit))(t)
	open := func(int) (engine.Engine, error) { return on.Open() }
	players := []match.Player{{Name: "a", Control: control, Open: open}, {Name: "b", Control: control, Open: open}}
	book := must.Get(match.DefaultBook(game.Chess))(t)
	return players, match.Config{Schedule: match.Schedule{Rounds: pairs, Book: book}, Rules: match.Rules{Moves: 4}, Margin: time.Minute, Workers: 1, Now: time.Now}
}

// TestLiarOfEarlierGames: what a worker played in an earlier attempt is played again when it is
// found to lie.
func TestLiarOfEarlierGames(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	hireLiar(t, url)
	f := farmAt(url, t.Logf)
	f.CheckShare = 1
	on := small(t)
	players, config := playing(t, on, "nodes=100", 6)
	want := must.Get(match.Execute(t.Context(), players, config))(t)
	earlier := &kept[match.Game, match.Match]{isVoid: func(g match.Game) bool { return g.Void }}
	for _, g := range want.Games[:4] {
		g.By, g.Plies = "liar", slices.Clone(g.Plies)
		g.Plies[0].Nodes++
		earlier.known = append(earlier.known, g)
	}
	config.Recorder = earlier
	config.Remote = must.Get(f.Match(players, []engines.Engine{on, on}, &config))(t)
	m := must.Get(match.Execute(t.Context(), players, config))(t)
	if !reflect.DeepEqual(m, want) || earlier.void < 4 {
		t.Errorf("the match differs; %d games were dropped", earlier.void)
	}
}

// TestClock: games on a clock are played by the workers whose calibration allows it, and are
// played once.
func TestClock(t *testing.T) {
	t.Parallel()
	url, told := serve(t, Options{}).URL(), new(messageLog)
	for name, c := range map[string]farm.Calibration{"quick": {Alone: 1000, Busy: 1000}, "quiet": {Alone: 2000, Busy: 2000}, "late": {Alone: 2000, Busy: 2000, Late: time.Second}} {
		hire(t, url, func(w *worker.Worker) {
			shop := workshop()
			shop.Calibrate = func(ctx context.Context) (farm.Calibration, error) {
				for name != "late" && ctx.Err() == nil && !strings.Contains(told.text(), "refuses") { // the games end soon
					time.Sleep(time.Millisecond)
				}
				return c, nil
			}
			shop.Tell = t.Logf
			w.Name, w.Prepare = name, shop.Prepare
		})
	}
	f := farmAt(url, told.tell)
	f.Reference, f.CheckShare = 1000, 1
	on := small(t)
	players, config := playing(t, on, "movetime=20ms", 3)
	config.Remote = must.Get(f.Match(players, []engines.Engine{on, on}, &config))(t)
	m, err := match.Execute(t.Context(), players, config)
	if err != nil || len(m.Games) != 6 || !m.Complete {
		t.Fatalf("%+v, %v", m, err)
	}
	for _, want := range []string{"farm: times are for machines of 1000 nodes a second", `worker "late" refuses: "games on a clock: timers are up to 1s late (expected 25ms at most)"`} {
		if !strings.Contains(told.text(), want) {
			t.Errorf("told: %s\nwant %s", told.text(), want)
		}
	}
}

package server

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestClock: games on a clock are played by the workers whose calibration allows it, and are
// played once.
func TestClock(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{}).URL()
	for name, c := range map[string]farm.Calibration{"quick": {Alone: 1000, Busy: 1000}, "quiet": {Alone: 2000, Busy: 2000}, "late": {Alone: 2000, Busy: 2000, Late: time.Second}} {
		hire(t, url, func(w *worker.Worker) {
			shop := workshop()
			shop.Calibrate = func(context.Context) (farm.Calibration, error) { return c, nil }
			shop.Tell = t.Logf
			w.Name, w.Prepare = name, shop.Prepare
		})
	}
	told := new(diary)
	f := &farm.Farm{Access: farm.Access{URL: url}, Tool: "test", Tell: told.tell, Pace: quick(), Reference: 1000, CheckShare: 1}
	on := small(t)
	control, err := match.ParseControl("movetime=40ms")
	if err != nil {
		t.Fatal(err)
	}
	open := func(int) (engine.Engine, error) { return on.Open() }
	players := []match.Player{{Name: "a", Control: control, Open: open}, {Name: "b", Control: control, Open: open}}
	book, err := match.DefaultBook(game.Chess)
	if err != nil {
		t.Fatal(err)
	}
	config := match.Config{Schedule: match.Schedule{Rounds: 3, Book: book}, Rules: match.Rules{Moves: 4}, Margin: time.Minute, Workers: 1, Now: time.Now}
	if config.Elsewhere, err = f.Match(players, []engines.Engine{on, on}, &config); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	m, err := match.Execute(ctx, players, config)
	if err != nil || len(m.Games) != 6 || !m.Complete {
		t.Fatalf("%+v, %v", m, err)
	}
	for _, want := range []string{"farm: times are for machines of 1000 nodes a second", `worker "late" refuses: "games on a clock: timers are up to 1s late (expected 25ms at most)"`} {
		if !strings.Contains(told.text(), want) {
			t.Errorf("told: %s\nwant %s", told.text(), want)
		}
	}
}

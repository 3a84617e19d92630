package engines

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBounded: a search for a mate that does not exist ends with the fault of any other
// engine. A mate that exists is found, and other limits are left alone.
func TestBounded(t *testing.T) {
	settings := builtin.Defaults()
	settings.HashMB = 1
	opened := must.Get(settings.Open())(t)
	defer opened.Close()
	search := func(fen string, limits engine.Limits, longest time.Duration) (engine.Result, error) {
		p := must.Get(game.ParsePosition(fen))(t)
		must.Do(t, opened.Reset(t.Context()))
		return bounded{opened, longest}.Search(t.Context(), engine.Task{Start: p, Limits: limits}, nil)
	}
	const none, two = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
	_, err := search(none, engine.Limits{Mate: 3}, time.Millisecond)
	if class := bench.Classify(err, bench.FaultInternal); class != bench.FaultTimeout {
		t.Errorf("no mate: class %s, %v", class, err)
	}
	if r, err := search(two, engine.Limits{Mate: 2}, time.Hour); err != nil || r.Stop != engine.StopMate {
		t.Errorf("a mate: %v, %v", r.Stop, err)
	}
	if r, err := search(none, engine.Limits{Mate: 3, Depth: 4}, 0); err != nil || r.Depth != 4 {
		t.Errorf("a mate or a depth: depth %d, %v", r.Depth, err)
	}
	if r, err := search(none, engine.Limits{Depth: 4}, 0); err != nil || r.Depth != 4 {
		t.Errorf("a depth: depth %d, %v", r.Depth, err)
	}
}

// TestBoundedCancelled tells the end of a run from a search that takes too long.
func TestBoundedCancelled(t *testing.T) {
	opened := must.Get(openBounded(builtin.Defaults()))(t)
	defer opened.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := opened.Search(ctx, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Mate: 3}}, nil)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestMateScore: the score of a mate reaches an engine as it is and one that is built.
func TestMateScore(t *testing.T) {
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("engines:\n  - {name: go, command: go, mate-score: 20000}\n  - {name: mine, command: ./mine, mate-score: 30000}\n")))(t)
	f := &Finder{Config: settings, Own: settings.Own}
	if on, err := f.Find(t.Context(), "go"); err != nil || on.Command.MateScore != 20000 {
		t.Errorf("found: %d, %v", on.Command.MateScore, err)
	}
	on := Engine{Name: "mine"}
	if read := on.WithMateScore(t.Context(), 9000); read.Command.MateScore != 9000 || read.Open == nil || on.Command.MateScore != 0 {
		t.Errorf("read: %d", read.Command.MateScore)
	}
	b := &Builder{Settings: settings}
	if recipe, err := b.Recipe(f, "mine"); err != nil || recipe.command.MateScore != 30000 {
		t.Errorf("built: %d, %v", recipe.command.MateScore, err)
	}
}

package enginetrial

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// first plays the first legal move, or fails.
type first struct {
	fittest.Base
	fails bool
}

func (f first) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if f.fails {
		return engine.Result{}, errors.New("fell over")
	}
	p := task.Start
	for _, m := range task.Moves {
		p = p.After(m)
	}
	return engine.Result{Best: p.LegalMoves()[0], Depth: 1, Nodes: 1}, nil
}

// firstOfShogi is first, and plays shogi.
type firstOfShogi struct{ first }

func (firstOfShogi) ID() engine.ID { return engine.ID{Name: "first", Game: game.Shogi} }

// TestTryGames: as many games as fit into the time, and none of an engine that fails or takes far too long.
func TestTryGames(t *testing.T) {
	const slower = "slower" // also at a smaller depth, which it gets if the clock of the test advances so
	for _, test := range []struct {
		name    string
		fails   bool
		each    time.Duration // between two looks at the clock, some thirty a game
		workers int
		games   int
		most    int // the largest number that is right; 0: games, exactly
		left    string
	}{
		{"quick", false, time.Nanosecond, 1, 1000, 0, ""},
		{"slow", false, 2600 * time.Microsecond, 1, 300, 700, ""},
		{"slow, two at a time", false, 2600 * time.Microsecond, 2, 300, 700, ""}, // which share one clock
		{"slow, many at a time", false, 2600 * time.Microsecond, 64, 300, 700, ""},
		{slower, false, 8 * time.Millisecond, 1, 200, 0, ""},
		{"far too slow", false, time.Second, 1, 0, 0, "200 games take longer than 1m40s"},
		{"failing", true, time.Nanosecond, 1, 0, 0, "the engine fails in 8 of 8 games against itself: fell over"},
	} {
		trial, told := newTrial(t, starter.Options{})
		trial.Runner.Workers = test.workers
		trial.Runner.Now = fittest.SteppingClock(test.each) // asked for each move and each game
		must.Do(t, trial.tryGames(t.Context(), inProcess(func() engine.Engine { return first{fails: test.fails} })))
		options := trial.Options
		if options.Games < test.games || options.Games > max(test.games, test.most) || options.Left[starter.GamesName] != test.left {
			t.Errorf("%s: %d games, left out %q", test.name, options.Games, options.Left)
		}
		if test.name == slower {
			continue
		}
		want := ""
		if test.left != "" {
			want = "there are no games: " + test.left
		}
		if got := strings.Join(*told, ""); got != want {
			t.Errorf("%s: told %q, want %q", test.name, got, want)
		}
		if limit := options.Limits[starter.GamesName]; test.left == "" && limit != "nodes=500" {
			t.Errorf("%s: limit %q", test.name, limit)
		}
	}
}

// TestAllowedElo: fewer games than 400 are allowed a larger loss, and none is allowed a smaller one.
func TestAllowedElo(t *testing.T) {
	for games, want := range map[int]int{200: -35, 300: -29, 400: -25, 1000: -25} {
		if got := allowedElo(games); got != want {
			t.Errorf("%d games: %d Elo, want %d", games, got, want)
		}
	}
}

// TestTryGamesOfShogi: a book of 300 openings has no more than 600 games.
func TestTryGamesOfShogi(t *testing.T) {
	trial, _ := newTrial(t, starter.Options{Shogi: true})
	trial.Runner.Now = fittest.SteppingClock(1)
	on := inProcess(func() engine.Engine { return firstOfShogi{} })
	on.Command.Protocol = uci.USI
	if err := trial.tryGames(t.Context(), on); err != nil || trial.Options.Games != 600 {
		t.Errorf("%d games, left out %q, %v", trial.Options.Games, trial.Options.Left, err)
	}
}

// TestTryGamesFresh: an engine that gets restarts plays its games in fresh processes.
func TestTryGamesFresh(t *testing.T) {
	for restart, want := range map[int]int{0: 4, 16: 2 + 1 + 2*triedGames} { // to try the limit and the start, and to play
		opened := 0
		trial, _ := newTrial(t, starter.Options{Restart: restart})
		trial.Runner.Now = fittest.SteppingClock(1)
		on := inProcess(func() engine.Engine {
			opened++
			return first{}
		})
		if err := trial.tryGames(t.Context(), on); err != nil || opened != want {
			t.Errorf("restart %d: %d engines opened, want %d; %v", restart, opened, want, err)
		}
	}
}

// TestTryGamesByDepth: games that take long are played to a smaller depth, and never to less than three plies. Those by nodes get
// a limit by depth if they are faster so.
func TestTryGamesByDepth(t *testing.T) {
	for _, test := range []struct {
		name   string
		factor int // of time by ply
		each   time.Duration
		want   string
		nodes  int // a search by nodes takes as long as one to this depth; 0: limits are by depth
	}{
		{"quick", 4, time.Microsecond, "depth=4", 0},
		{"slow", 4, 100 * time.Microsecond, "depth=3", 0},
		{"as slow at any depth", 1, 3 * time.Millisecond, "depth=4", 0},
		{"slow by nodes", 2, 100 * time.Microsecond, "depth=4", 8},
		{"quick by nodes", 2, 100 * time.Microsecond, "nodes=500", 4},
	} {
		trial, _ := newTrial(t, starter.Options{ByDepth: test.nodes == 0})
		options := trial.Options
		var now atomic.Int64
		trial.Runner.Now = func() time.Time { return time.Unix(0, now.Load()) }
		on := inProcess(func() engine.Engine {
			return deep{spend: func(depth int) {
				depth = cmp.Or(depth, test.nodes)
				now.Add(int64(test.each) * int64(math.Pow(float64(test.factor), float64(depth))))
			}}
		})
		if err := trial.tryGames(t.Context(), on); err != nil || options.Limits[starter.GamesName] != test.want || options.Games < minGames {
			t.Errorf("%s: %d games, limits %v, left out %v, %v", test.name, options.Games, options.Limits, options.Left, err)
		}
	}
}

// deep is first, and says to which depth it searches.
type deep struct {
	first
	spend func(depth int)
}

func (d deep) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	d.spend(task.Limits.Depth)
	result, err := d.first.Search(ctx, task, each)
	result.Depth = task.Limits.Depth
	return result, err
}

package games

import (
	"cmp"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// endless searches until it is stopped, whatever its limit.
type endless struct{ fittest.Base }

func (endless) Search(ctx context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	<-ctx.Done()
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: 1}, nil
}

// TestFitEndless: an engine that searches until it is stopped keeps no limit, however few nodes it tells.
func TestFitEndless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		on := engines.Engine{Open: func() (engine.Engine, error) { return endless{}, nil }}
		control, note, err := shortPlan(t, 2, "nodes=500").Fit(t.Context(), on)
		if control.Limits != (engine.Limits{Depth: 1}) || note != "limit depth=1 instead of nodes=500, which one side does not keep" || err != nil {
			t.Errorf("fitted %v, %q, %v", control, note, err)
		}
		if spent := time.Since(start); spent > 2*firstSearchTime {
			t.Errorf("the search was waited for %v", spent)
		}
	})
}

// lazy takes three seconds for its first search, and then keeps its limit.
type lazy struct {
	endless
	warm *bool
}

func (l lazy) Search(ctx context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if !*l.warm {
		time.Sleep(3 * time.Second)
		*l.warm = true
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: cmp.Or(task.Limits.Nodes, 30)}, ctx.Err()
}

// TestFitLazy: a limit is kept by an engine whose first search takes longer than the others may.
func TestFitLazy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		on := engines.Engine{Open: func() (engine.Engine, error) { return lazy{warm: new(bool)}, nil }}
		plan := shortPlan(t, 2, "nodes=500")
		if control, note, err := plan.Fit(t.Context(), on); control != plan.Control || note != "" || err != nil {
			t.Errorf("fitted %v, %q, %v", control, note, err)
		}
	})
}

// coarse looks at its limit only every so many nodes; 0: it ends after a few.
type coarse struct {
	endless
	every uint64
}

func (c coarse) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	nodes := cmp.Or(task.Limits.Nodes, uint64(40*task.Limits.Depth))
	if c.every == 0 {
		return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: 20}, nil
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: (nodes + c.every - 1) / c.every * c.every}, nil
}

// TestFitUnequal: sides that look at a limit by nodes in different steps get one by depth.
func TestFitUnequal(t *testing.T) {
	every := func(nodes uint64) engines.Engine {
		return engines.Engine{Open: func() (engine.Engine, error) { return coarse{every: nodes}, nil }}
	}
	plan := shortPlan(t, 2, "nodes=500")
	for _, test := range []struct {
		base, head uint64
		note       string
	}{
		{1, 1, ""},
		{2048, 2048, ""},
		{1, 25, ""},
		{1, 0, ""},
		{1, 2048, "limit depth=1 instead of nodes=500, under which the sides spend different numbers of nodes"},
		{1024, 1, "limit depth=12 instead of nodes=500, under which the sides spend different numbers of nodes"},
	} {
		_, note, err := plan.Fit(t.Context(), every(test.base), every(test.head))
		if note != test.note || err != nil {
			t.Errorf("steps of %d and %d nodes: %q, %v", test.base, test.head, note, err)
		}
	}
}

// slow takes a time for each ply, and few nodes.
type slow struct {
	endless
	ply time.Duration
}

func (s slow) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	time.Sleep(time.Duration(task.Limits.Depth) * s.ply)
	nodes := uint64(10 * task.Limits.Depth)
	if task.Limits.Nodes > 0 { // which it does not keep
		nodes = 100_000
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: nodes}, nil
}

// TestFitSlow: a limit by depth leaves time for all games, and has three plies even if it does not.
func TestFitSlow(t *testing.T) {
	for _, test := range []struct {
		ply   time.Duration
		games int
		want  int
	}{
		{time.Millisecond, 100, 12},
		{time.Millisecond, 400, 4}, // 20,000 searches of 4 ms
		{2 * time.Millisecond, 200, 4},
		{time.Millisecond, 2000, 3},
		{100 * time.Millisecond, 400, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			plan := shortPlan(t, test.games, "nodes=500")
			plan.Now = time.Now
			on := engines.Engine{Open: func() (engine.Engine, error) { return slow{ply: test.ply}, nil }}
			if control, _, err := plan.Fit(t.Context(), on); control.Limits.Depth != test.want || err != nil {
				t.Errorf("%v a ply, %d games: depth %d, %v, want %d", test.ply, test.games, control.Limits.Depth, err, test.want)
			}
		})
	}
}

// TestPlayerAllowance: a search of a game by a program may take no longer than longest, nor longer than the configuration says.
func TestPlayerAllowance(t *testing.T) {
	for _, test := range []struct{ configured, want time.Duration }{{0, longest}, {time.Minute, longest}, {time.Second, time.Second}} {
		on := engines.Engine{Command: uci.Command{Path: "mine", Allowance: uci.Allowance{Position: test.configured}}}
		if got := withShortSearches(t.Context(), on).Command.Allowance.Position; got != test.want {
			t.Errorf("%v: %v, want %v", test.configured, got, test.want)
		}
	}
}

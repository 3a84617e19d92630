package games

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// endless searches until it is stopped, whatever its limit.
type endless struct{}

func (endless) ID() engine.ID               { return engine.ID{Name: "endless"} }
func (endless) Reset(context.Context) error { return nil }
func (endless) Close() error                { return nil }

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
		if spent := time.Since(start); spent > 3*patience {
			t.Errorf("the search was waited for %v", spent)
		}
	})
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

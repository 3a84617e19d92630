package fit

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// timed is an engine whose nodes change from search to search, by a clock, under some limits.
type timed struct {
	fittest.Base
	clock            *int
	byNodes, byDepth int  // every so many searches differ; 0: none
	late             bool // searches by nodes have to be stopped
	little           bool // the nodes change by little
}

func (e *timed) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	*e.clock++
	nodes, every := 3000, e.byNodes
	if task.Limits.Nodes == 0 {
		every = e.byDepth
	}
	if every > 0 && *e.clock%every == 0 {
		nodes += *e.clock * 50
		if e.little {
			nodes = 3000 + *e.clock
		}
	}
	move := task.Start.LegalMoves()[0]
	r := engine.Result{Best: move, Depth: 6, Nodes: uint64(nodes), PV: []game.Move{move}}
	if e.late && task.Limits.Nodes > 0 {
		r.Stop = engine.StopLate
	}
	return r, nil
}

// TestTimerText: only an engine that repeats by depth, and differs in three searches by nodes, gets another limit.
func TestTimerText(t *testing.T) {
	r := newRunner(t, "name: wac, kind: tactics, limit: 'nodes=50000,stop-when-solved=3'")
	for name, test := range map[string]struct {
		byNodes, byDepth int
		late, little     bool
		want             string
	}{
		"a timer":           {1, 0, false, false, "32 of 32 searches take different numbers of nodes when repeated under limits nodes=5000, and none under depth=6"},
		"at times":          {12, 0, false, false, "5 of 32 searches take different numbers of nodes when repeated under limits nodes=5000, and none under depth=6"},
		"keeps its limit":   {1, 0, false, true, ""},
		"is stopped":        {1, 0, true, false, ""},
		"repeats":           {0, 0, false, false, ""},
		"seldom differs":    {40, 0, false, false, ""},
		"never repeats":     {1, 1, false, false, ""},
		"repeats by nodes":  {0, 1, false, false, ""},
		"differs by chance": {1, 60, false, false, ""},
	} {
		clock := 0
		on := engines.Engine{Name: "timed", Open: func() (engine.Engine, error) {
			return &timed{fittest.Base{}, &clock, test.byNodes, test.byDepth, test.late, test.little}, nil
		}}
		got, asked, err := TimerText(t.Context(), r, on, &r.Config.Suites[0])
		if got != test.want || !asked || err != nil {
			t.Errorf("%s: got %q, %t, %v, want %q", name, got, asked, err, test.want)
		}
	}
}

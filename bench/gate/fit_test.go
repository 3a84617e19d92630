package gate

import (
	"context"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// hasty is an engine that ends far below a limit by nodes where there are many moves, if it is not sound. One that
// fails has no answer under such a limit.
type hasty struct{ sound, fails bool }

func (h hasty) ID() engine.ID { return engine.ID{Name: "hasty"} }

func (h hasty) Reset(context.Context) error { return nil }

func (h hasty) Close() error { return nil }

func (h hasty) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if h.fails && task.Limits.Nodes > 0 {
		return engine.Result{}, &bench.FaultError{Class: bench.FaultIllegalMove, Text: "planned"}
	}
	move := task.Start.LegalMoves()[0]
	r := engine.Result{Best: move, Depth: 5, Nodes: max(20, task.Limits.Nodes), PV: []game.Move{move}}
	if !h.sound && task.Limits.Nodes > 0 && task.Start.CountLegal() > 20 {
		r.Nodes, r.Stop = 20, engine.StopEarly
	}
	for depth := range 5 {
		each(engine.Info{Depth: depth + 1, Nodes: r.Nodes, PV: r.PV})
	}
	return r, nil
}

// TestFitLimits: an engine that misses the limit by nodes of one suite gets limits by depth in all.
func TestFitLimits(t *testing.T) {
	const settings = `suites:
  - {name: zugzwang-proven, kind: zugzwang, forms: 4, limit: nodes=20000}
  - {name: wac, kind: tactics, forms: 4, limit: nodes=50000}
  - {name: tree, suite: wac, kind: nodes, forms: 2, limit: depth=8}
`
	before := map[string]bench.Limits{"wac": {Limits: engine.Limits{Depth: 11}}}
	for _, test := range []struct {
		name       string
		base, head hasty
		known      map[string]bench.Limits // of an earlier measurement
		want       string
	}{
		{"both keep", hasty{sound: true}, hasty{sound: true}, before, "nodes=20000 nodes=50000 depth=8"},
		{"the head misses one", hasty{sound: true}, hasty{}, nil, "depth=6 depth=6 depth=8"},
		{"the head misses one, as before", hasty{sound: true}, hasty{}, before, "depth=6 depth=11 depth=8"},
		{"the base misses one", hasty{}, hasty{sound: true}, nil, "depth=6 depth=6 depth=8"},
		{"the base fails", hasty{sound: true, fails: true}, hasty{sound: true}, nil, "depth=6 depth=6 depth=8"},
	} {
		var told strings.Builder
		r := quietRunner(t, settings, &told)
		open := func(h hasty) engines.Engine {
			return engines.Engine{Name: "hasty", Open: func() (engine.Engine, error) { return h, nil }}
		}
		var jobs []*job
		for _, s := range r.Config.Suites {
			jobs = append(jobs, &job{base: open(test.base), head: open(test.head), config: s})
		}
		s := Series{limits: make(map[string]bench.Limits)}
		s.UseLimits(test.known)
		if err := fitLimits(t.Context(), r, jobs, s.limits); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var got []string
		for _, j := range jobs {
			got = append(got, j.config.Limit.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: limits %v, want %s; told %s", test.name, got, test.want, told.String())
		}
	}
}

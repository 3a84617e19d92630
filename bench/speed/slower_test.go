package speed

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
)

// counting is an engine that searches as many nodes as it may.
type counting struct {
	engine.Engine
	nodes *uint64
}

func (c counting) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	*c.nodes = task.Limits.Nodes
	each(engine.Info{Nodes: task.Limits.Nodes / 2})
	return engine.Result{Nodes: task.Limits.Nodes}, nil
}

// TestSlower: the slower engine searches more nodes than it says, and says as many
// as it was asked for.
func TestSlower(t *testing.T) {
	var searched, said uint64
	result, err := slowEngine{counting{nodes: &searched}, 30}.Search(t.Context(), engine.Task{Limits: engine.Limits{Nodes: 1000}}, func(i engine.Info) { said = i.Nodes })
	if err != nil || searched != 1300 || said != 500 || result.Nodes != 1000 {
		t.Errorf("searched %d nodes, said %d on the way and %d, %v", searched, said, result.Nodes, err)
	}
}

// TestSlowed: an engine that was slowed down loses against itself.
func TestSlowed(t *testing.T) {
	for percent, want := range map[uint64]compare.Verdict{0: compare.Pass, 30: compare.Fail} {
		config, _ := fakeRace(t, func(_, _ *fake) {})
		config.Head = WithSlowdown(percent, config.Head)
		r, err := Run(t.Context(), config)
		if err != nil || r.Assessment.Verdict != want {
			t.Errorf("slowed by %d%%: %+v, %v", percent, r, err)
		}
	}
}

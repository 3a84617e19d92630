package speed

import (
	"context"
	"errors"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// clock is a time that only searches move.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

// fake is an engine that takes a time for each node.
type fake struct {
	clock    *clock
	name     string
	each     time.Duration // wall time of a node
	nodes    uint64        // of a search, where the limit names none
	tellsCPU string        // "always", "asked", "sometimes" or "never"
	fails    error
	closed   *int
	searches int
	log      *string // the first letters of those that search; nil: not kept
}

func (f *fake) ID() engine.ID               { return engine.ID{Name: f.name} }
func (f *fake) Reset(context.Context) error { return nil }

func (f *fake) Close() error {
	*f.closed++
	return nil
}

func (f *fake) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	nodes := task.Limits.Nodes
	if f.nodes > 0 {
		nodes = f.nodes
	}
	took := f.each * time.Duration(nodes)
	f.clock.at = f.clock.at.Add(took)
	f.searches++
	if f.log != nil {
		*f.log += f.name[:1]
	}
	result := engine.Result{Nodes: nodes}
	if f.tellsCPU == "always" || f.tellsCPU == "sometimes" && f.searches%2 == 0 || f.tellsCPU == "asked" && task.Limits.CPUTime > 0 {
		result.CPU = took / 2
	}
	return result, f.fails
}

var errBroken = errors.New("engine broken")

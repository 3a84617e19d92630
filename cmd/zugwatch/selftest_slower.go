package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
)

// slowerFlag makes the head of a race slower than it is, for the self-test.
func slowerFlag() cli.Flag {
	return &cli.Uint64Flag{Name: "slower", Hidden: true, Usage: "make the head slower by `N` percent: see selftest"}
}

// slowedBy opens engines that are slower by a percentage.
func slowedBy(percent uint64, open func() (engine.Engine, error)) func() (engine.Engine, error) {
	if percent == 0 {
		return open
	}
	return func() (engine.Engine, error) {
		opened, err := open()
		return slower{opened, percent}, err
	}
}

// slower is an engine that takes longer for each node by a percentage: it
// searches more nodes than it says.
type slower struct {
	engine.Engine
	percent uint64
}

// Search answers the task with a search of more nodes.
func (s slower) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	task.Limits.Nodes += task.Limits.Nodes * s.percent / 100
	result, err := s.Engine.Search(ctx, task, func(i engine.Info) {
		if i.Nodes = s.told(i.Nodes); each != nil {
			each(i)
		}
	})
	result.Nodes = s.told(result.Nodes)
	return result, err
}

// told is how many nodes the engine says it has searched.
func (s slower) told(nodes uint64) uint64 { return nodes * 100 / (100 + s.percent) }

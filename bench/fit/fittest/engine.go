package fittest

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Base has the methods of an engine that a test does not look at. It is embedded in engines with searches of their own.
type Base struct{}

// ID returns a fixed name.
func (Base) ID() engine.ID { return engine.ID{Name: "fake"} }

// Reset clears nothing.
func (Base) Reset(context.Context) error { return nil }

// Close releases nothing.
func (Base) Close() error { return nil }

// Engine solves positions at depth 1. A search that is stopped before its limit leaves state in the process, whose size is
// chance.
type Engine struct {
	Base
	Answers map[string]game.Move // the solutions, by the text of the position; any other is answered with a first move
	Keeps   bool                 // every search leaves state
	State   *int                 // nodes that the process adds to each search
	Luck    *int                 // number of stopped searches, of all processes
	Ply     time.Duration        // CPU time of an iteration
}

// Search answers at once, with 100 nodes for each iteration beside those of the state.
func (e Engine) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	move, found := e.Answers[task.Start.String()]
	if !found {
		move = task.Start.LegalMoves()[0]
	}
	r := engine.Result{Best: move, PV: []game.Move{move}}
	before := *e.State
	if e.Keeps {
		*e.State++
	}
	for r.Depth < task.Limits.Depth {
		if ctx.Err() != nil {
			*e.Luck++
			*e.State += *e.Luck
			break
		}
		r.Depth++
		r.Nodes = uint64(100*r.Depth + before)
		if each != nil {
			each(engine.Info{Depth: r.Depth, Nodes: r.Nodes, PV: r.PV})
		}
	}
	r.CPU = time.Duration(r.Depth) * e.Ply
	return r, nil
}

// SteppingClock returns a clock that goes on by a step at each look. It is safe for concurrent use.
func SteppingClock(step time.Duration) func() time.Time {
	var looks atomic.Int64
	start := time.Now()
	return func() time.Time { return start.Add(time.Duration(looks.Add(1)) * step) }
}

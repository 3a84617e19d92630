package main

import (
	"context"
	"runtime"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/search"
)

// stopwatch is a built-in engine whose searches tell their CPU time under every
// limit. The engine itself reads no clock where it need not.
type stopwatch struct{ engine.Engine }

// Search measures the thread, which has nothing else to do meanwhile; where the
// system knows no clock of one thread, the whole process.
func (e stopwatch) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := search.ThreadCPU()
	result, err := e.Engine.Search(ctx, task, each)
	result.CPU = search.ThreadCPU() - began
	return result, err
}

// timed makes engines with a stopwatch.
func timed(open func() (engine.Engine, error)) func() (engine.Engine, error) {
	return func() (engine.Engine, error) {
		e, err := open()
		if err != nil {
			return nil, err
		}
		return stopwatch{e}, nil
	}
}

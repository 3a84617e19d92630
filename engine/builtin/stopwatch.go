package builtin

import (
	"context"
	"runtime"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
)

// Stopwatch is the engine with searches that tell their CPU time under every
// limit. The engine itself reads no clock where it need not.
type Stopwatch struct{ engine.Engine }

// Search measures the thread, which has nothing else to do meanwhile; where the
// system knows no clock of one thread, the whole process.
func (e Stopwatch) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := budget.ThreadCPU()
	result, err := e.Engine.Search(ctx, task, each)
	result.CPU = budget.ThreadCPU() - began
	return result, err
}

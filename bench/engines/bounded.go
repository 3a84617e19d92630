package engines

import (
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// MayNeverEnd reports whether a search under limits may never end by itself: where it is
// to find a mate and there is none.
func MayNeverEnd(l engine.Limits) bool { return l.Mate > 0 && l == engine.Limits{Mate: l.Mate} }

// bounded is the engine in this process, with a timeout on its searches for a mate. After
// the longest time for a position they end with a fault, as in an engine in a process of
// its own. Its other searches are bounded by their limits.
type bounded struct {
	engine.Engine
	longest time.Duration
}

// openBounded opens the built-in engine in this process.
func openBounded(b builtin.Engine) (engine.Engine, error) {
	opened, err := b.Open()
	if err != nil {
		return nil, err
	}
	return bounded{opened, uci.Allowance{}.Search(engine.Limits{Mate: 1})}, nil
}

// Perft counts the leaves of the tree of legal moves by the rules that the engine plays by.
func (b bounded) Perft(ctx context.Context, position game.Position, depth int) (uint64, error) {
	return game.Perft(ctx, position, depth)
}

// Search searches within the time.
func (b bounded) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if !MayNeverEnd(task.Limits) {
		return b.Engine.Search(ctx, task, each)
	}
	timed, cancel := context.WithTimeout(ctx, b.longest)
	defer cancel()
	result, err := b.Engine.Search(timed, task, each)
	if err == nil && result.Stop == engine.StopContext && ctx.Err() == nil {
		err = &uci.Fault{Class: uci.ClassTimeout, Detail: fmt.Sprintf("no mate in %d was found within %v (expected a limit by depth or nodes beside it)", task.Limits.Mate, b.longest)}
	}
	return result, err
}

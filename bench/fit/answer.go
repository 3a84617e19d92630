package fit

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// answerTime is how long an engine may take for a search that is meant to end at once.
const answerTime = 5 * time.Second

// CheckAnswers returns why an engine ends no search by nodes, in two processes, or nil if it does. The errors are those of
// CheckDepth, which is asked of an engine that ends none.
func CheckAnswers(ctx context.Context, on engines.Engine) (missed, err error) {
	for range 2 {
		missed, err = tryAnswer(ctx, on, engine.Limits{Nodes: 1000})
		if err != nil || missed == nil {
			return nil, err
		}
	}
	return missed, CheckDepth(ctx, on)
}

// checkedDepth is a depth that every engine reaches at once.
const checkedDepth = 4

// CheckDepth returns an error of the kind Engine if an engine does not keep go depth 4. Such an engine does not end the search,
// or ends it before that depth. One that tells no depth has to search more nodes to twice the depth. If limits by nodes are not
// kept either, no suite can be searched. Other errors are those of opening the engine and of a context that ended.
func CheckDepth(ctx context.Context, on engines.Engine) error {
	failed, err := tryAnswer(ctx, on, engine.Limits{Depth: checkedDepth})
	if err != nil || failed == nil {
		return err
	}
	return failure.With(failure.Engine, fmt.Errorf("engine %s keeps no limit by nodes and does not keep go depth %d, so no suite can be searched: %w (hint: zugwatch doctor says what it understands)", on.Name, checkedDepth, failed))
}

// tryAnswer returns why a new process of an engine does not keep a limit, or nil if it does.
func tryAnswer(ctx context.Context, on engines.Engine, limits engine.Limits) (failed, err error) {
	e, err := on.Open()
	if err == nil {
		failed = answer(ctx, e, limits)
		_ = e.Close() // its search is over
	}
	if ctx.Err() != nil {
		return nil, failure.Interruption(ctx, context.Cause(ctx))
	}
	return failed, err
}

// answer has an engine search the start position of its game. The error says why it does not keep the limit.
func answer(ctx context.Context, e engine.Engine, limits engine.Limits) error {
	short, cancel := context.WithTimeoutCause(ctx, answerTime, fmt.Errorf("it does not end the search within %v", answerTime))
	defer cancel()
	task := engine.Task{Start: e.ID().Game.Start(), Limits: limits}
	result, err := e.Search(short, task, func(engine.Info) {})
	if limits.Depth > 0 && result.Stop == engine.StopEarly {
		err = fmt.Errorf("it ends the search at depth %d", result.Depth)
	}
	if limits.Depth > 0 && result.Depth == 0 && err == nil {
		task.Limits.Depth *= 2
		deeper, failed := e.Search(short, task, func(engine.Info) {})
		if err = failed; err == nil && deeper.Nodes <= result.Nodes {
			err = fmt.Errorf("it tells no depth, and searches %d nodes to depth %d and %d to depth %d", result.Nodes, limits.Depth, deeper.Nodes, task.Limits.Depth)
		}
	}
	return cmp.Or(context.Cause(short), err)
}

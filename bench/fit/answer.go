package fit

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// answerTime is how long an engine may take for a search that is meant to end at once.
const answerTime = 5 * time.Second

// CheckAnswers returns why an engine ends no search by nodes, in two processes, or nil if it does. An error of the kind
// Engine says that it ends none by depth either, so that no suite can be searched. Other errors are those of opening the
// engine and of a context that ended.
func CheckAnswers(ctx context.Context, on engines.Engine) (missed, err error) {
	var failed error
	for _, limits := range []engine.Limits{{Nodes: 1000}, {Nodes: 1000}, {Depth: 1}} {
		if limits.Depth > 0 {
			missed = failed
		}
		e, err := on.Open()
		if err == nil {
			failed = answer(ctx, e, limits)
			_ = e.Close() // its search is over
		}
		if ctx.Err() != nil {
			return nil, failure.Interruption(ctx, context.Cause(ctx))
		}
		if err != nil || failed == nil {
			return missed, err
		}
	}
	return nil, failure.With(failure.Engine, fmt.Errorf("engine %s answers neither go nodes 1000 nor go depth 1, so no suite can be searched: %w (hint: zugwatch doctor says what it understands)", on.Name, failed))
}

// answer has an engine search the usual start of chess. The error says why it does not end the search by itself.
func answer(ctx context.Context, e engine.Engine, limits engine.Limits) error {
	short, cancel := context.WithTimeoutCause(ctx, answerTime, fmt.Errorf("it does not end the search within %v", answerTime))
	defer cancel()
	_, err := e.Search(short, engine.Task{Start: game.Chess.Start(), Limits: limits}, func(engine.Info) {})
	return cmp.Or(context.Cause(short), err)
}

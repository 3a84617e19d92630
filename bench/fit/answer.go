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

// CheckAnswers returns an error of the kind Engine if an engine ends searches neither by nodes nor by depth, so that no suite
// can be searched. Any other error is that of a context that ended.
func CheckAnswers(ctx context.Context, on engines.Engine) error {
	var failed error
	for _, limits := range []engine.Limits{{Nodes: 1000}, {Depth: 1}} {
		if failed = answer(ctx, on, limits); failed == nil {
			return nil
		}
		if ctx.Err() != nil {
			return failure.Interruption(ctx, context.Cause(ctx))
		}
	}
	return failure.With(failure.Engine, fmt.Errorf("engine %s answers neither go nodes 1000 nor go depth 1, so no suite can be searched: %w (hint: zugwatch doctor says what it understands)", on.Name, failed))
}

// answer has an engine search the usual start of chess. The error says why it does not end the search by itself.
func answer(ctx context.Context, on engines.Engine, limits engine.Limits) error {
	e, err := on.Open()
	if err != nil {
		return err
	}
	defer e.Close() // its search is over
	short, cancel := context.WithTimeoutCause(ctx, answerTime, fmt.Errorf("it does not end the search within %v", answerTime))
	defer cancel()
	_, err = e.Search(short, engine.Task{Start: game.Chess.Start(), Limits: limits}, func(engine.Info) {})
	return cmp.Or(context.Cause(short), err)
}

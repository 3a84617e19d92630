package fit

import (
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
// can be searched. Other errors are those of opening the engine and of a context that ended.
func CheckAnswers(ctx context.Context, on engines.Engine) error {
	for _, limits := range []engine.Limits{{Nodes: 1000}, {Depth: 1}} {
		if ends, err := answers(ctx, on, limits); ends || err != nil {
			return err
		}
	}
	return failure.With(failure.Engine, fmt.Errorf("engine %s ends neither go nodes 1000 nor go depth 1 within %v, so no suite can be searched (hint: zugwatch doctor says what it understands)", on.Name, answerTime))
}

// answers reports whether an engine ends a search of the usual start of chess by itself, with an answer. The error is that of
// opening the engine or of a context that ended.
func answers(ctx context.Context, on engines.Engine, limits engine.Limits) (bool, error) {
	e, err := on.Open()
	if err != nil {
		return false, failure.Interruption(ctx, err)
	}
	defer e.Close() // its search is over
	short, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, err = e.Search(short, engine.Task{Start: game.Chess.Start(), Limits: limits}, func(engine.Info) {})
	if ctx.Err() != nil {
		return false, failure.Interruption(ctx, context.Cause(ctx))
	}
	return err == nil && short.Err() == nil, nil
}

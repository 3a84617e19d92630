package fit

import (
	"context"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// FindFolder returns the first of the folders in which an engine answers otherwise than in its private one, which is empty.
// Such an engine opens a file by a relative path, often its network. It returns "" if there is none, or if the engine does not
// repeat its answers, as one that learns from a file there. In returns the engine in a folder, and in its private one for "".
// The error is that of a context that ended.
func FindFolder(ctx context.Context, in func(folder string) engines.Engine, folders []string) (string, error) {
	private := answersOf(ctx, in(""))
	if answersOf(ctx, in("")) != private {
		return "", context.Cause(ctx)
	}
	for _, folder := range folders {
		if found := answersOf(ctx, in(folder)); found != "" && found != private && answersOf(ctx, in(folder)) == found {
			return folder, context.Cause(ctx)
		}
	}
	return "", context.Cause(ctx)
}

// answersOf returns what a new process of an engine answers in knownMates, empty if it has a fault.
func answersOf(ctx context.Context, on engines.Engine) string {
	e, err := on.Open()
	if err != nil {
		return ""
	}
	defer func() { _ = e.Close() }() // its searches are over
	short, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var b strings.Builder
	for _, known := range knownMates {
		result, err := e.Search(short, engine.Task{Start: game.MustParsePosition(known.fen), Limits: engine.Limits{Depth: checkedDepth}}, func(engine.Info) {})
		if err != nil {
			return ""
		}
		fmt.Fprintln(&b, result.Best, result.Score, result.Nodes)
	}
	return b.String()
}

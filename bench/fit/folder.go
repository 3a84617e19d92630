package fit

import (
	"context"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench/engines"
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
	var b strings.Builder
	for _, result := range searchKnown(ctx, on, checkedDepth, knownMates[:]...) {
		fmt.Fprintln(&b, result.Best, result.Score, result.Nodes)
	}
	return b.String()
}

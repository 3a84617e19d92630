package profile

import (
	"context"
	"runtime/pprof"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// Labelled is an engine of this process whose samples carry the suite and the
// position. Name is what a position is called. What the engine does is not
// changed by it.
func Labelled(inner engine.Engine, suite string, name func(chess.Position) string) engine.Engine {
	return labelled{Engine: inner, suite: suite, name: name}
}

type labelled struct {
	engine.Engine
	suite string
	name  func(chess.Position) string
}

// Search searches with the labels set.
func (l labelled) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (result engine.Result, err error) {
	labels := pprof.Labels(suiteLabel, l.suite, positionLabel, l.name(task.Start))
	pprof.Do(ctx, labels, func(ctx context.Context) { result, err = l.Engine.Search(ctx, task, each) })
	return result, err
}

package merge

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// scripted plays the first legal move everywhere.
type scripted struct{ fittest.Base }

func openScripted() (engine.Engine, error) { return scripted{}, nil }

func (scripted) ID() engine.ID {
	return engine.ID{Name: "Scripted", Version: "1", Options: []engine.Option{{Name: "Hash", Value: "16"}}}
}

func (scripted) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: task.Start.Key() % 1000}, nil
}

// walk makes a suite of the positions after each legal move from the start. Two of three ask for a move.
func walk(t testing.TB) *suites.Suite {
	t.Helper()
	start := must.Get(game.ParsePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"))(t)
	suite := &suites.Suite{Name: "test", Digest: "d1"}
	for _, m := range start.LegalMoves() {
		next := start.After(m)
		r := epd.Record{ID: start.Notation(m), Position: next}
		if from := int(m.Chess().To() % 3); from < 2 {
			r.Best = next.LegalMoves()[from : from+1]
		}
		suite.Records = append(suite.Records, r)
	}
	return suite
}

func depthConfig() bench.Config {
	return bench.Config{Limits: bench.Limits{Limits: engine.Limits{Depth: 5}}, Workers: 1}
}

package farm

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRefer: a position that the engine fails on is no reference; a lack of the machine is
// an error.
func TestRefer(t *testing.T) {
	start := must.Get(game.ParsePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))(t)
	ask := func(failing error) func(int, engine.Task) (engine.Result, error) {
		asked := 0
		return func(int, engine.Task) (engine.Result, error) {
			if asked++; asked == 2 {
				return engine.Result{}, failing
			}
			return engine.Result{Nodes: 7}, nil
		}
	}
	positions := []game.Position{start, start, start}
	all, err := searchReferences(t.Context(), positions, 1, ask(errors.New("crash")))
	if err != nil || len(all) != 2 {
		t.Errorf("%d references, %v", len(all), err)
	}
	if _, err := searchReferences(t.Context(), positions, 1, ask(&ConnectionError{Err: errors.New("no memory")})); err == nil {
		t.Error("what the machine lacks is no error")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := searchReferences(ended, positions, 1, ask(context.Canceled)); err == nil {
		t.Error("an end is no error")
	}
}

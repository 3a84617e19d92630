package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestContract holds that the engine answers as its contract says.
func TestContract(t *testing.T) {
	var e engine.Engine = newSearcher(t, Defaults())
	entered := game.OfShogi(position(t, "1KGGGG3/PPPPPP3/9/9/9/9/9/9/8k b 2R2B 1"))
	for _, c := range []struct {
		name string
		task engine.Task
		want game.Move
	}{
		{"declaration", engine.Task{Start: entered}, game.DeclareWin},
		{"mated", engine.Task{Start: game.OfShogi(position(t, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"))}, game.NoMove},
		{"only move", engine.Task{
			Start: game.Shogi.Start(), Moves: game.OfShogiMoves(played(t, position(t, shogiStart), "7g7f")...),
			SearchMoves: game.OfShogiMoves(played(t, position(t, shogiStart), "7g7f", "8c8d")[1:]...),
		}, game.OfShogiMove(played(t, position(t, shogiStart), "7g7f", "8c8d")[1])},
	} {
		c.task.Limits.Depth = 4
		turns, infos := 0, 0
		c.task.AtRoot = func(game.Move) { turns++ }
		r, err := e.Search(t.Context(), c.task, func(i engine.Info) { infos++ })
		if err != nil || r.Best != c.want {
			t.Errorf("%s: %s (%v), want %s", c.name, r.Best, err, c.want)
		}
		if asked := c.name == "only move"; (turns > 0) != asked || (infos > 0) != asked {
			t.Errorf("%s: told %d moves and %d iterations", c.name, turns, infos)
		}
	}
	for _, p := range []game.Position{nil, game.ShogiPosition{}, game.OfChess(chess.Start())} {
		if _, err := e.Search(t.Context(), engine.Task{Start: p, Limits: engine.Limits{Depth: 1}}, nil); err == nil {
			t.Errorf("%v was searched", p)
		}
	}
}

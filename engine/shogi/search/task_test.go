package search

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// TestMateAlone holds that a task for nothing but a mate is answered by the prover.
func TestMateAlone(t *testing.T) {
	s := newSearcher(t, Defaults())
	for _, c := range []struct {
		sfen, best string
		score      engine.Score
		stop       engine.StopReason
	}{
		{"9/4k4/9/4P4/9/9/9/9/4K4 b 2G 1", "G*5c", engine.MateScore - 3, engine.StopMate},
		{"4k4/9/9/9/9/9/9/9/4K4 b G 1", "nomate", 0, engine.StopDepth},
	} {
		task := engine.Task{Start: game.FromShogi(position(t, c.sfen)), Limits: engine.Limits{Mate: 5}}
		r, err := s.Search(t.Context(), task, nil)
		if err != nil || r.Best.String() != c.best || r.Score != c.score || r.Stop != c.stop {
			t.Errorf("%s: %+v, %v", c.sfen, r, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	hard := game.FromShogi(position(t, "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L9P 1"))
	r, err := s.Search(ctx, engine.Task{Start: hard, Limits: engine.Limits{Mate: 5}}, nil)
	if err != nil || r.Best != game.NoMate || r.Stop != engine.StopContext {
		t.Errorf("after its end: %+v, %v", r, err)
	}
}

// TestContract holds that the engine answers as its contract says.
func TestContract(t *testing.T) {
	var e engine.Engine = newSearcher(t, Defaults())
	entered := game.FromShogi(position(t, "1KGGGG3/PPPPPP3/9/9/9/9/9/9/8k b 2R2B 1"))
	for _, c := range []struct {
		name string
		task engine.Task
		want game.Move
	}{
		{"declaration", engine.Task{Start: entered}, game.DeclareWin},
		{"mated", engine.Task{Start: game.FromShogi(position(t, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"))}, game.NoMove},
		{"only move", engine.Task{
			Start: game.Shogi.Start(), Moves: game.FromShogiMoves(played(t, position(t, shogiStart), "7g7f")...),
			SearchMoves: game.FromShogiMoves(played(t, position(t, shogiStart), "7g7f", "8c8d")[1:]...),
		}, game.FromShogiMove(played(t, position(t, shogiStart), "7g7f", "8c8d")[1])},
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
	for _, p := range []game.Position{nil, game.FromShogi(shogi.Position{}), game.FromChess(chess.Start())} {
		if _, err := e.Search(t.Context(), engine.Task{Start: p, Limits: engine.Limits{Depth: 1}}, nil); err == nil {
			t.Errorf("%v was searched", p)
		}
	}
}

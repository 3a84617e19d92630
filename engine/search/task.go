package search

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// gameOf returns the game of a task, with its moves played.
func gameOf(task *engine.Task) *chess.Game {
	start, _ := game.ToChess(task.Start)
	played := chess.NewGame(start)
	for _, m := range task.Moves {
		played.Play(m.Chess())
	}
	return played
}

// checkTask returns an error for a task that cannot be searched.
func checkTask(task *engine.Task) error {
	p, ok := game.ToChess(task.Start)
	switch {
	case task.Start != nil && !ok:
		return fmt.Errorf("position is of %s (expected one of chess)", task.Start.Game())
	case p.Occupied() == 0:
		return fmt.Errorf("position is empty (expected one from chess.ParseFEN)")
	}
	return nil
}

// appendMoves appends moves to dst as game.Move values.
func appendMoves(dst []game.Move, moves []chess.Move) []game.Move {
	for _, m := range moves {
		dst = append(dst, game.FromChessMove(m))
	}
	return dst
}

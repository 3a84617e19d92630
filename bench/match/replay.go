package match

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Replay has a player search again, in a fresh engine, each position that a side had in a game that a fault ended. The moves
// are those of the game, whatever it answers, and no clock runs. Ending is the first failure, Unfinished if there is none. Plies
// are those of the game before the failure, -1 for an engine that does not start. The error is that of the opening of the game,
// or of a context that ended.
func Replay(ctx context.Context, g *Game, side game.Side, player *Player) (ending Ending, plies int, err error) {
	opening, err := g.Opening()
	if err != nil {
		return Unfinished, 0, err
	}
	s := &seat{opener: &opener{player: player, lock: new(sync.Mutex)}, now: func() time.Time { return time.Time{} }}
	defer func() { _ = s.closeEngine() }() // its error belongs to no game
	if err := s.prepare(ctx); err != nil {
		return failureOf(err), -1, context.Cause(ctx)
	}
	position := opening.EndPosition()
	task := engine.Task{Start: opening.Start, Moves: slices.Clone(opening.Moves), Limits: player.Control.Limits}
	for ; ; plies++ {
		if position.Side() == side {
			result, _, err := s.search(ctx, task)
			switch {
			case ctx.Err() != nil:
				return Unfinished, plies, context.Cause(ctx)
			case err != nil:
				return failureOf(err), plies, nil
			case result.Best != game.Resign && !isAnswer(position, result.Best):
				return IllegalMove, plies, nil
			}
		}
		if plies == len(g.Plies) {
			return Unfinished, plies, nil
		}
		task.Moves = append(task.Moves, g.Plies[plies].Move)
		position = position.After(g.Plies[plies].Move)
	}
}

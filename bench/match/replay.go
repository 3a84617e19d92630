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
// are those of the game, whatever it answers, and no clock runs. Ending is the first failure, Unfinished if there is none. The
// error is that of the opening of the game, or of a context that ended.
func Replay(ctx context.Context, g *Game, side game.Side, player *Player) (ending Ending, err error) {
	opening, err := g.Opening()
	if err != nil {
		return Unfinished, err
	}
	s := &seat{opener: &opener{player: player, lock: new(sync.Mutex)}, now: func() time.Time { return time.Time{} }}
	defer func() { _ = s.closeEngine() }() // its error belongs to no game
	if err := s.prepare(ctx); err != nil {
		return failureOf(err), context.Cause(ctx)
	}
	position := opening.Start
	for _, m := range opening.Moves {
		position = position.After(m)
	}
	task := engine.Task{Start: opening.Start, Moves: slices.Clone(opening.Moves), Limits: player.Control.Limits}
	for i := 0; ; i++ {
		if position.Side() == side {
			result, _, err := s.search(ctx, task)
			switch {
			case ctx.Err() != nil:
				return Unfinished, context.Cause(ctx)
			case err != nil:
				return failureOf(err), nil
			case result.Best != game.Resign && !isAnswer(position, result.Best):
				return IllegalMove, nil
			}
		}
		if i == len(g.Plies) {
			return Unfinished, nil
		}
		task.Moves = append(task.Moves, g.Plies[i].Move)
		position = position.After(g.Plies[i].Move)
	}
}

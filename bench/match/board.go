package match

import (
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// board is where one game is played.
type board struct {
	seats  [2]*seat // by color
	clocks [2]clock
	referee
	task   engine.Task
	exact  bool // no time is written down
	margin time.Duration
	record *Game
}

// newBoard sets a game up.
func newBoard(g *Game, seats [2]*seat, config *Config) (*board, error) {
	opening, err := g.Opening()
	if err != nil {
		return nil, err
	}
	b := &board{seats: seats, margin: config.Margin, record: g, exact: true}
	for side := range b.clocks {
		control := seats[side].opener.player.Control
		b.clocks[side] = newClock(control)
		b.exact = b.exact && control.Exact()
	}
	b.referee = referee{rules: config.Rules, game: chess.NewGame(opening.Start)}
	for _, m := range opening.Moves {
		b.game.Play(m)
	}
	b.task = engine.Task{Start: opening.Start, Moves: append([]chess.Move(nil), opening.Moves...)}
	return b, nil
}

// play plays the game to its end. Its error is that of a done context, after
// which the game is not finished.
func (b *board) play(ctx context.Context) error {
	for _, side := range []chess.Color{chess.White, chess.Black} {
		err := b.seats[side].sit(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			b.fail(side, failureOf(err), err.Error())
			return nil
		}
	}
	for b.record.Ending == Unfinished {
		if result, ending := b.byRules(); ending != Unfinished {
			b.record.Result, b.record.Ending = result, ending
			break
		}
		if err := b.move(ctx); err != nil {
			return err
		}
	}
	return nil
}

// move lets the side to move play.
func (b *board) move(ctx context.Context) error {
	side := b.game.Position.Side()
	b.task.Limits = limits(&b.clocks, side)
	result, used, err := b.seats[side].search(ctx, b.task)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch {
	case err != nil:
		b.fail(side, failureOf(err), err.Error())
		return nil
	case !b.game.Position.IsLegal(result.Best):
		b.fail(side, IllegalMove, fmt.Sprintf("answer %s is not legal", result.Best))
		return nil
	case !b.clocks[side].spend(used, b.margin):
		b.late(side, used)
		return nil
	}
	ply := Ply{Move: result.Best, Score: canonical(result.Score), Depth: result.Depth, SelDepth: result.SelDepth, Nodes: result.Nodes}
	if !b.exact {
		ply.Time = used.Round(time.Millisecond)
	}
	b.record.Plies = append(b.record.Plies, ply)
	b.task.Moves = append(b.task.Moves, result.Best)
	b.note(side, ply.Score)
	b.game.Play(result.Best)
	if result, ending := b.byRules(); ending != Unfinished {
		b.record.Result, b.record.Ending = result, ending
	} else {
		b.record.Result, b.record.Ending = b.byRuling(side)
	}
	return nil
}

// maxMessage is the longest message of a failure that is kept, in bytes.
const maxMessage = 300

// fail ends the game with the loss of a side whose engine failed. The engine is
// closed: nobody knows in which state it is.
func (b *board) fail(side chess.Color, ending Ending, message string) {
	b.record.Result, b.record.Ending = winner(side.Other()), ending
	b.record.Message = oneLine(message, maxMessage)
	_ = b.seats[side].leave() // it failed already
}

// late ends the game with the loss on time of a side. Its engine is well.
func (b *board) late(side chess.Color, used time.Duration) {
	control := b.clocks[side].control
	b.record.Result, b.record.Ending = winner(side.Other()), TimeLoss
	if control.HasClock() {
		b.record.Message = fmt.Sprintf("move %d took %v, %v more than was left", b.game.Position.Fullmove(), used.Round(time.Millisecond), -b.clocks[side].left.Round(time.Millisecond))
		return
	}
	b.record.Message = fmt.Sprintf("move %d took %v of %v", b.game.Position.Fullmove(), used.Round(time.Millisecond), control.Limits.MoveTime)
}

// canonical is a score as its text form gives it back.
func canonical(score engine.Score) engine.Score {
	score = min(max(score, -engine.MateScore), engine.MateScore)
	if back, err := engine.ParseScore(score.String()); err == nil {
		return back
	}
	return score
}

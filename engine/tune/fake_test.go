package tune

import (
	"context"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// fake is an engine that plays a legal move drawn from the position's key and
// returns a fixed score.
type fake struct {
	score  engine.Score
	fail   error
	back   bool // take back the last move if that is legal
	closed bool
	after  int // searches before fail
	count  int
}

func (f *fake) ID() engine.ID { return engine.ID{Name: "fake"} }

func (f *fake) Reset(context.Context) error { return nil }

func (f *fake) Close() error {
	f.closed = true
	return nil
}

func (f *fake) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if f.count++; f.fail != nil && f.count > f.after {
		return engine.Result{}, f.fail
	}
	start, _ := game.ToChess(task.Start)
	played := chess.NewGame(start)
	for _, m := range task.Moves {
		played.Play(m.Chess())
	}
	var l chess.MoveList
	played.Position.Legal(&l)
	if n := len(task.Moves); f.back && n >= 2 {
		for _, m := range l.Slice() {
			if last := task.Moves[n-2].Chess(); m.From() == last.To() && m.To() == last.From() {
				return engine.Result{Best: game.FromChessMove(m), Score: f.score}, nil
			}
		}
	}
	return engine.Result{Best: game.FromChessMove(l.At(int(played.Position.Key() % uint64(l.Len())))), Score: f.score}, nil
}

package match

import (
	"context"
	"sync/atomic"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// worker plays one game after the other.
type worker struct {
	session *session
	seats   []*seat // by player
}

// newWorker sits at a board and takes over the seats whose engines are open, if there are any.
func newWorker(s *session, board int, open []*seat) *worker {
	w := &worker{session: s, seats: open}
	if open == nil {
		for _, o := range s.openers {
			w.seats = append(w.seats, &seat{opener: o, board: board})
		}
	}
	for _, seat := range w.seats {
		seat.now = s.config.Now
	}
	return w
}

// work plays what is still to do until nothing is left or ctx is done, and closes
// the engines.
func (w *worker) work(ctx context.Context, todo []int, next *atomic.Int64, finished chan<- Game) {
	for ctx.Err() == nil {
		i := next.Add(1) - 1
		if i >= int64(len(todo)) {
			break
		}
		g, err := w.session.config.Schedule.planned(todo[i])
		if err != nil {
			break // check has planned all of them
		}
		if w.play(ctx, &g) != nil {
			break
		}
		finished <- g
	}
	for _, seat := range w.seats {
		_ = seat.leave() // what an engine does at its end belongs to no game
	}
}

// play plays one game; engines that are not part of it are closed, so that many
// players do not fill the memory.
func (w *worker) play(ctx context.Context, g *Game) error {
	for i, seat := range w.seats {
		if i != g.White && i != g.Black {
			_ = seat.leave()
		}
	}
	b, err := newBoard(g, [2]*seat{chess.White: w.seats[g.White], chess.Black: w.seats[g.Black]}, w.session.config)
	if err != nil {
		return err
	}
	return b.play(ctx)
}

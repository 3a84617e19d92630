package budget

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Time that is never planned for a search, as the caller and the system need it. It covers
// this move, with a rough allowance for each later move.
const (
	reserve = 10 * time.Millisecond
	perMove = time.Millisecond
)

// horizon is the number of further moves to plan for in a game.
const horizon = 22

// Budget holds the time bounds of a search on a game clock.
type Budget struct {
	Soft time.Duration // no iteration begins after this; Stability scales it by the course of the search
	Hard time.Duration // the search ends
}

// New divides the time left on the clock of a side. Without time to spend both bounds are 0, and the search ends with
// its first iteration. Byoyomi comes back with every move, so New plans all of it except the reserve.
func New(c *engine.Clock, side game.Side) Budget {
	moves, coming := time.Duration(horizon), time.Duration(horizon)
	if c.MovesToGo > 0 {
		moves, coming = time.Duration(min(c.MovesToGo, horizon)), time.Duration(c.MovesToGo)
	}
	left := max(c.Left[side&1]-reserve-perMove*coming, 0)
	share := left/moves + c.Increment[side&1]*3/4
	// One move may take much more than its share, but so many in a row must leave something. So the bound is a
	// smaller part of the rest when more moves have to come from it.
	most := left*3/10 + left*11/20/moves
	own := max(c.Byoyomi-reserve-perMove, 0)
	hard := min(share*4, most) + own
	return Budget{Soft: min(share*13/20+own, hard), Hard: hard}
}

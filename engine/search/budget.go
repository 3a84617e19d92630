package search

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// moveOverhead is the time that goes by outside the search for each move.
const moveOverhead = 10 * time.Millisecond

// budget divides the time left on the clock: after soft no new iteration
// begins, at hard the search ends.
func budget(c *engine.Clock, side chess.Color) (soft, hard time.Duration) {
	left := max(c.Left[side&1]-moveOverhead, time.Millisecond)
	moves := 24
	if c.MovesToGo > 0 {
		moves = min(c.MovesToGo, 24)
	}
	share := left/time.Duration(moves) + c.Increment[side&1]*3/4
	soft = min(share*6/10, left/2)
	hard = min(share*5/2, left*3/5)
	if c.MovesToGo == 1 {
		hard = min(share*5/2, left*9/10)
	}
	return max(soft, time.Millisecond), max(hard, time.Millisecond)
}

package match

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// clock is what a player has left in one game.
type clock struct {
	control Control
	left    time.Duration
	togo    int // moves until time is added; 0: never
}

func newClock(c Control) clock { return clock{control: c, left: c.Base, togo: c.Moves} }

// limits are those of the next search of a side. A side without a clock of its
// own shows the other one's, so that nobody takes it for lost.
func limits(clocks *[2]clock, side chess.Color) engine.Limits {
	own, other := &clocks[side], &clocks[side.Other()]
	l := own.control.Limits
	if !own.control.HasClock() {
		return l
	}
	if !other.control.HasClock() {
		other = own
	}
	c := &engine.Clock{MovesToGo: own.togo}
	c.Left[side], c.Left[side.Other()] = own.left, other.left
	c.Increment[side], c.Increment[side.Other()] = own.control.Increment, other.control.Increment
	l.Clock = c
	return l
}

// moveGrace is how much longer than its fixed time a move may take: no engine
// answers at the very moment, and no clock of a game is at stake.
const moveGrace = 50 * time.Millisecond

// spend takes the time of a move off and tells whether it was in time: on a clock
// up to margin behind its end, with a fixed time for each move up to margin and
// moveGrace behind that.
func (c *clock) spend(used, margin time.Duration) bool {
	if fixed := c.control.Limits.MoveTime; fixed > 0 && used > fixed+moveGrace+margin {
		return false
	}
	if !c.control.HasClock() {
		return true
	}
	c.left -= used
	if c.left < -margin {
		return false
	}
	c.left = max(c.left, 0) + c.control.Increment
	if c.togo > 0 {
		if c.togo--; c.togo == 0 {
			c.togo = c.control.Moves
			c.left += c.control.Base
		}
	}
	return true
}

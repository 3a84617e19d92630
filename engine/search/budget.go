package search

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// What is never planned for: the time that the caller and the system take, for
// this move and, without much thought, for those to come.
const (
	reserve = 10 * time.Millisecond
	perMove = time.Millisecond
)

// horizon is the number of moves that a game is thought to go on at least.
const horizon = 22

// budget is how long a search on a clock may take.
type budget struct {
	soft time.Duration // no iteration begins after this, changed by what the search finds
	hard time.Duration // the search ends
}

// newBudget divides what is left on the clock of a side. With no time to give
// away both bounds are 0, and the search ends with its first iteration.
func newBudget(c *engine.Clock, side game.Side) budget {
	moves, coming := time.Duration(horizon), time.Duration(horizon)
	if c.MovesToGo > 0 {
		moves, coming = time.Duration(min(c.MovesToGo, horizon)), time.Duration(c.MovesToGo)
	}
	left := max(c.Left[side&1]-reserve-perMove*coming, 0)
	share := left/moves + c.Increment[side&1]*3/4
	// One move may take much more than its share, but so many in a row must
	// leave something: half of the rest when new time comes soon, less else.
	most := left*3/10 + left*11/20/moves
	hard := min(share*4, most)
	return budget{soft: min(share*13/20, hard), hard: hard}
}

// pace follows the iterations of a search on a clock and says how sure it is of
// its move.
type pace struct {
	best   game.Move
	stable int          // iterations in a row that kept the best move
	score  engine.Score // of the last iteration
	drop   engine.Score // how much lower it is than the one before
}

// note takes an iteration over.
func (p *pace) note(r *engine.Result) {
	if r.Best == p.best {
		p.stable++
	} else {
		p.best, p.stable = r.Best, 0
	}
	p.drop = p.score - r.Score
	if r.Depth == 1 {
		p.drop = 0
	}
	p.score = r.Score
}

// byStability is the share of the soft bound, in percent, by the number of
// iterations that kept the best move.
var byStability = [...]int{150, 125, 105, 95, 88, 82}

// percent is how much of the soft bound to use: more while the best move
// changes, when the score falls, and when the other moves took most of the
// work. Effort is the share of the best move in all nodes, in percent.
func (p *pace) percent(effort int) int {
	scale := byStability[min(p.stable, len(byStability)-1)]
	scale = scale * (160 - effort) / 100
	return scale * (100 + int(min(max(p.drop, 0), 60))) / 100
}

package budget

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Stability follows the iterations of a search on a clock. It measures how stable the best move is.
type Stability struct {
	best   game.Move
	stable int          // iterations in a row that kept the best move
	score  engine.Score // of the last iteration
	drop   engine.Score // how much lower it is than the one before
}

// addIteration adds an iteration: its best move, score and depth in plies.
func (p *Stability) addIteration(best game.Move, score engine.Score, depth int) {
	if best == p.best {
		p.stable++
	} else {
		p.best, p.stable = best, 0
	}
	p.drop = p.score - score
	if depth == 1 {
		p.drop = 0
	}
	p.score = score
}

// byStability is the share of the soft bound, in percent, by the number of
// iterations that kept the best move.
var byStability = [...]int{150, 125, 105, 95, 88, 82}

// percent returns how much of the soft bound to use. It is more while the best move changes, when the score falls,
// and when the other moves took most of the work. Effort is the share of the best move in all nodes, in percent.
func (p *Stability) percent(effort int) int {
	scale := byStability[min(p.stable, len(byStability)-1)]
	scale = scale * (160 - effort) / 100
	return scale * (100 + int(min(max(p.drop, 0), 60))) / 100
}

package bench

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// tracker follows one search and notes when the right answer came on top and
// since when it stayed there.
type tracker struct {
	question          question
	elapsed           func() time.Duration // since the start of the search
	found, stable     *Point
	foundAt, stableAt time.Duration
}

// info takes in one report of the search. A line that only bounds the score
// from above says which move failed, not which is best, and is passed over.
func (t *tracker) info(info engine.Info) {
	if len(info.PV) == 0 || info.Bound == engine.Upper {
		return
	}
	t.note(info.PV[0], info.Score, info.Bound, Point{Depth: info.Depth, Nodes: info.Nodes})
}

// end takes in the answer and tells whether it is right. The answer is the
// last word: a right one that no report had announced was found just now.
func (t *tracker) end(result engine.Result) bool {
	return t.note(result.Best, result.Score, result.Bound, Point{Depth: result.Depth, Nodes: result.Nodes})
}

func (t *tracker) note(move chess.Move, score engine.Score, bound engine.Bound, at Point) bool {
	if !t.question.answered(move, score, bound) {
		t.stable, t.stableAt = nil, 0
		return false
	}
	if t.stable == nil {
		now := t.elapsed()
		t.stable, t.stableAt = &at, now
		if t.found == nil {
			t.found, t.foundAt = &at, now
		}
	}
	return true
}

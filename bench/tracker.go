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
	enough            int                  // iterations with the right answer in a row that end the search; 0: none do
	stop              func()               // ends the search
	found, stable     *Point
	foundAt, stableAt time.Duration
	streak, depth     int            // iterations with the right answer in a row so far, the last of them
	answer            *engine.Result // that of the search that was ended; nil: it was not
}

// info takes in one report of the search. A line that only bounds the score
// from above says which move failed, not which is best, and is passed over.
// What comes after the search was ended is not looked at: how much that is
// depends on the moment at which the engine hears of it.
func (t *tracker) info(info engine.Info) {
	if t.answer != nil || len(info.PV) == 0 || info.Bound == engine.Upper {
		return
	}
	right := t.note(info.PV[0], info.Score, info.Bound, Point{Depth: info.Depth, Nodes: info.Nodes})
	switch {
	case !right:
		t.streak, t.depth = 0, 0
	case info.Bound == engine.Exact && info.Depth > t.depth:
		t.streak, t.depth = t.streak+1, info.Depth
		if t.streak == t.enough {
			t.answer = &engine.Result{
				Best: info.PV[0], Score: info.Score, Bound: info.Bound,
				Depth: info.Depth, SelDepth: info.SelDepth, Nodes: info.Nodes, Counters: info.Counters,
			}
			t.stop()
		}
	}
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

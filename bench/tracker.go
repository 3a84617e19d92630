package bench

import (
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// tracker follows one search and notes when the right answer came on top and
// since when it stayed there, as far as the engine tells.
type tracker struct {
	question          question.Question
	elapsed           func() time.Duration // since the start of the search
	stopAfter         int                  // iterations with the right answer in a row that end the search; 0: none do
	stop              func()               // ends the search
	found, stable     *Point
	foundAt, stableAt time.Duration
	streak, depth     int            // iterations with the right answer in a row so far, the last of them
	stands            bool           // the right answer is on top
	told              int            // the deepest iteration that had a line so far
	answer            *engine.Result // the answer of a search that was stopped; nil: it was not
	mate              MateClaim
	iterations        *answers // nil: they are not kept
}

// addInfo takes in one report of the search. A line that only bounds the score from above
// says which move failed, not which is best, and is passed over. Reports after the end of
// the search are ignored: their number depends on the moment when the engine receives the
// stop.
func (t *tracker) addInfo(info engine.Info) {
	if t.answer == nil && info.MultiPV < 2 && info.Bound == engine.Exact {
		t.mate.checkLine(t.question.Record, info.Score, info.Bound, info.PV, info.Broken, info.Depth, game.NoMove)
	}
	if t.answer != nil || len(info.PV) == 0 {
		return
	}
	if t.iterations != nil {
		t.iterations.addInfo(&info)
	}
	told := t.told
	t.told = max(told, info.Depth)
	if info.Bound == engine.Upper {
		return
	}
	right := t.noteBest(info.PV[0], info.Score, info.Bound, Point{Depth: info.Depth, Nodes: info.Nodes}, told)
	switch {
	case !right:
		t.streak, t.depth = 0, 0
	case info.Bound == engine.Exact && info.Depth > t.depth:
		t.streak, t.depth = t.streak+1, info.Depth
		if t.streak == t.stopAfter {
			t.answer = &engine.Result{
				Best: info.PV[0], Score: info.Score, Bound: info.Bound, PV: slices.Clone(info.PV), Broken: info.Broken,
				Depth: info.Depth, SelDepth: info.SelDepth, Nodes: info.Nodes, Counters: info.Counters,
			}
			t.stop()
		}
	}
}

// addResult takes in the answer and tells whether it is right. The answer is the
// last word: a right one that no report had announced was found just now.
func (t *tracker) addResult(result engine.Result) bool {
	t.mate.checkLine(t.question.Record, result.Score, result.Bound, result.PV, result.Broken, result.Depth, result.Best)
	return t.noteBest(result.Best, result.Score, result.Bound, Point{Depth: result.Depth, Nodes: result.Nodes}, t.told)
}

// noteBest records the best move after a line of the iteration told. If iterations before it
// were silent, the right answer may have stood since any of them, and the moment is not
// known.
func (t *tracker) noteBest(move game.Move, score engine.Score, bound engine.Bound, at Point, told int) bool {
	before := t.stands
	if t.stands = t.question.Answered(move, score, bound); !t.stands {
		t.stable, t.stableAt = nil, 0
		return false
	}
	if !before && at.Depth > 0 && at.Depth <= told+1 {
		now := t.elapsed()
		t.stable, t.stableAt = &at, now
		if t.found == nil {
			t.found, t.foundAt = &at, now
		}
	}
	return true
}

// Iteration is the answer that an engine had after searching to a depth.
type Iteration struct {
	Depth int          `json:"depth"`
	Best  string       `json:"best"`  // in SAN
	Score engine.Score `json:"score"` // from the side to move
}

// Iterations are those of one search, by depth.
type Iterations []Iteration

// answers collects the iterations of a search as they are told of.
type answers struct {
	position game.Position
	list     Iterations
}

// addInfo adds the answer of a line. Only exact scores are answers. Of one depth the last line
// counts; a line of a depth before it is ignored. It does not check that the move is one.
func (a *answers) addInfo(info *engine.Info) {
	last := len(a.list) - 1
	if info.Bound != engine.Exact || len(info.PV) == 0 || info.MultiPV > 1 || !a.position.IsLegal(info.PV[0]) || last >= 0 && info.Depth < a.list[last].Depth {
		return
	}
	now := Iteration{Depth: info.Depth, Best: a.position.Notation(info.PV[0]), Score: storable(info.Score)}
	if last >= 0 && a.list[last].Depth == info.Depth {
		a.list[last] = now
		return
	}
	a.list = append(a.list, now)
}

// iterations returns the answers by depth, nil if there are none.
func (a *answers) iterations() *Iterations {
	if len(a.list) == 0 {
		return nil
	}
	list := slices.Clip(a.list)
	return &list
}

package search

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Found is what a search has found, at its end or on the way.
type Found struct {
	PV       []shogi.Move // best move first; none when there is no legal move or the side declares
	Declares bool         // the side to move declares that it has won
	Score    engine.Score
	Bound    engine.Bound
	Depth    int // plies of the last complete iteration, or of the present one
	SelDepth int
	Nodes    uint64
	Time     time.Duration
	CPU      time.Duration
	Hashfull int
	Counters engine.Counters
	ByDepth  []engine.Counters // at the end
	Stop     engine.StopReason // at the end
}

// iterate deepens ply by ply until a limit is reached.
func (t *thread) iterate(g *shogi.Game, j *Job, meter *budget.Meter, each func(*Found)) Found {
	if !t.enter(g, j) {
		return t.found
	}
	stop := engine.StopDepth
	for depth := 1; depth <= deepest(j); depth++ {
		t.deepen(depth, meter, each)
		if t.stopped {
			stop = t.stop.Reason
			break
		}
		if n, ok := t.found.Score.Mate(); ok && n > 0 && j.Limits.Mate > 0 && n <= j.Limits.Mate {
			stop = engine.StopMate
			break
		}
		best := t.best()
		effort := t.root.efforts.Percent(t.rootIndex(best), t.nodes)
		if meter.IsEnough(game.OfShogiMove(best), t.found.Score, t.found.Depth, len(t.root.allowed), effort) {
			stop = engine.StopTime
			break
		}
	}
	t.found.Stop = stop
	t.measure(&t.found, meter)
	t.found.ByDepth = t.tally.Rows()
	return t.found
}

// enter makes the present position of a game the root. It is false when there is nothing
// to search: no legal move, which loses, or a declaration to make.
func (t *thread) enter(g *shogi.Game, j *Job) bool {
	t.start(g)
	t.root = rootState{allowed: j.Only, each: j.AtRoot}
	if len(t.root.allowed) == 0 {
		t.root.allowed = g.Position.LegalMoves()
	}
	t.found = Found{Stop: engine.StopForced}
	switch {
	case g.Position.MayDeclare() && len(j.Only) == 0:
		t.found.Declares, t.found.Score = true, engine.MateScore-1
		return false
	case len(t.root.allowed) == 0:
		t.found.Score = -engine.MateScore
		return false
	}
	t.found.PV = []shogi.Move{t.root.allowed[0]}
	return true
}

// best returns the best move so far.
func (t *thread) best() shogi.Move { return t.found.PV[0] }

// rootIndex returns the place of a move among those allowed.
func (t *thread) rootIndex(m shogi.Move) int {
	for n, allowed := range t.root.allowed {
		if allowed == m {
			return n
		}
	}
	return -1
}

// deepest returns the last iteration of a job in plies.
func deepest(j *Job) int {
	if j.Limits.Depth > 0 {
		return min(engine.MaxDepth, j.Limits.Depth)
	}
	return engine.MaxDepth
}

// deepen searches one iteration and keeps what it found.
func (t *thread) deepen(depth int, meter *budget.Meter, each func(*Found)) {
	t.root.depth = depth
	t.root.best = shogi.NoMove
	t.selDepth = 0
	value := t.aspire(depth, int32(t.found.Score), meter, each)
	if t.stopped {
		t.takePartialIteration()
		return
	}
	t.found.Depth, t.found.SelDepth = depth, t.selDepth
	t.found.Score, t.found.Bound = engine.Score(value), engine.Exact
	if n := t.pvLen[0]; n > 0 {
		t.found.PV = append(t.found.PV[:0], t.pv[0][:n]...)
	}
	t.root.previous = t.best()
	t.report(value, engine.Exact, meter, each)
}

// aspire searches one iteration with a window around the last value that opens
// on the side on which the search fails.
func (t *thread) aspire(depth int, last int32, meter *budget.Meter, each func(*Found)) int32 {
	w := heuristic.Aspire(depth, last)
	for {
		value := t.search(0, w.Alpha, w.Beta, depth*onePly, false)
		if t.stopped {
			return value
		}
		switch {
		case value <= w.Alpha:
			t.report(value, engine.Upper, meter, each)
			w.Low(value)
		case value >= w.Beta:
			t.report(value, engine.Lower, meter, each)
			w.High(value)
		default:
			return value
		}
		if t.root.best != shogi.NoMove {
			t.root.previous = t.root.best
		}
	}
}

// takePartialIteration takes a better move over from an iteration that was not completed.
func (t *thread) takePartialIteration() {
	bound, taken := heuristic.UseUnfinished(t.root.best, t.best(), t.root.value, t.found.Depth > 0)
	if !taken {
		return
	}
	t.found.PV = append(t.found.PV[:0], t.root.best)
	if n := t.pvLen[0]; n > 1 && t.pv[0][0] == t.root.best {
		t.found.PV = append(t.found.PV, t.pv[0][1:n]...)
	}
	t.found.Score, t.found.Bound = engine.Score(t.root.value), bound
}

// report tells the caller how far the search is.
func (t *thread) report(value int32, b engine.Bound, meter *budget.Meter, each func(*Found)) {
	if each == nil {
		return
	}
	found := Found{PV: t.pv[0][:t.pvLen[0]], Score: engine.Score(value), Bound: b, Depth: t.root.depth, SelDepth: t.selDepth}
	t.measure(&found, meter)
	each(&found)
}

// measure fills in what was spent so far.
func (t *thread) measure(found *Found, meter *budget.Meter) {
	found.Nodes, found.Hashfull, found.Counters = t.nodes, t.table.Hashfull(), t.tally.Sum()
	found.Time, found.CPU = meter.Elapsed()
}

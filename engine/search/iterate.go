package search

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
)

// iterate runs iterative deepening until a limit is reached, and returns the result.
func (t *thread) iterate(task *engine.Task, meter *meter, each func(engine.Info)) engine.Result {
	if !t.enter(task) {
		return t.result
	}
	crew := meter.crew
	crew.launch(task, &t.stop)
	defer crew.dismiss()
	stop := engine.StopDepth
	for depth := 1; depth <= task.Limits.Deepest(); depth++ {
		t.deepen(depth, meter, each)
		if t.stopped {
			stop = t.stop.Reason
			break
		}
		if n, ok := t.result.Score.Mate(); ok && n > 0 && task.Limits.Mate > 0 && n <= task.Limits.Mate {
			stop = engine.StopMate
			break
		}
		if meter.isEnough(t) {
			stop = engine.StopTime
			break
		}
	}
	crew.dismiss()
	best := crew.best(t)
	result := best.result
	result.Stop = stop
	t.total(&result, crew)
	result.Time, result.CPU = meter.Elapsed()
	if best != t && each != nil {
		each(engine.Info{
			Depth: result.Depth, SelDepth: result.SelDepth, Score: result.Score, Nodes: result.Nodes,
			Time: result.Time, CPU: result.CPU, Hashfull: t.table.Hashfull(), PV: result.PV,
			Counters: result.Counters,
		})
	}
	return result
}

// enter sets the root to the position of a task. It returns false if there is no legal
// move; t.result then holds the answer.
func (t *thread) enter(task *engine.Task) bool {
	root := t.start(gameOf(task))
	var legal chess.MoveList
	root.Legal(&legal)
	t.root = rootState{allowed: game.ChessMoves(task.SearchMoves)}
	if len(t.root.allowed) == 0 {
		t.root.allowed = legal.Slice()
	}
	t.result, t.partial = engine.Result{Stop: engine.StopForced}, false
	if legal.Len() == 0 {
		if root.InCheck() {
			t.result.Score = -engine.MateScore
		}
		return false
	}
	t.result.Best = game.FromChessMove(t.root.allowed[0])
	return true
}

// deepen searches one iteration and updates t.result.
func (t *thread) deepen(depth int, meter *meter, each func(engine.Info)) {
	t.root.depth = depth
	t.root.best = chess.NoMove
	t.selDepth = 0
	t.frame(1).failHighs = 0 // no node stands two plies before
	value := t.aspire(depth, int32(t.result.Score), meter, each)
	if t.stopped {
		t.takePartialIteration()
		return
	}
	t.result.Depth, t.result.SelDepth = depth, t.selDepth
	t.result.Score = engine.Score(value)
	if n := t.pvLen[0]; n > 0 {
		t.answer(t.pv[0][:n])
	}
	t.root.previous = t.result.Best.Chess()
	t.report(value, engine.Exact, meter, each)
}

// total stores the nodes and counters of all threads in result.
func (t *thread) total(result *engine.Result, crew *crew) {
	result.Nodes = t.nodes
	for _, helper := range crew.helpers {
		result.Nodes += helper.nodes
		t.counters.Add(&helper.counters)
	}
	result.Counters, result.ByDepth = t.counters.Sum(), t.counters.Rows()
}

// aspire searches one iteration with an aspiration window around the last value. The
// window opens on the side on which the search fails.
func (t *thread) aspire(depth int, last int32, meter *meter, each func(engine.Info)) int32 {
	w := heuristic.NewWindow(depth, last)
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
		if t.root.best != chess.NoMove {
			t.root.previous = t.root.best
		}
	}
}

// answer makes a line the principal variation of t.result.
func (t *thread) answer(line []chess.Move) {
	r := &t.result
	r.PV = appendMoves(r.PV[:0], line)
	r.Best, r.Ponder = r.PV[0], game.NoMove
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
}

// takePartialIteration makes the best move of an unfinished iteration the answer, if
// heuristic.UseUnfinished accepts it.
func (t *thread) takePartialIteration() {
	bound, taken := heuristic.UseUnfinished(t.root.best, t.result.Best.Chess(), t.root.value, t.result.Depth > 0)
	if !taken {
		return
	}
	line := []chess.Move{t.root.best}
	if n := t.pvLen[0]; n > 1 && t.pv[0][0] == t.root.best {
		line = t.pv[0][:n]
	}
	t.answer(line)
	t.result.Score, t.result.Bound, t.partial = engine.Score(t.root.value), bound, true
}

// report calls each, if not nil, with the progress of the search.
func (t *thread) report(value int32, b engine.Bound, meter *meter, each func(engine.Info)) {
	if each == nil {
		return
	}
	t.line = appendMoves(t.line[:0], t.pv[0][:t.pvLen[0]])
	info := engine.Info{
		Depth: t.root.depth, SelDepth: t.selDepth, Score: engine.Score(value), Bound: b, Nodes: t.nodes + meter.crew.nodes(),
		Hashfull: t.table.Hashfull(), PV: t.line, Counters: t.counters.Sum(),
	}
	info.Time, info.CPU = meter.Elapsed()
	each(info)
}

// meter measures a search of several threads.
type meter struct {
	budget.Meter
	crew *crew
}

// isEnough reports whether a search on a clock should not begin another iteration.
func (m *meter) isEnough(t *thread) bool {
	r := &t.result
	effort := t.root.efforts.Percent(slices.Index(t.root.allowed, r.Best.Chess()), t.nodes)
	return m.EndIteration(r.Best, r.Score, r.Depth, len(t.root.allowed), effort)
}

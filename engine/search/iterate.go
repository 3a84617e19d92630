package search

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// aspiration is half the first window around the last value, in centipawns.
const aspiration = 16

// iterate deepens ply by ply until a limit is reached, and answers the task.
func (t *thread) iterate(task *engine.Task, meter *meter, each func(engine.Info)) engine.Result {
	root := t.start(task)
	var legal chess.MoveList
	root.Legal(&legal)
	t.root = rootState{allowed: task.SearchMoves}
	if len(t.root.allowed) == 0 {
		t.root.allowed = legal.Slice()
	}
	result := engine.Result{Stop: engine.StopForced}
	if legal.Len() == 0 {
		if root.InCheck() {
			result.Score = -engine.MateScore
		}
		return result
	}
	result.Best = t.root.allowed[0]
	deepest := engine.MaxDepth
	if task.Limits.Depth > 0 {
		deepest = min(deepest, task.Limits.Depth)
	}
	result.Stop = engine.StopDepth
	for depth := 1; depth <= deepest; depth++ {
		t.root.depth = depth
		t.root.best = chess.NoMove
		t.selDepth = 0
		value := t.aspire(depth, int32(result.Score), meter, each)
		if t.stopped {
			t.salvage(&result)
			result.Stop = t.stop.reason
			break
		}
		result.Depth, result.SelDepth = depth, t.selDepth
		result.Score = engine.Score(value)
		t.keepLine(&result)
		t.report(value, engine.Exact, meter, each)
		if n, ok := result.Score.Mate(); ok && n > 0 && task.Limits.Mate > 0 && n <= task.Limits.Mate {
			result.Stop = engine.StopMate
			break
		}
		if meter.isEnough(t, &result) {
			result.Stop = engine.StopTime
			break
		}
	}
	result.Nodes = t.nodes
	t.total(&result)
	result.Time, result.CPU = meter.elapsed()
	return result
}

// total sums the counters up, and keeps the rows up to the deepest one used.
func (t *thread) total(result *engine.Result) {
	rows := 0
	for depth := range t.counters {
		if t.counters[depth] != (engine.Counters{}) {
			rows = depth + 1
		}
		result.Counters.Add(t.counters[depth])
	}
	result.ByDepth = append([]engine.Counters(nil), t.counters[:rows]...)
}

// aspire searches one iteration with a window around the last value that opens
// on the side on which the search fails.
func (t *thread) aspire(depth int, last int32, meter *meter, each func(engine.Info)) int32 {
	alpha, beta, delta := -infinity, infinity, int32(aspiration)
	if depth >= 5 && last < mateBound && last > -mateBound {
		alpha, beta = max(last-delta, -infinity), min(last+delta, infinity)
	}
	for {
		value := t.search(0, alpha, beta, depth*onePly, false)
		if t.stopped {
			return value
		}
		switch {
		case value <= alpha:
			t.report(value, engine.Upper, meter, each)
			beta = (alpha + beta) / 2
			alpha = max(value-delta, -infinity)
		case value >= beta:
			t.report(value, engine.Lower, meter, each)
			beta = min(value+delta, infinity)
		default:
			return value
		}
		if t.root.best != chess.NoMove {
			t.root.previous = t.root.best
		}
		delta += delta
		if delta > 500 {
			alpha, beta = -infinity, infinity
		}
	}
}

// keepLine copies the principal variation of a complete iteration.
func (t *thread) keepLine(result *engine.Result) {
	if n := t.pvLen[0]; n > 0 {
		result.PV = append(result.PV[:0], t.pv[0][:n]...)
		result.Best = result.PV[0]
		result.Ponder = chess.NoMove
		if n > 1 {
			result.Ponder = result.PV[1]
		}
	}
	t.root.previous = result.Best
}

// salvage takes a better move over from an iteration that was not completed: it
// had already been proven better than the best of the last one.
func (t *thread) salvage(result *engine.Result) {
	if t.root.best == chess.NoMove {
		return
	}
	if t.root.best != result.Best {
		result.Best, result.Ponder = t.root.best, chess.NoMove
		result.PV = append(result.PV[:0], t.root.best)
	}
	result.Score = engine.Score(t.root.value)
}

// report tells the caller how far the search is.
func (t *thread) report(value int32, b engine.Bound, meter *meter, each func(engine.Info)) {
	if each == nil {
		return
	}
	info := engine.Info{
		Depth: t.root.depth, SelDepth: t.selDepth, Score: engine.Score(value), Bound: b, Nodes: t.nodes,
		Hashfull: t.table.hashfull(), PV: t.pv[0][:t.pvLen[0]],
	}
	info.Time, info.CPU = meter.elapsed()
	each(info)
}

// meter measures a search that is limited by a clock; under exact limits it
// reads none.
type meter struct {
	wall func() time.Duration // nil: not measured
	cpu  func() time.Duration // nil: not measured
	soft time.Duration        // wall time after which no new iteration begins; 0: none
}

func (m *meter) elapsed() (wall, cpu time.Duration) {
	if m.wall != nil {
		wall = m.wall()
	}
	if m.cpu != nil {
		cpu = m.cpu()
	}
	return wall, cpu
}

// isEnough tells whether the time left is too short for another iteration.
func (m *meter) isEnough(t *thread, result *engine.Result) bool {
	return m.soft > 0 && m.wall != nil && m.wall() >= m.soft
}

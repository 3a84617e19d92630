package search

import (
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// aspiration is half the first window around the last value, in centipawns.
const aspiration = 16

// iterate deepens ply by ply until a limit is reached, and answers the task.
func (t *thread) iterate(task *engine.Task, meter *meter, each func(engine.Info)) engine.Result {
	if !t.enter(task) {
		return t.result
	}
	crew := meter.crew
	crew.launch(task, &t.stop)
	defer crew.dismiss()
	stop := engine.StopDepth
	for depth := 1; depth <= deepest(task); depth++ {
		t.deepen(depth, meter, each)
		if t.stopped {
			stop = t.stop.reason
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
	result.Time, result.CPU = meter.elapsed()
	if best != t && each != nil {
		each(engine.Info{
			Depth: result.Depth, SelDepth: result.SelDepth, Score: result.Score, Nodes: result.Nodes,
			Time: result.Time, CPU: result.CPU, Hashfull: t.table.hashfull(), PV: result.PV,
			Counters: result.Counters,
		})
	}
	return result
}

// enter makes a task's position the root. It is false when there is no legal
// move; the result says why.
func (t *thread) enter(task *engine.Task) bool {
	root := t.start(courseOf(task))
	var legal chess.MoveList
	root.Legal(&legal)
	t.root = rootState{allowed: game.ChessMoves(task.SearchMoves), current: -1}
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
	t.result.Best = game.OfChessMove(t.root.allowed[0])
	return true
}

// deepest is the last iteration of a task in plies.
func deepest(task *engine.Task) int {
	if task.Limits.Depth > 0 {
		return min(engine.MaxDepth, task.Limits.Depth)
	}
	return engine.MaxDepth
}

// deepen searches one iteration and keeps what it found.
func (t *thread) deepen(depth int, meter *meter, each func(engine.Info)) {
	t.root.depth = depth
	t.root.best = chess.NoMove
	t.selDepth = 0
	value := t.aspire(depth, int32(t.result.Score), meter, each)
	if t.stopped {
		t.salvage(&t.result)
		return
	}
	t.result.Depth, t.result.SelDepth = depth, t.selDepth
	t.result.Score = engine.Score(value)
	t.keepLine(&t.result)
	t.report(value, engine.Exact, meter, each)
}

// total sums up what all threads counted, and keeps the rows of the counters up
// to the deepest one used.
func (t *thread) total(result *engine.Result, crew *crew) {
	result.Nodes = t.nodes
	for _, helper := range crew.helpers {
		result.Nodes += helper.nodes
		for depth := range t.counters {
			t.counters[depth].Add(helper.counters[depth])
		}
	}
	rows := 0
	for depth := range t.counters {
		if t.counters[depth] != (engine.Counters{}) {
			rows = depth + 1
		}
	}
	result.Counters = t.counted()
	result.ByDepth = append([]engine.Counters(nil), t.counters[:rows]...)
}

// counted is the sum of the counters over all depths, without those that mean something
// at one depth alone.
func (t *thread) counted() (sum engine.Counters) {
	for depth := range t.counters {
		sum.Add(t.counters[depth])
	}
	sum.NullStood, sum.StoodNodes, sum.NullLate, sum.LateNodes = 0, 0, 0, 0
	return sum
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
		result.PV = appendMoves(result.PV[:0], t.pv[0][:n])
		result.Best = result.PV[0]
		result.Ponder = game.NoMove
		if n > 1 {
			result.Ponder = result.PV[1]
		}
	}
	t.root.previous = result.Best.Chess()
}

// salvage takes a better move over from an iteration that was not completed: it
// had already been proven better than the best of the last one, or is that one, which is
// looked at first. That it is mated sooner is nothing proven as long as other moves were
// not looked at: then all stays as it was, or the score is a lower bound.
func (t *thread) salvage(result *engine.Result) {
	if t.root.best == chess.NoMove {
		return
	}
	mated := t.root.value <= -mateBound
	if mated && t.root.best == result.Best.Chess() && result.Depth > 0 {
		return
	}
	t.partial = true
	result.Best, result.Ponder = game.OfChessMove(t.root.best), game.NoMove
	result.PV = append(result.PV[:0], result.Best)
	if n := t.pvLen[0]; n > 1 && t.pv[0][0] == t.root.best {
		result.PV = appendMoves(result.PV, t.pv[0][1:n])
		result.Ponder = result.PV[1]
	}
	result.Score, result.Bound = engine.Score(t.root.value), engine.Exact
	if mated {
		result.Bound = engine.Lower
	}
}

// report tells the caller how far the search is.
func (t *thread) report(value int32, b engine.Bound, meter *meter, each func(engine.Info)) {
	if each == nil {
		return
	}
	t.line = appendMoves(t.line[:0], t.pv[0][:t.pvLen[0]])
	info := engine.Info{
		Depth: t.root.depth, SelDepth: t.selDepth, Score: engine.Score(value), Bound: b, Nodes: t.nodes + meter.crew.nodes(),
		Hashfull: t.table.hashfull(), PV: t.line, Counters: t.counted(),
	}
	info.Time, info.CPU = meter.elapsed()
	each(info)
}

// meter measures a search that is limited by a clock; under exact limits it
// reads none.
type meter struct {
	wall func() time.Duration // nil: not measured
	cpu  func() time.Duration // nil: not measured
	game bool                 // on the clock of a game, with a budget
	budget
	pace
	crew *crew
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

// forced is the share of the soft bound, in percent, for the only move.
const forced = 5

// isEnough tells whether a search on a clock should begin no other iteration:
// there is nothing left to find, or the time is better kept for later moves.
func (m *meter) isEnough(t *thread) bool {
	if !m.game {
		return false
	}
	m.note(&t.result)
	if n, ok := t.result.Score.Mate(); ok && t.result.Depth >= 2*max(n, -n) {
		return true
	}
	percent := m.percent(t.root.effort(t.result.Best.Chess(), t.nodes))
	if len(t.root.allowed) == 1 {
		percent = forced
	}
	return m.wall() >= m.soft*time.Duration(percent)/100
}

package search

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// iterate deepens ply by ply until a limit is reached, and answers the task.
func (t *thread) iterate(g *shogi.Game, task *engine.Task, meter *budget.Meter, each func(engine.Info)) engine.Result {
	r := &t.result
	if !t.enter(g, task) {
		return *r
	}
	r.Stop = engine.StopDepth
	for depth := 1; depth <= task.Limits.Deepest(); depth++ {
		t.deepen(depth, meter, each)
		if t.stopped {
			r.Stop = t.stop.Reason
			break
		}
		if n, ok := r.Score.Mate(); ok && n > 0 && task.Limits.Mate > 0 && n <= task.Limits.Mate {
			r.Stop = engine.StopMate
			break
		}
		effort := t.root.efforts.Percent(slices.Index(t.root.allowed, r.Best.Shogi()), t.nodes)
		if meter.EndIteration(r.Best, r.Score, r.Depth, len(t.root.allowed), effort) {
			r.Stop = engine.StopTime
			break
		}
	}
	r.Nodes, r.Counters, r.ByDepth = t.nodes, t.tally.Sum(), t.tally.Rows()
	r.Time, r.CPU = meter.Elapsed()
	return *r
}

// enter makes the present position of a game the root. It is false when there is nothing
// to search: no legal move, which loses, or a declaration to make.
func (t *thread) enter(g *shogi.Game, task *engine.Task) bool {
	t.start(g)
	t.root = rootState{allowed: game.ShogiMoves(task.SearchMoves), each: task.AtRoot}
	if len(t.root.allowed) == 0 {
		t.root.allowed = g.Position.LegalMoves()
	}
	t.result = engine.Result{Stop: engine.StopForced}
	switch {
	case g.Position.MayDeclare() && len(task.SearchMoves) == 0:
		t.result.Best, t.result.Score = game.DeclareWin, engine.MateScore-1
		return false
	case len(t.root.allowed) == 0:
		t.result.Score = -engine.MateScore
		return false
	}
	t.answer(t.root.allowed[:1])
	return true
}

// answer makes a line the principal variation of the result.
func (t *thread) answer(line []shogi.Move) {
	r := &t.result
	r.PV = appendMoves(r.PV[:0], line)
	r.Best, r.Ponder = r.PV[0], game.NoMove
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
}

// deepen searches one iteration and stores its result.
func (t *thread) deepen(depth int, meter *budget.Meter, each func(engine.Info)) {
	t.root.depth = depth
	t.root.best = shogi.NoMove
	t.selDepth = 0
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
	t.root.previous = t.result.Best.Shogi()
	t.report(value, engine.Exact, meter, each)
}

// aspire searches one iteration with a window around the last value, and opens the window on the side on which the
// search fails.
func (t *thread) aspire(depth int, last int32, meter *budget.Meter, each func(engine.Info)) int32 {
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
		if t.root.best != shogi.NoMove {
			t.root.previous = t.root.best
		}
	}
}

// takePartialIteration takes a better move over from an iteration that was not completed.
func (t *thread) takePartialIteration() {
	bound, taken := heuristic.UseUnfinished(t.root.best, t.result.Best.Shogi(), t.root.value, t.result.Depth > 0)
	if !taken {
		return
	}
	line := []shogi.Move{t.root.best}
	if n := t.pvLen[0]; n > 1 && t.pv[0][0] == t.root.best {
		line = t.pv[0][:n]
	}
	t.answer(line)
	t.result.Score, t.result.Bound = engine.Score(t.root.value), bound
}

// report tells the caller how far the search is.
func (t *thread) report(value int32, b engine.Bound, meter *budget.Meter, each func(engine.Info)) {
	if each == nil {
		return
	}
	t.line = appendMoves(t.line[:0], t.pv[0][:t.pvLen[0]])
	info := engine.Info{
		Depth: t.root.depth, SelDepth: t.selDepth, Score: engine.Score(value), Bound: b, Nodes: t.nodes,
		Hashfull: t.table.Hashfull(), PV: t.line, Counters: t.tally.Sum(),
	}
	info.Time, info.CPU = meter.Elapsed()
	each(info)
}

// appendMoves appends moves as an answer has them.
func appendMoves(dst []game.Move, moves []shogi.Move) []game.Move {
	for _, m := range moves {
		dst = append(dst, game.FromShogiMove(m))
	}
	return dst
}

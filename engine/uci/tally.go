package uci

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// tally takes in the info lines of one search.
type tally struct {
	root    game.Position
	lines   int  // best lines wanted
	exact   bool // the limits are, so that no time is reported
	mate    int  // score of a mate on the board, in centipawns, of an engine that tells mates so; 0: it does not
	each    func(engine.Info)
	report  report
	last    engine.Info // the last exact line with moves
	bound   engine.Info // the last bound with moves since then
	bare    engine.Info // the last exact score without moves
	counted counted
	nodes   uint64 // the last count of any line, at least 1 once there is one
	exacts  int    // exact lines with moves
	sank    bool   // the depth of one of them was smaller than that of the one before
	fell    bool   // a count was less than half of the one before; from then on nodes is the largest
	dropped int
}

// addInfo reads one info line.
func (t *tally) addInfo(line string) {
	if t.counted.addLine(line) {
		return
	}
	r := &t.report
	parseInfo(line, t.root, r)
	t.dropped += r.dropped
	if plies, ok := matePlies(r.centipawns, t.mate); ok {
		r.Score = mateInPlies(plies)
	}
	if r.hasNodes {
		t.count(r)
	} else {
		r.Nodes = t.nodes // some engines count them in lines of their own
	}
	if !r.hasScore && len(r.PV) == 0 || r.MultiPV > max(1, t.lines) {
		return
	}
	if t.exact {
		r.Time = 0
	}
	switch {
	case !r.hasScore: // such as mate 0 where there are moves: the iteration and its move are known all the same
		r.Score, r.Bound = -engine.Infinity, engine.Lower
	case r.MultiPV == 1:
		t.keepLine(r)
	}
	if t.lines < 2 {
		r.MultiPV = 0
	}
	r.Counters = t.counted.sum
	if t.each != nil {
		t.each(r.Info)
	}
}

// count records a node count. An engine that counts in batches first reports 0 nodes, which stands for at least one.
// Falling counts are those of single iterations: the largest is the best known.
func (t *tally) count(r *report) {
	if t.fell = t.fell || r.Nodes < t.nodes/2; t.fell {
		r.Nodes = max(r.Nodes, t.nodes)
	}
	r.Nodes = max(r.Nodes, 1)
	t.nodes = r.Nodes
}

// keepLine remembers a line about the best move.
func (t *tally) keepLine(r *report) {
	slot := &t.last
	switch {
	case r.Bound != engine.Exact && len(r.PV) > 0:
		slot = &t.bound
	case r.Bound != engine.Exact:
		return
	case len(r.PV) == 0:
		slot = &t.bare
	default:
		t.sank = t.sank || r.Depth < t.last.Depth
		t.exacts++
		t.bound = engine.Info{PV: t.bound.PV[:0]}
	}
	pv := append(slot.PV[:0], r.PV...)
	*slot = r.Info
	slot.PV = pv
}

// hasIterations reports whether the engine told as many iterations as a limit by depth has, the last of them at the depth told.
// Some engines search an iteration less deeply after a fail high, and tell that smaller depth. Unsound: an engine that tells
// several lines of an iteration may have ended a ply too early.
func (t *tally) hasIterations(limit, told int) bool {
	return t.exacts >= limit && (t.sank || told == limit-1)
}

// best returns the line behind an answer: the last exact one with moves, else a bound, else a score alone. A later
// lower bound can replace it if the bound begins with move, the answer. It does if it proves a mate, or if the exact
// line begins with another move. In the second case an unfinished iteration found a better move, and the depth stays
// that of the last complete one.
func (t *tally) best(move game.Move) engine.Info {
	best := t.last
	later := t.bound.Bound == engine.Lower && t.bound.PV[0] == move
	switch {
	case len(best.PV) == 0 || later && t.bound.Score >= engine.MateBound:
		best = t.bound
	case later && best.PV[0] != move:
		depth, selDepth := best.Depth, best.SelDepth
		best = t.bound
		best.Depth, best.SelDepth = depth, selDepth
	}
	if len(best.PV) == 0 {
		best = t.bare
	}
	best.PV = slices.Clone(best.PV)
	return best
}

// result returns the answer with what was reported about it.
func (t *tally) result(a reply, conduct *Irregularities) engine.Result {
	best := t.best(a.move)
	if len(best.PV) > 0 && best.PV[0] != a.move {
		conduct.PVMismatches++
	}
	conduct.Dropped += t.dropped
	if t.fell {
		conduct.FallingNodes++
	}
	return engine.Result{
		Best: a.move, Ponder: a.ponder, PV: best.PV, Broken: best.Broken,
		Score: best.Score, Bound: best.Bound, Depth: best.Depth, SelDepth: best.SelDepth, Nodes: t.nodes,
		Counters: t.counted.sum, ByDepth: t.counted.byDepth,
	}
}

package search

import (
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
	"github.com/zugwatch/zugwatch/engine/table"
)

// quiescence resolves captures and promotions of pawns, all evasions in check, and quiet
// checks for the first plies (checks counts them down). It is unsound where a
// quiet move is best: the side to move may always stop at its static value.
func (t *thread) quiescence(ply int, alpha, beta int32, checks int) int32 {
	f := t.frame(ply)
	p := &f.position
	pv := beta-alpha > 1
	t.pvLen[ply] = 0
	t.selDepth = max(t.selDepth, ply)
	if t.stop.Due(t.nodes) {
		t.poll()
	}
	if t.stopped {
		return 0
	}
	if value, over := t.end(f, ply); over && ply > 0 {
		return value
	}
	inCheck := p.InCheck()
	if ply >= maxPly {
		return t.evaluateAtLimit(f)
	}

	// 1. Transposition table.
	tt := t.table.Probe(f.key, ply)
	tried := quietDepth(checks)
	if inCheck { // evasions do not depend on it
		tried = max(tried, quietDepth(min(1, t.params.QuietChecks)))
	}
	if tt.Found && !pv && (tt.Depth >= tried || tt.IsMate()) && tt.Cuts(beta) {
		return tt.Value
	}

	// 2. Stand pat: doing nothing is worth the static value.
	best := -mateScore + int32(ply)
	futility := -infinity
	f.static = table.NoValue
	if !inCheck {
		t.judge(f, &tt)
		best = f.static
		if tt.Found && tt.Improves(best) {
			best = tt.Value
		}
		if best >= beta {
			if !tt.Found {
				t.table.Store(f.key, ply, uint16(shogi.NoMove), best, f.static, tried, table.Lower, false)
			}
			return best
		}
		futility = best + int32(t.params.DeltaMargin)
	}
	oldAlpha := alpha
	alpha = max(alpha, best)

	// 3. Moves.
	t.beginQuiescence(f, ply, &tt, checks)
	bestMove := shogi.NoMove
	k := &f.pick
	for k.next < k.moves.Len() {
		m := k.best()
		if !inCheck {
			if best > -mateBound && t.isHopeless(f, m, futility, alpha, &best) {
				continue
			}
			if !p.SEEAtLeast(m, 0) {
				continue
			}
		} else if best > -mateBound && t.params.Evasions > 0 && k.next > t.params.Evasions && !isNoisy(p, m) {
			continue
		}
		t.makeMove(f, ply, m)
		value := -t.quiescence(ply+1, -beta, -alpha, checks-1)
		t.unmakeMove()
		if t.stopped {
			return 0
		}
		if value <= best {
			continue
		}
		best = value
		if value <= alpha {
			continue
		}
		alpha, bestMove = value, m
		if pv {
			t.setPV(ply, m)
		}
		if value >= beta {
			break
		}
	}

	// 4. Store.
	b := table.BoundOf(best, beta, pv && alpha > oldAlpha)
	t.table.Store(f.key, ply, uint16(bestMove), best, f.static, tried, b, pv)
	return best
}

// quietDepth returns the depth, less than a ply, at which the table holds a value of quiescence. A value that saw
// quiet checks for more plies counts as deeper. More than three plies count as three.
func quietDepth(checks int) int { return min(max(checks, 0), onePly-1) }

// beginQuiescence lists and scores the moves that quiescence looks at.
func (t *thread) beginQuiescence(f *frame, ply int, tt *table.Hit, checks int) {
	k := &f.pick
	p := &f.position
	k.moves.Clear()
	k.next, k.nBad = 0, 0
	p.Noisy(&k.moves)
	t.scoreNoisy(f)
	noisy := k.moves.Len()
	switch {
	case p.InCheck():
		p.Quiets(&k.moves)
		p.Drops(&k.moves)
	case checks > 0:
		info := p.CheckInfo()
		p.QuietChecks(&k.moves, &info)
	}
	quiet := &t.history.quiet[p.Side()&1]
	one := t.frame(ply - 1).replies
	for i := noisy; i < k.moves.Len(); i++ {
		to := pieceSquare(p, k.moves.At(i))
		k.scores[i&(shogi.MaxMoves-1)] = int32(quiet[to]) + int32(one[to]) - 1<<20
	}
	for i, m := range k.moves.Slice() {
		if m == shogi.Move(tt.Move) {
			k.scores[i] = 1 << 24
		}
	}
}

// isHopeless reports whether a capture cannot lift the value to alpha even if the captured piece is won for nothing.
// It raises best to the value that the capture could reach.
func (t *thread) isHopeless(f *frame, m shogi.Move, futility, alpha int32, best *int32) bool {
	taken := f.position.At(m.To())
	if taken == shogi.NoKind || m.IsPromotion() {
		return false
	}
	hope := futility + int32(shogi.ExchangeValue[taken&15])
	if hope > alpha {
		return false
	}
	*best = max(*best, hope)
	return true
}

// evaluateAtLimit returns the value of a line that is too long.
func (t *thread) evaluateAtLimit(f *frame) int32 {
	if f.position.InCheck() {
		return drawScore
	}
	return eval.Evaluate(&f.position)
}

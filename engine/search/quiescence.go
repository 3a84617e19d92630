package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// quiescence searches captures and promotions, all evasions in check, and quiet
// checks in the first plies, which checks counts down. It is unsound: the side to
// move may always stop at its static value, even in zugzwang, and quiet moves are missed.
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
	if t.isDraw(f) {
		return drawScore
	}
	inCheck := p.InCheck()
	if ply >= maxPly {
		return t.evaluateAtLimit(f, ply)
	}

	// 1. Transposition table.
	tt := t.recall(f, ply)
	tried := quietDepth(checks)
	if inCheck { // evasions do not depend on it
		tried = max(tried, quietDepth(min(1, t.params.QuietChecks)))
	}
	if tt.Found && !pv && (tt.Depth >= tried || tt.IsMate()) && tt.Cuts(beta) && p.Halfmove() < lastCounter {
		return tt.Value
	}

	// 2. Stand pat: assume that some move keeps the static value.
	best := -mateScore + int32(ply)
	futility := -infinity
	f.raw, f.static = table.NoValue, table.NoValue
	if !inCheck {
		t.judge(f, ply, &tt)
		best = f.static
		if tt.Found && tt.Improves(best) {
			best = tt.Value
		}
		if best >= beta {
			if !tt.Found {
				t.table.Store(f.key, ply, uint16(chess.NoMove), best, f.raw, tried, table.Lower, false)
			}
			return best
		}
		futility = best + int32(t.params.DeltaMargin)
	}
	oldAlpha := alpha
	alpha = max(alpha, best)

	// 3. Moves.
	t.beginQuiescence(f, ply, &tt, checks)
	bestMove := chess.NoMove
	k := &f.pick
	for k.next < k.moves.Len() {
		m := k.best()
		t.prefetch(p, m)
		if !inCheck {
			if best > -mateBound && t.isHopeless(f, m, futility, alpha, &best) {
				continue
			}
			if !p.SEEAtLeast(m, 0) {
				continue
			}
		} else if best > -mateBound && !isNoisy(m) && k.next > 3 {
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
	t.table.Store(f.key, ply, uint16(bestMove), best, f.raw, tried, b, pv)
	return best
}

// quietDepth returns the depth, below one ply, under which the table holds a value of
// quiescence. It is the number of plies in which quiet checks were tried, at most three.
func quietDepth(checks int) int { return min(max(checks, 0), onePly-1) }

// lastCounter is the halfmove clock, in plies, from which the table does not cut, since
// its entries do not depend on the clock.
const lastCounter = 90

// recall returns the table entry of the frame at ply. The value is dropped if it is
// a mate beyond the fifty-move limit, as it was found with a lower halfmove clock.
func (t *thread) recall(f *frame, ply int) table.Hit {
	tt := t.table.Probe(f.key, ply)
	if tt.IsMate() && !isInTime(tt.Value, ply, f.position.Halfmove()) {
		tt.Value, tt.Bound, tt.Depth = drawScore, 0, 0
	}
	return tt
}

// isInTime reports whether a mate score at a ply is delivered within the fifty-move limit. It assumes that no capture
// or pawn move resets counter, the halfmove clock.
func isInTime(mate int32, ply, counter int) bool {
	return counter+int(mateScore-max(mate, -mate))-ply <= 100
}

// beginQuiescence generates and scores the moves that quiescence searches.
func (t *thread) beginQuiescence(f *frame, ply int, tt *table.Hit, checks int) {
	k := &f.pick
	k.moves.Clear()
	k.next, k.nBad = 0, 0
	f.position.Noisy(&k.moves)
	t.scoreNoisy(f)
	noisy := k.moves.Len()
	switch {
	case f.position.InCheck():
		f.position.Quiets(&k.moves)
	case checks > 0:
		f.position.QuietChecks(&k.moves)
	}
	if k.moves.Len() > noisy {
		t.lookForDanger(f)
	}
	one := t.frame(ply - 1).replies
	for i := noisy; i < k.moves.Len(); i++ {
		m := k.moves.At(i)
		score := int32(*t.butterfly(f, m)) + int32(one[pieceSquare(&f.position, m)%pieceSquares])
		k.scores[i&(chess.MaxMoves-1)] = score - 1<<20
	}
	for i, m := range k.moves.Slice() {
		if m == chess.Move(tt.Move) {
			k.scores[i] = 1 << 24
		}
	}
}

// isHopeless reports whether delta pruning skips a capture: even winning the piece for
// nothing would not lift futility above alpha. If so, best is raised to that sum.
func (t *thread) isHopeless(f *frame, m chess.Move, futility, alpha int32, best *int32) bool {
	if !m.IsCapture() || m.IsPromotion() {
		return false
	}
	taken := f.position.At(m.To())
	if m.IsEnPassant() {
		taken = chess.Pawn
	}
	hope := futility + int32(chess.ExchangeValue[taken&7])
	if hope > alpha {
		return false
	}
	*best = max(*best, hope)
	return true
}

// judge sets f.raw and f.static of a node that is not in check. It takes the evaluation
// from the table if it is there.
func (t *thread) judge(f *frame, ply int, tt *table.Hit) {
	f.raw = tt.Eval
	if !tt.Found || tt.Eval == table.NoValue {
		f.raw = t.evaluate(f, ply)
	}
	f.static = f.raw
	if t.params.Correction {
		f.static = t.correct(f, ply)
	}
}

// evaluateAtLimit returns the value of the node that ends a line of maxPly plies.
func (t *thread) evaluateAtLimit(f *frame, ply int) int32 {
	if f.position.InCheck() {
		return drawScore
	}
	return t.evaluate(f, ply)
}

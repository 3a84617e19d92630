package search

import "github.com/zugwatch/zugwatch/engine/chess"

// quiescence resolves captures and promotions, all evasions in check, and quiet
// checks for the first plies (checks counts them down). It is unsound where a
// quiet move is best: the side to move may always stop at its static value.
func (t *thread) quiescence(ply int, alpha, beta int32, checks int) int32 {
	f := t.frame(ply)
	p := &f.position
	pv := beta-alpha > 1
	t.pvLen[ply] = 0
	t.selDepth = max(t.selDepth, ply)
	if t.stop.due(t.nodes) {
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
	if tt.found && !pv && (tt.depth >= tried || tt.isMate()) && tt.cuts(beta) && p.Halfmove() < lastCounter {
		return tt.value
	}

	// 2. Stand pat: doing nothing is worth the static value.
	best := -mateScore + int32(ply)
	futility := -infinity
	f.raw, f.static = noValue, noValue
	if !inCheck {
		t.judge(f, ply, &tt)
		best = f.static
		if tt.found && tt.improves(best) {
			best = tt.value
		}
		if best >= beta {
			if !tt.found {
				t.table.store(f.key, ply, chess.NoMove, best, f.raw, tried, boundLower, false)
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
		t.foresee(p, m)
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
		t.descend(f, ply, m)
		value := -t.quiescence(ply+1, -beta, -alpha, checks-1)
		t.ascend()
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
	b := boundUpper
	switch {
	case best >= beta:
		b = boundLower
	case pv && alpha > oldAlpha:
		b = boundExact
	}
	t.table.store(f.key, ply, bestMove, best, f.raw, tried, b, pv)
	return best
}

// quietDepth is the depth, less than a ply, at which the table holds a value of
// quiescence: one that saw quiet checks for some plies more says more. Beyond three they
// count as three.
func quietDepth(checks int) int { return min(max(checks, 0), onePly-1) }

// lastCounter is the count of moves without capture or pawn move, in plies, from which
// the table is not believed: it does not know the count.
const lastCounter = 90

// recall is what the table knows of the frame at ply. A mate that takes until the fifty
// moves are over is not believed, as it was found with more of them left.
func (t *thread) recall(f *frame, ply int) hit {
	tt := t.table.probe(f.key, ply)
	if tt.isMate() && !isInTime(tt.value, ply, f.position.Halfmove()) {
		tt.value, tt.bound, tt.depth = drawScore, 0, 0
	}
	return tt
}

// isInTime tells whether a mate that is told at a ply comes before the fifty moves are
// over, if nothing is taken and no pawn moves.
func isInTime(mate int32, ply, counter int) bool {
	return counter+int(mateScore-max(mate, -mate))-ply <= 100
}

// beginQuiescence lists and scores the moves that quiescence looks at.
func (t *thread) beginQuiescence(f *frame, ply int, tt *hit, checks int) {
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
	butterfly := &t.history.quiet[f.position.Side()&1]
	one := t.frame(ply - 1).replies
	for i := noisy; i < k.moves.Len(); i++ {
		m := k.moves.At(i)
		score := int32(butterfly[m.From()&63][m.To()&63]) + int32(one[manSquare(&f.position, m)%manSquares])
		k.scores[i&(chess.MaxMoves-1)] = score - 1<<20
	}
	for i, m := range k.moves.Slice() {
		if m == tt.move {
			k.scores[i] = 1 << 24
		}
	}
}

// isHopeless tells whether a capture cannot lift the value to alpha even if the
// man taken is won for nothing; best is raised to what it could.
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

// judge fills in the static value of a node that is not in check, from the
// table when it is there.
func (t *thread) judge(f *frame, ply int, tt *hit) {
	f.raw = tt.eval
	if !tt.found || tt.eval == noValue {
		f.raw = t.evaluate(f, ply)
	}
	f.static = f.raw
	if t.params.Correction {
		f.static = t.learnt.correct(&f.position, f.raw)
	}
}

// evaluateAtLimit is the value of a line that is too long.
func (t *thread) evaluateAtLimit(f *frame, ply int) int32 {
	if f.position.InCheck() {
		return drawScore
	}
	return t.evaluate(f, ply)
}

// cuts tells whether the bound of a table entry decides a zero-width window
// below beta.
func (h *hit) cuts(beta int32) bool {
	if h.value >= beta {
		return h.bound&boundLower != 0
	}
	return h.bound&boundUpper != 0
}

// isMate tells whether the entry proves a mate for one side. Such a proof holds
// at every depth: a mate is only stored when no pruning was needed for it.
func (h *hit) isMate() bool {
	return h.value >= mateBound && h.bound&boundLower != 0 || h.value <= -mateBound && h.bound&boundUpper != 0
}

// improves tells whether the entry's bound says more than the static value.
func (h *hit) improves(static int32) bool {
	if h.value > static {
		return h.bound&boundLower != 0
	}
	return h.bound&boundUpper != 0
}

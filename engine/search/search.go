package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/table"
)

// search returns the value of the node at ply for its side to move. The window is from alpha to beta (fail-soft), and
// depth is in quarter plies. Cut says that a fail-high is expected. The comment of each pruning step states its
// assumption. Each assumption fails in some positions; Zugwatch measures that.
func (t *thread) search(ply int, alpha, beta int32, depth int, cut bool) int32 {
	// 1. Leaves.
	if depth < onePly || ply >= maxPly {
		if t.leaf != nil {
			return t.resolve(ply, alpha, beta)
		}
		return t.quiescence(ply, alpha, beta, t.params.QuietChecks)
	}
	f := t.frame(ply)
	p := &f.position
	pv := beta-alpha > 1
	root := ply == 0
	t.pvLen[ply] = 0
	t.selDepth = max(t.selDepth, ply)

	// 2. Stop, draws and mate distance pruning.
	if t.stop.Due(t.nodes) {
		t.poll()
	}
	if t.stopped {
		return 0
	}
	if !root {
		if t.isDraw(f) || t.params.Blockage && eval.IsBlocked(p) {
			t.trace.cut(t, ply, alpha, beta, depth, RuleDraw, drawScore)
			return drawScore
		}
		alpha = max(alpha, -mateScore+int32(ply))
		beta = min(beta, mateScore-int32(ply+1))
		if alpha >= beta {
			t.trace.cut(t, ply, alpha, beta, depth, RuleMateDistance, alpha)
			return alpha
		}
	}

	// 3. Transposition table.
	excluded := f.excluded
	var tt table.Hit
	if excluded == chess.NoMove {
		tt = t.recall(f, ply)
	} else {
		tt = table.None()
	}
	t.trace.enter(t, ply, alpha, beta, depth, &tt)
	if tt.Found && !pv && (tt.Depth >= depth || tt.IsMate()) && tt.Cuts(beta) && p.Halfmove() < lastCounter {
		f.visit.end(nil, RuleTable, 0, tt.Value)
		return tt.Value
	}
	t.frame(ply + 2).failHighs = 0
	hash := chess.Move(tt.Move)
	if root && t.root.previous != chess.NoMove {
		hash = t.root.previous
	}

	// 4. Static value: the evaluation, or the table's value if its bound is tighter.
	inCheck := p.InCheck()
	value := table.NoValue
	improving := false
	if inCheck {
		f.raw, f.static = table.NoValue, table.NoValue
	} else {
		if excluded == chess.NoMove {
			t.judge(f, ply, &tt)
			t.creditParent(f, ply)
		}
		value = f.static
		if tt.Found && tt.Improves(value) {
			value = tt.Value
		}
		improving = t.isImproving(f, ply)
	}
	suspected := false
	var promise pass.PendingClaim // claim of a rule that reduced the depth, for the audit

	if !pv && !inCheck && excluded == chess.NoMove {
		plies := depth / onePly
		// 5. Reverse futility: far above beta near the leaves, assume a cutoff.
		// Wrong if a piece hangs or the side is in zugzwang. So it is off, like
		// the null move, while a fail-high is being confirmed.
		if t.params.ReverseMargin > 0 && plies <= t.params.ReverseDepth && beta > -mateBound && value < mateBound &&
			int(f.node.Ban[p.Side()&1]) <= ply && p.HasPieces(p.Side()) && t.params.ReverseMove.admits(chess.Move(tt.Move)) &&
			value-int32(t.reverseMargin(plies, improving)) >= beta {
			t.counters.At(depth).ReverseCut++
			if t.audit != nil {
				t.audit.check(t, ply, depth, beta, pass.RuleReverse, plies)
			}
			t.remember(f, ply)
			value = t.params.ReverseValue.of(value, beta)
			f.visit.end(f, RuleReverseFutility, t.reverseMargin(plies, improving), value)
			return value
		}

		// 6. Razoring: far below alpha near the leaves, assume that only captures help.
		if margin, on := t.params.Razor.At(plies); on && value+margin < alpha && alpha < mateBound {
			if v := t.quiescence(ply, alpha, beta, t.params.QuietChecks); v < alpha || t.stopped {
				f.visit.end(f, RuleRazoring, int(margin), v)
				return v
			}
		}

		// 7. The null-move family.
		if t.mayPass(f, ply, depth, beta, value) {
			r := t.family.SearchNull(&f.node, game.Side(p.Side()), ply, depth, beta, value)
			if t.stopped {
				return 0
			}
			if r.Cut {
				t.remember(f, ply)
				f.visit.end(f, RuleNullMove, 0, r.Value)
				return r.Value
			}
			promise = r.PendingClaim(depth)
			f.visit.change(RuleNullMove, depth, r.Depth)
			depth, suspected = r.Depth, r.Suspected
			if depth < onePly {
				best := t.resolve(ply, alpha, beta)
				if best >= beta {
					t.family.CountFailHigh(&promise, ply, beta)
				}
				f.visit.end(f, RuleQuiescence, 0, best)
				return best
			}
		}

		// 8. Fail-high reductions (Feldmann, 1997): the node is likely to fail high, so
		// search it less deeply.
		if t.policy.FailHigh > 0 && depth >= 2*onePly && value-t.threat(p) >= beta {
			t.counters.At(depth).FailHighRed++
			if promise.Depth == 0 {
				promise.Depth, promise.Rule, promise.Saved = depth, pass.RuleFailHigh, int(t.policy.FailHigh)
			}
			whole := depth
			depth = max(onePly, depth-int(t.policy.FailHigh)*onePly)
			f.visit.change(RuleFailHighReduction, whole, depth)
		}
	}

	// 9. ProbCut and multi-cut: shallow searches that make a fail-high likely. Below
	// a suspected node null moves cut without verification, here as in the move loop.
	verify := f.node.Verify
	if suspected {
		f.node.Verify = false
	}
	if !pv && !inCheck && excluded == chess.NoMove && beta < mateBound && beta > -mateBound {
		if v, likely := t.likelyHigh(f, ply, beta, depth, cut, &tt, hash); likely {
			f.node.Verify = verify
			t.family.CountFailHigh(&promise, ply, beta)
			return v
		}
		if t.stopped {
			return 0
		}
	}

	// 10. Without a hash move the move ordering is poor: find one by a shallower
	// search (IID), or reduce the depth (IIR).
	if hash == chess.NoMove && excluded == chess.NoMove {
		if t.params.IID > 0 && depth >= t.params.IID*onePly && (pv || cut) {
			hash = t.firstMove(f, ply, alpha, beta, depth-2*onePly, cut, suspected)
			if t.stopped {
				return 0
			}
		}
		if t.params.IIR > 0 && depth >= t.params.IIR*onePly && (pv || cut) {
			depth -= onePly
			f.visit.change(RuleIterativeReduction, onePly, 0)
		}
	}

	// Singular extension. A cut found here comes from a search of half the depth, so
	// it is not stored in the table.
	singular := t.singular(f, ply, beta, depth, cut, &tt, hash)
	if t.stopped {
		return 0
	}
	if singular.cut {
		f.visit.end(f, RuleSingular, 0, singular.value)
		f.node.Verify = verify
		t.family.CountFailHigh(&promise, ply, beta)
		return singular.value
	}

	best, bestMove := t.moves(f, ply, alpha, beta, depth, cut, &tt, hash, improving, singular.extension)
	f.node.Verify = verify
	if suspected && best < beta && t.policy.Research && !t.stopped {
		// 15. Verified null-move pruning: the reduced search fails low, which refutes
		// the null move. Search again a ply deeper.
		t.counters.At(depth).Refused++
		f.visit.again()
		best, bestMove = t.moves(f, ply, alpha, beta, depth+onePly, cut, &tt, hash, improving, singular.extension)
		depth += onePly
		promise.Drop()
	}
	if t.stopped {
		return 0
	}
	if promise.IsSet() && best >= beta {
		t.family.CountFailHigh(&promise, ply, beta)
	}

	// 16. Store in the table.
	f.visit.done(f, best, bestMove, depth)
	if excluded == chess.NoMove {
		b := table.BoundOf(best, beta, pv && bestMove != chess.NoMove)
		t.table.Store(f.key, ply, uint16(bestMove), best, f.raw, depth, b, pv)
		t.teach(f, ply, best, b, bestMove, depth)
	}
	return best
}

// firstMove returns a hash move from a shallower search of the node (internal iterative
// deepening). At a suspected node the null move is off: it would cut again, without a move.
func (t *thread) firstMove(f *frame, ply int, alpha, beta int32, depth int, cut, suspected bool) chess.Move {
	ban := &f.node.Ban[f.position.Side()&1]
	kept := *ban
	if suspected {
		*ban = max(kept, int16(ply+1))
	}
	t.searchAgain(ply, alpha, beta, depth, cut)
	*ban = kept
	return chess.Move(t.table.Probe(f.key, ply).Move)
}

// searchAgain searches the node at ply from within its own search, and keeps its trace.
func (t *thread) searchAgain(ply int, alpha, beta int32, depth int, cut bool) int32 {
	visit := t.frame(ply).visit
	value := t.search(ply, alpha, beta, depth, cut)
	visit.resume(t.frame(ply))
	return value
}

// remember stores the evaluation of a node that is cut before a move was tried, unless the
// table has an entry of it. The new entry has no bound.
func (t *thread) remember(f *frame, ply int) {
	if !t.table.Probe(f.key, ply).Found {
		t.table.Store(f.key, ply, uint16(chess.NoMove), drawScore, f.raw, 0, 0, false)
	}
}

// isImproving reports whether the static value rose since the side's last move, or since
// the one before if the side was in check then. It is true if neither is known.
func (t *thread) isImproving(f *frame, ply int) bool {
	if before := t.frame(ply - 2).static; ply >= 2 && before != table.NoValue {
		return f.static > before
	}
	if before := t.frame(ply - 4).static; ply >= 4 && before != table.NoValue {
		return f.static > before
	}
	return true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

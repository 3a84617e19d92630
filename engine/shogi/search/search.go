package search

import (
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
	"github.com/zugwatch/zugwatch/engine/table"
)

// search returns the value of the node at ply for its side to move. The window is from alpha to beta (fail-soft), and
// depth is in quarter plies. Cut marks an expected cut node. Every step of pruning states its assumption. Each is
// wrong in some positions, which Zugwatch exists to measure.
func (t *thread) search(ply int, alpha, beta int32, depth int, cut bool) int32 {
	// 1. Leaves.
	if depth < onePly || ply >= maxPly {
		return t.quiescence(ply, alpha, beta, t.params.QuietChecks)
	}
	f := t.frame(ply)
	p := &f.position
	pv := beta-alpha > 1
	root := ply == 0
	t.pvLen[ply] = 0
	t.selDepth = max(t.selDepth, ply)

	// 2. The end: out of time, repeated, won by declaration, or a shorter mate is known.
	if t.stop.Due(t.nodes) {
		t.poll()
	}
	if t.stopped {
		return 0
	}
	if !root {
		if value, over := t.end(f, ply); over {
			return value
		}
		alpha = max(alpha, -mateScore+int32(ply))
		beta = min(beta, mateScore-int32(ply+1))
		if alpha >= beta {
			return alpha
		}
	}

	// 3. Transposition table.
	tt := t.table.Probe(f.key, ply)
	if tt.Found && !root && !pv && (tt.Depth >= depth || tt.IsMate()) && tt.Cuts(beta) {
		return tt.Value
	}
	hash := shogi.Move(tt.Move)
	if root && t.root.previous != shogi.NoMove {
		hash = t.root.previous
	}

	// 4. Static value: of the evaluation, or of the table where its bound says more.
	inCheck := p.InCheck()
	value := table.NoValue
	improving := false
	f.static = table.NoValue
	if !inCheck {
		t.judge(f, &tt)
		value = f.static
		if tt.Found && tt.Improves(value) {
			value = tt.Value
		}
		improving = t.isImproving(f, ply)
	}
	suspected := false
	var promise pass.PendingClaim // for the audit: the claim of a rule that reduced the depth

	if !pv && !inCheck {
		plies := depth / onePly
		// 5. Reverse futility: far above beta near the leaves, no reply will matter.
		// Wrong when something hangs or a mate threatens; off, as the null move is,
		// while a fail-high is being confirmed.
		if t.params.ReverseMargin > 0 && plies <= t.params.ReverseDepth && beta > -mateBound && value < mateBound &&
			int(f.node.Ban[p.Side()&1]) <= ply &&
			value-int32(t.params.ReverseMargin*(plies-btoi(improving))) >= beta {
			t.tally.At(depth).ReverseCut++
			if t.audit != nil {
				t.audit.check(t, ply, depth, beta, pass.RuleReverse, plies)
			}
			t.remember(f, ply)
			return (value + beta) / 2
		}

		// 6. The null-move family.
		if t.family.AllowsNull(&f.node, game.Side(p.Side()), ply, depth, beta, value) && t.guardAdmits(ply) {
			r := t.family.SearchNull(&f.node, game.Side(p.Side()), ply, depth, beta, value)
			if t.stopped {
				return 0
			}
			if r.Cut {
				t.remember(f, ply)
				return r.Value
			}
			promise = r.PendingClaim(depth)
			depth, suspected = r.Depth, r.Suspected
			if depth < onePly {
				best := t.quiescence(ply, alpha, beta, t.params.QuietChecks)
				if best >= beta {
					t.family.CountFailHigh(&promise, ply, beta)
				}
				return best
			}
		}

		// 7. Fail-high reductions: the node is likely to fail high, so look at it
		// less deeply.
		if t.policy.FailHigh > 0 && depth >= 2*onePly && value-t.threat(p) >= beta {
			t.tally.At(depth).FailHighRed++
			if promise.Depth == 0 {
				promise.Depth, promise.Rule, promise.Saved = depth, pass.RuleFailHigh, int(t.policy.FailHigh)
			}
			depth = max(onePly, depth-int(t.policy.FailHigh)*onePly)
		}
	}
	verify := f.node.Verify
	if suspected {
		f.node.Verify = false
	}

	// 8. Without a hash move the order is poor: spend less on the node.
	if hash == shogi.NoMove && t.params.IIR > 0 && depth >= t.params.IIR*onePly && (pv || cut) {
		depth -= onePly
	}

	best, bestMove := t.moves(f, ply, alpha, beta, depth, cut, &tt, hash, improving)
	f.node.Verify = verify
	if suspected && best < beta && t.policy.Research && !t.stopped {
		// 13. Verified null-move pruning: the reduced node fails low, so the null
		// move was wrong. Search again at the full depth.
		t.tally.At(depth).Refused++
		depth += onePly
		best, bestMove = t.moves(f, ply, alpha, beta, depth, cut, &tt, hash, improving)
		promise.Drop()
	}
	if t.stopped {
		return 0
	}
	if promise.IsSet() && best >= beta {
		t.family.CountFailHigh(&promise, ply, beta)
	}

	// 14. Remember.
	b := table.BoundOf(best, beta, pv && bestMove != shogi.NoMove)
	t.table.Store(f.key, ply, uint16(bestMove), best, f.static, depth, b, pv)
	return best
}

// end reports whether the game is over in position f, and its value for the side to move.
// The position is a repetition, or its side may declare a win.
func (t *thread) end(f *frame, ply int) (value int32, over bool) {
	if value, over = t.repeats(f); over {
		return value, true
	}
	if f.position.MayDeclare() {
		return mateScore - int32(ply+1), true
	}
	return 0, false
}

// judge fills in the evaluation of a node that is not in check, from the table when it
// is there.
func (t *thread) judge(f *frame, tt *table.Hit) {
	f.static = tt.Eval
	if !tt.Found || tt.Eval == table.NoValue {
		f.static = eval.Evaluate(&f.position)
	}
}

// remember stores the evaluation of a node that is cut before a move was tried, if the table has no entry of it. The
// entry has no bound on the value.
func (t *thread) remember(f *frame, ply int) {
	if hit := t.table.Probe(f.key, ply); !hit.Found {
		t.table.Store(f.key, ply, uint16(shogi.NoMove), drawScore, f.static, 0, 0, false)
	}
}

// isImproving reports whether the evaluation rose since the side's last move.
func (t *thread) isImproving(f *frame, ply int) bool {
	for _, back := range [...]int{2, 4} {
		if before := t.frame(ply - min(back, ply+below)).static; ply >= back && before != table.NoValue {
			return f.static > before
		}
	}
	return true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

package search

import (
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/table"
)

// moves is the move loop of search. It returns the best value, and the best move if that value lies above alpha.
// The results are meaningless once the thread has stopped.
func (t *thread) moves(f *frame, ply int, alpha, beta int32, depth int, cut bool, tt *table.Hit, hash shogi.Move, improving bool) (int32, shogi.Move) {
	p := &f.position
	pv := beta-alpha > 1
	root := ply == 0
	inCheck := p.InCheck()
	plies := depth / onePly
	best, bestMove := -infinity, shogi.NoMove
	searched := 0
	info := p.CheckInfo()
	t.frame(ply + 1).killers = [2]shogi.Move{}
	f.nQuiets, f.nCapture = 0, 0
	t.begin(f, ply, hash)

	for {
		m := t.pickNext(f, ply, &info)
		if m == shogi.NoMove {
			break
		}
		if root && !t.isAllowed(m) {
			continue
		}
		noisy := isNoisy(p, m)
		check := p.GivesCheck(m, &info)
		score := int32(0)
		if !noisy {
			score = t.historyScore(f, ply, m)
		}

		// 9. Pruning at shallow depth, once a move that does not lose is known.
		if !root && best > -mateBound {
			if !noisy && !check && !inCheck && (t.isLate(searched, plies, improving) || t.isFutile(f, plies, alpha, score)) {
				f.pick.skipQuiets = true
				continue
			}
			if t.isLosing(p, m, noisy, plies) {
				continue
			}
		}

		// 10. Extension.
		extension := 0
		if check && ply < 2*t.root.depth && t.params.CheckExtension > 0 && (searched == 0 || p.SEEAtLeast(m, 0)) {
			extension = min(t.params.CheckExtension, onePly)
		}
		t.makeMove(f, ply, m)
		searched++
		full := depth - onePly + extension
		value := int32(0)

		// 11. Principal variation search with late move reductions.
		reduced := full
		if t.params.LMR && searched > 1+btoi(pv)+btoi(root) && depth >= 2*onePly && !noisy {
			reduced = full - t.reduction(f, m, plies, searched, pv, cut, improving, check, score, tt)
			reduced = max(onePly, min(reduced, full))
		}
		if reduced < full {
			value = -t.search(ply+1, -alpha-1, -alpha, reduced, true)
			if value > alpha && !t.stopped {
				value = -t.search(ply+1, -alpha-1, -alpha, full, !cut)
			}
		} else if !pv || searched > 1 {
			value = -t.search(ply+1, -alpha-1, -alpha, full, !cut)
		}
		if pv && (searched == 1 || value > alpha && (root || value < beta)) && !t.stopped {
			value = -t.search(ply+1, -beta, -alpha, full, false)
		}
		t.unmakeMove()
		if t.stopped {
			return 0, shogi.NoMove
		}

		// 12. Bookkeeping.
		if value > best {
			best = value
			if value > alpha {
				bestMove = m
				if pv {
					t.setPV(ply, m)
				}
				if root {
					t.root.best, t.root.value = m, value
				}
				if value >= beta {
					t.learn(f, ply, m, plies)
					break
				}
				alpha = value
			}
		}
		f.tried(m, noisy)
	}

	if searched == 0 { // nothing is skipped before a move that does not lose is known
		return -mateScore + int32(ply), shogi.NoMove
	}
	return best, bestMove
}

// tried notes a move that did not fail high, for the histories.
func (f *frame) tried(m shogi.Move, noisy bool) {
	switch {
	case noisy && f.nCapture < len(f.captures):
		f.captures[f.nCapture] = m
		f.nCapture++
	case !noisy && f.nQuiets < len(f.quiets):
		f.quiets[f.nQuiets] = m
		f.nQuiets++
	}
}

// isAllowed reports whether m may be searched at the root. If so, it starts counting m's nodes and calls each.
func (t *thread) isAllowed(m shogi.Move) bool {
	for n, allowed := range t.root.allowed {
		if allowed == m {
			t.root.efforts.BeginMove(n, t.nodes)
			if t.root.each != nil {
				t.root.each(game.FromShogiMove(m))
			}
			return true
		}
	}
	return false
}

// historyScore returns the sum of the histories of a quiet move.
func (t *thread) historyScore(f *frame, ply int, m shogi.Move) int32 {
	p := &f.position
	to := pieceSquare(p, m)
	return int32(t.history.quiet[p.Side()&1][to]) + int32(t.frame(ply - 1).replies[to]) + int32(t.frame(ply - 2).replies[to])
}

// isLate reports whether so many moves were tried that a quiet one is skipped.
func (t *thread) isLate(searched, plies int, improving bool) bool {
	if plies > t.params.LateMoves {
		return false
	}
	most := 6 + plies*plies
	if !improving {
		most = 4 + plies*plies*2/3
	}
	return searched >= most
}

// isFutile reports whether a quiet move can hardly lift the static value to
// alpha.
func (t *thread) isFutile(f *frame, plies int, alpha int32, score int32) bool {
	margin, on := t.params.Futility.At(plies)
	return on && f.static+margin+score/128 <= alpha
}

// isLosing reports whether m gives too much material away for the depth.
func (t *thread) isLosing(p *shogi.Position, m shogi.Move, noisy bool, plies int) bool {
	if plies > t.params.Exchanges {
		return false
	}
	if noisy {
		return !p.SEEAtLeast(m, -60*plies*plies-150*plies)
	}
	return !p.SEEAtLeast(m, -130*plies)
}

// reduction returns by how much a late quiet move is searched less deeply, in quarter
// plies.
func (t *thread) reduction(f *frame, m shogi.Move, plies, searched int, pv, cut, improving, check bool, score int32, tt *table.Hit) int {
	r := t.lateBy.At(plies, searched)
	if pv || tt.PV {
		r -= onePly
	}
	if cut {
		r += onePly
	}
	if !improving {
		r += onePly / 2
	}
	if check || f.position.InCheck() {
		r -= onePly
	}
	if !f.pick.isFresh(m) {
		r -= onePly
	}
	return r - int(score)*onePly/10000
}

// learn rewards the move that failed high and blames those tried before it.
func (t *thread) learn(f *frame, ply int, m shogi.Move, plies int) {
	bonus := heuristic.HistoryBonus(plies)
	p := &f.position
	if !isNoisy(p, m) {
		if f.killers[0] != m {
			f.killers[1] = f.killers[0]
			f.killers[0] = m
		}
		t.history.counters[t.lastPieceSquare(ply)] = m
		t.learnQuiet(p, ply, m, bonus)
		for _, other := range f.quiets[:f.nQuiets] {
			t.learnQuiet(p, ply, other, -bonus)
		}
	} else {
		t.learnCapture(p, m, bonus)
	}
	for _, other := range f.captures[:f.nCapture] {
		t.learnCapture(p, other, -bonus)
	}
}

func (t *thread) learnQuiet(p *shogi.Position, ply int, m shogi.Move, bonus int32) {
	to := pieceSquare(p, m)
	heuristic.UpdateHistory(&t.history.quiet[p.Side()&1][to], bonus)
	for _, back := range [...]int{1, 2, 4} {
		if before := t.frame(ply - back); before.move != shogi.NoMove {
			heuristic.UpdateHistory(&before.replies[to], bonus)
		}
	}
}

func (t *thread) learnCapture(p *shogi.Position, m shogi.Move, bonus int32) {
	heuristic.UpdateHistory(&t.history.captures[p.At(m.From())&15][m.To()][p.At(m.To())&15], bonus)
}

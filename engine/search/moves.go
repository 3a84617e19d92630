package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/table"
)

// moves is the move loop of search. It returns the best value, and the best move if that
// value lies above alpha. Singular is the singular extension of the hash move, in quarter
// plies. The results are meaningless once the thread has stopped.
func (t *thread) moves(f *frame, ply int, alpha, beta int32, depth int, cut bool, tt *table.Hit, hash chess.Move, improving bool, singular int) (int32, chess.Move) {
	p := &f.position
	pv := beta-alpha > 1
	root := ply == 0
	inCheck := p.InCheck()
	excluded := f.excluded
	plies := depth / onePly
	best, bestMove := -infinity, chess.NoMove
	oldAlpha := alpha
	searched := 0
	info := p.CheckInfo()
	t.frame(ply + 1).killers = [2]chess.Move{}
	onlyReply := t.params.OneReply > 0 && inCheck && p.CountLegal() == 1
	f.nQuiets, f.nCapture = 0, 0
	t.begin(f, ply, hash)

	for {
		m := t.pickNext(f, ply, &info)
		if m == chess.NoMove {
			break
		}
		if m == excluded || root && !t.isAllowed(m) {
			continue
		}
		t.prefetch(p, m)
		noisy := isNoisy(m)
		check := p.GivesCheck(m, &info)
		score := int32(0)
		if !noisy {
			score = t.historyScore(f, ply, m)
		}

		// 11. Pruning at shallow depth, once a move that avoids mate is known.
		if !root && best > -mateBound && p.HasPieces(p.Side()) {
			if !noisy && !check && !inCheck {
				if f.pick.skipQuiets || t.isLate(searched, plies, improving) {
					f.visit.skip(t, f, RuleLateMoves, m, searched, plies, improving)
					f.pick.skipQuiets = true
					continue
				}
				if t.isFutile(f, plies, alpha, score) {
					f.visit.skip(t, f, RuleFutility, m, searched, plies, improving)
					f.pick.skipQuiets = true
					continue
				}
			}
			if t.isLosing(p, m, noisy, plies) {
				f.visit.skip(t, f, RuleExchangePruning, m, searched, plies, improving)
				continue
			}
		}

		// 12. Extensions.
		extension := t.extend(f, ply, m, check, onlyReply, searched)
		if m == hash && singular != 0 {
			extension = singular
		}

		child := t.makeMove(f, ply, m)
		if extension > onePly {
			child.doubles++
		}
		searched++
		full := depth - onePly + extension
		value := int32(0)

		// 13. Principal variation search with late move reductions.
		reduced := full
		if t.params.LMR && searched > 1+btoi(pv)+btoi(root) && depth >= 2*onePly && (!noisy || t.params.LMRBad && f.pick.isBad()) {
			reduced = full - t.reduction(f, ply, m, plies, searched, pv, cut, improving, check, score, tt)
			reduced = max(onePly, min(reduced, full))
		}
		if reduced < full {
			value = -t.search(ply+1, -alpha-1, -alpha, reduced, true)
			if value > alpha && !t.stopped {
				if !root {
					full += t.deeper(value, best)
				}
				if full > reduced {
					value = -t.search(ply+1, -alpha-1, -alpha, full, !cut)
				}
			}
		} else if !pv || searched > 1 {
			value = -t.search(ply+1, -alpha-1, -alpha, full, !cut)
		}
		if pv && (searched == 1 || value > alpha && (root || value < beta)) && !t.stopped {
			value = -t.search(ply+1, -beta, -alpha, full, false)
		}
		t.unmakeMove()
		if t.stopped {
			return 0, chess.NoMove
		}
		f.visit.tried(m, searched, depth-onePly+extension, reduced, full, value)

		// 14. Bookkeeping.
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
					f.failHighs++
					t.learn(f, ply, m, plies)
					break
				}
				alpha = value
			}
		}
		f.tried(m, noisy)
	}

	if searched == 0 {
		switch {
		case excluded != chess.NoMove:
			return oldAlpha, chess.NoMove
		case inCheck:
			return -mateScore + int32(ply), chess.NoMove
		case p.CountLegal() == 0:
			return drawScore, chess.NoMove
		}
	}
	if best == -infinity {
		best = oldAlpha
	}
	return best, bestMove
}

// tried records a move that did not fail high, for the histories.
func (f *frame) tried(m chess.Move, noisy bool) {
	switch {
	case noisy && f.nCapture < len(f.captures):
		f.captures[f.nCapture] = m
		f.nCapture++
	case !noisy && f.nQuiets < len(f.quiets):
		f.quiets[f.nQuiets] = m
		f.nQuiets++
	}
}

// isAllowed reports whether m may be searched at the root. If so, it counts the effort of m
// from here on and calls t.atRoot.
func (t *thread) isAllowed(m chess.Move) bool {
	for n, allowed := range t.root.allowed {
		if allowed == m {
			t.root.efforts.BeginMove(n, t.nodes)
			if t.atRoot != nil {
				t.atRoot(game.FromChessMove(m))
			}
			return true
		}
	}
	return false
}

// historyScore returns the sum of the histories of a quiet move.
func (t *thread) historyScore(f *frame, ply int, m chess.Move) int32 {
	p := &f.position
	to := pieceSquare(p, m) % pieceSquares
	return int32(*t.butterfly(f, m)) +
		int32(t.frame(ply - 1).replies[to]) + int32(t.frame(ply - 2).replies[to])
}

// isLate reports whether late move pruning skips a quiet move after searched moves.
func (t *thread) isLate(searched, plies int, improving bool) bool {
	if plies > t.params.LateMoves {
		return false
	}
	return searched >= t.params.lateLimit(plies, improving)
}

// lateLimit returns the number of moves after which quiet ones are skipped.
func (p *Params) lateLimit(plies int, improving bool) int {
	if !improving {
		return p.LateFirst + plies*plies*p.LateSlope/200
	}
	return p.LateFirst + 1 + plies*plies*p.LateSlope/100
}

// isFutile reports whether futility pruning skips a quiet move, since it can hardly lift the
// static value to alpha.
func (t *thread) isFutile(f *frame, plies int, alpha int32, score int32) bool {
	margin, on := t.params.Futility.At(plies)
	return on && f.static+t.params.futilityMargin(margin, score) <= alpha
}

// futilityMargin returns the most that a quiet move is assumed to add to the static value, in centipawns. It follows
// from the margin of the depth and the history score of the move.
func (p *Params) futilityMargin(margin, score int32) int32 {
	return margin + score/int32(p.FutilityScore)
}

// isLosing reports whether m is skipped since its exchange loses too much for the depth.
func (t *thread) isLosing(p *chess.Position, m chess.Move, noisy bool, plies int) bool {
	if plies > t.params.SEEPruning {
		return false
	}
	return !p.SEEAtLeast(m, t.params.exchangeLimit(noisy, plies))
}

// exchangeLimit returns the static exchange value, in centipawns, below which a move is skipped.
func (p *Params) exchangeLimit(noisy bool, plies int) int {
	if noisy {
		return -30*plies*plies - 70*plies
	}
	return -p.SEEQuiet * plies * plies
}

// deeper returns the change of the re-search depth, in quarter plies, after a reduced search failed high. It is a ply
// more if value beats best by more than LMRDeeper, and a ply less if value is hardly better. The change is unsound,
// as it trusts the value of a reduced search. A move whose strength only the full depth would show is searched less
// deeply.
func (t *thread) deeper(value, best int32) int {
	switch {
	case t.params.LMRDeeper == 0:
		return 0
	case value > best+int32(t.params.LMRDeeper):
		return onePly
	case value < best+hardlyBetter:
		return -onePly
	}
	return 0
}

// hardlyBetter is the gain in centipawns below which a re-search is a ply less deep.
const hardlyBetter = 8

// reduction returns the late move reduction of m, in quarter plies.
func (t *thread) reduction(f *frame, ply int, m chess.Move, plies, searched int, pv, cut, improving, check bool, score int32, tt *table.Hit) int {
	r := t.lateBy.At(plies, searched)
	if pv || tt.PV {
		r -= onePly
	}
	if cut {
		r += t.params.LMRCut
	}
	if !improving {
		r += t.params.LMRFalling
	}
	if check || f.position.InCheck() {
		r -= onePly
	}
	if m == f.pick.first || m == f.pick.second || m == f.pick.third {
		r -= t.params.LMRKiller
	}
	if isNoisy(chess.Move(tt.Move)) {
		r += t.params.LMRNoisy
	}
	if t.frame(ply+1).failHighs > 3 {
		r += t.params.LMRFailHighs
	}
	if ply == 0 {
		r -= t.params.LMRRoot
	}
	if t.params.LMRHistory > 0 {
		r -= int(score) * onePly / t.params.LMRHistory
	}
	return r
}

// learn raises the histories of m, which failed high, and lowers those of the moves tried before it.
func (t *thread) learn(f *frame, ply int, m chess.Move, plies int) {
	bonus := heuristic.HistoryBonus(plies)
	p := &f.position
	if !isNoisy(m) {
		if f.killers[0] != m {
			f.killers[1] = f.killers[0]
			f.killers[0] = m
		}
		t.history.counters[t.lastPieceSquare(ply)] = m
		t.learnQuiet(f, ply, m, bonus)
		for _, other := range f.quiets[:f.nQuiets] {
			t.learnQuiet(f, ply, other, -bonus)
		}
	} else {
		t.learnCapture(p, m, bonus)
	}
	for _, other := range f.captures[:f.nCapture] {
		t.learnCapture(p, other, -bonus)
	}
}

// creditParent adds the rise of the static value to the history of the quiet move that led to f. The rise counts for
// the side that made the move.
func (t *thread) creditParent(f *frame, ply int) {
	parent := t.frame(ply - 1)
	if t.params.HistoryStatic == 0 || ply == 0 || parent.move == chess.NoMove || isNoisy(parent.move) || parent.static == table.NoValue {
		return
	}
	rise := -int32(t.params.HistoryStatic) * (f.static + parent.static)
	heuristic.UpdateHistory(t.butterfly(parent, parent.move), min(max(rise, -mostCredit), mostCredit))
}

// mostCredit bounds the change of a history by creditParent.
const mostCredit = 600

func (t *thread) learnQuiet(f *frame, ply int, m chess.Move, bonus int32) {
	to := pieceSquare(&f.position, m) % pieceSquares
	heuristic.UpdateHistory(t.butterfly(f, m), bonus)
	for _, back := range [...]int{1, 2, 4} {
		if before := t.frame(ply - back); before.move != chess.NoMove {
			heuristic.UpdateHistory(&before.replies[to], bonus)
		}
	}
}

func (t *thread) learnCapture(p *chess.Position, m chess.Move, bonus int32) {
	taken := p.At(m.To())
	if m.IsEnPassant() {
		taken = chess.Pawn
	}
	heuristic.UpdateHistory(&t.history.captures[piece(p, m)%12][m.To()&63][taken&7], bonus)
}

package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

// passResult is what the null-move family says of a node.
type passResult struct {
	cut       bool
	value     int32 // when cut
	depth     int   // the depth with which the node goes on
	suspected bool  // verified null-move pruning: failed high, to be verified
	tried     tried // without a cut: what the nodes of the node are counted by
}

// mayPass tells whether a null move is tried at a node that is not in check.
func (t *thread) mayPass(f *frame, ply, depth int, beta, value int32) bool {
	y := &t.policy
	p := &f.position
	side := p.Side()
	if !y.On() || f.passes >= y.Chain || depth < int(y.MinDepth)*onePly || f.excluded != chess.NoMove ||
		beta >= mateBound || beta <= -mateBound || int(f.ban[side&1]) > ply {
		return false
	}
	if y.Margin != nullmove.NoMargin && value < beta+int32(y.Margin) {
		return false
	}
	// 2002: while a fail-high is to be verified, at least one ply must remain.
	if f.verify && depth < 2*onePly {
		return false
	}
	return t.guardAdmits(p, side)
}

// guardAdmits asks the policy's guard.
func (t *thread) guardAdmits(p *chess.Position, side chess.Color) bool {
	if t.policy.Guard == nullmove.GuardPieces {
		return p.HasPieces(side)
	}
	return t.policy.Guard.Admits(pieces(p, side), pieceValue(p, side), pieceValue(p, side.Other()))
}

// pieces counts c's men but pawns and king.
func pieces(p *chess.Position, c chess.Color) int {
	return (p.Color(c) &^ (p.Kind(chess.Pawn) | p.Kind(chess.King))).Count()
}

// pieceValue is what c's pieces are worth in centipawns.
func pieceValue(p *chess.Position, c chess.Color) (sum int) {
	for k := chess.Knight; k <= chess.Queen; k++ {
		sum += chess.ExchangeValue[k] * p.Of(c, k).Count()
	}
	return sum
}

// rich is 1 when both sides have as many pieces as the adaptive band asks for.
func rich(p *chess.Position) int {
	if pieces(p, chess.White) >= nullmove.RichPieces && pieces(p, chess.Black) >= nullmove.RichPieces {
		return 1
	}
	return 0
}

// tryPass searches the null move, and does what the policy says when it fails
// high. Value is the node's static value as it stands. A mate that the null
// search finds is not returned: it is not proven.
func (t *thread) tryPass(f *frame, ply, depth int, beta, value int32) passResult {
	y := &t.policy
	result := passResult{depth: depth}
	band := 0
	if y.Reduction.Band > 0 {
		band = rich(&f.position)
	}
	reduced := depth - t.nullBy.Plies(min(depth/onePly, nullmove.MaxDepth), int(value-beta), band)*onePly
	before := t.nodes
	counters := t.count(depth)
	counters.NullTried++
	t.pass(f, ply)
	t.passing++
	score := -t.search(ply+1, -beta, -beta+1, reduced, false)
	t.passing--
	t.ascend()
	if t.passing == 0 { // else they are counted by the null move above
		counters.NullNodes += t.nodes - before
	}
	if t.stopped {
		return result
	}
	if t.passing == 0 {
		result.tried = tried{row: counters, nodes: t.nodes, high: score >= beta}
	}
	if score < beta {
		if score <= -mateBound && t.mateThreat > 0 && ply < 2*t.root.depth {
			counters.MateThreats++
			result.depth += t.mateThreat
		}
		return result
	}
	if f.passes > 0 {
		counters.DoubleNull++
	}
	if score >= mateBound {
		score = beta
	}
	t.failHigh(f, ply, beta, score, reduced, &result)
	switch {
	case t.passing > 0 || t.stopped:
	case result.cut:
		result.tried.stand(t.nodes)
	case result.depth == depth: // refused: what that took is part of the price
		counters.StoodNodes += t.nodes - result.tried.nodes
		result.tried.row = nil
	}
	return result
}

// failHigh answers a null search that failed high.
func (t *thread) failHigh(f *frame, ply int, beta, score int32, reduced int, result *passResult) {
	y := &t.policy
	rule := RuleCut
	counters := t.count(result.depth)
	switch {
	case y.Response == nullmove.Reduce:
		counters.NullReduced++
		result.depth -= int(y.Reduce) * onePly
		return
	case y.Response == nullmove.Verify && f.verify:
		counters.Verified++
		result.depth -= onePly
		result.suspected = true
		return
	case t.confirms(f, result.depth):
		counters.Verified++
		again := t.confirmDepth(result.depth, reduced)
		if t.confirm(f, ply, beta, again) < beta {
			counters.Refused++
			return
		}
		rule, reduced = RuleConfirmed, again
	}
	if t.stopped {
		return
	}
	counters.NullCut++
	if t.audit != nil {
		t.audit.check(t, ply, result.depth, beta, rule, (result.depth-reduced)/onePly)
	}
	result.cut, result.value = true, score
	if y.Returns == nullmove.ReturnBeta {
		result.value = beta
	}
}

// confirms tells whether the fail-high of a null move at a depth is to be confirmed.
func (t *thread) confirms(f *frame, depth int) bool {
	return t.policy.Confirms(depth/onePly, pieces(&f.position, f.position.Side()))
}

// confirmDepth is the depth at which the node is searched again to confirm a null search that
// went on at reduced.
func (t *thread) confirmDepth(depth, reduced int) int {
	return max(t.policy.Again(depth/onePly, reduced/onePly)*onePly, reduced)
}

// confirm searches the node itself to the depth again, without null moves for one or
// both sides for three quarters of it.
func (t *thread) confirm(f *frame, ply int, beta int32, again int) int32 {
	kept := f.ban
	until := int16(ply + max(1, 3*again/(4*onePly)))
	f.ban[f.position.Side()&1] = until
	if t.policy.Ban == nullmove.BanBoth {
		f.ban[f.position.Side().Other()&1] = until
	}
	value := t.search(ply, beta-1, beta, again, false)
	f.ban = kept
	return value
}

// failHighReduced tells whether fail-high reductions apply (Feldmann, 1997):
// the static value less what hangs reaches beta.
func (t *thread) failHighReduced(f *frame, beta, value int32) bool {
	return t.policy.FailHigh > 0 && value-t.threat(&f.position) >= beta
}

// threat is what the opponent threatens to win at once: the best of its
// captures of the most valuable man that a lesser one attacks or that hangs.
func (t *thread) threat(p *chess.Position) int32 {
	var next chess.Position
	p.Pass(&next)
	var l chess.MoveList
	next.Noisy(&l)
	worst := 0
	for _, m := range l.Slice() {
		worst = max(worst, next.SEE(m))
	}
	return int32(worst)
}

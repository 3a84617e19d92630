package search

import (
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// picker yields the moves of a node, those most likely to cut first, and
// generates them as late as it can.
type picker struct {
	moves      shogi.MoveList
	scores     [shogi.MaxMoves]int32
	bad        [64]shogi.Move // captures that lose material, for the end
	nBad       int
	next       int
	stage      stage
	skipQuiets bool // leave out quiet moves that do not check
	hash       shogi.Move
	special    [3]shogi.Move // killers and counter move of the node
}

// stage is the current phase of a picker.
type stage uint8

const (
	stageHash stage = iota
	stageNoisy
	stageGood
	stageSpecial // and the two behind it
	stageQuiets  = stageSpecial + 3
	stageRest    = stageQuiets + 1
	stageBad     = stageQuiets + 2
	stageDone    = stageQuiets + 3
)

// begin readies the picker of f; a hash move that is not legal is dropped.
func (t *thread) begin(f *frame, ply int, hash shogi.Move) {
	k := &f.pick
	k.stage = stageHash
	k.skipQuiets = false
	k.hash = hash
	k.special = [3]shogi.Move{f.killers[0], f.killers[1], t.history.counters[t.lastPieceSquare(ply)]}
	if k.hash == shogi.NoMove || !f.position.IsLegal(k.hash) {
		k.hash = shogi.NoMove
	}
}

// lastPieceSquare returns the piece and square of the move that led to the node, 0 for
// none.
func (t *thread) lastPieceSquare(ply int) int {
	parent := t.frame(ply - 1)
	if parent.move == shogi.NoMove {
		return 0
	}
	return pieceSquare(&parent.position, parent.move)
}

// pickNext returns the next move, NoMove when all are done. Info is of the
// position.
func (t *thread) pickNext(f *frame, ply int, info *shogi.CheckInfo) shogi.Move {
	k := &f.pick
	switch k.stage {
	case stageHash:
		k.stage = stageNoisy
		if k.hash != shogi.NoMove {
			return k.hash
		}
		fallthrough
	case stageNoisy:
		k.moves.Clear()
		f.position.Noisy(&k.moves)
		k.next, k.nBad = 0, 0
		t.scoreNoisy(f)
		k.stage = stageGood
		fallthrough
	case stageGood:
		if m := f.nextGood(); m != shogi.NoMove {
			return m
		}
		k.stage = stageSpecial
		fallthrough
	case stageSpecial, stageSpecial + 1, stageSpecial + 2:
		for k.stage < stageQuiets {
			i := k.stage - stageSpecial
			k.stage++
			if f.takeSpecial(int(i)) {
				return k.special[i]
			}
		}
		fallthrough
	case stageQuiets:
		k.moves.Clear()
		f.position.Quiets(&k.moves)
		f.position.Drops(&k.moves)
		k.next = 0
		t.scoreQuiets(f, ply)
		k.stage = stageRest
		fallthrough
	case stageRest:
		if m := f.nextQuiet(info); m != shogi.NoMove {
			return m
		}
		k.stage = stageBad
		k.next = 0
		fallthrough
	case stageBad:
		if k.next < k.nBad {
			k.next++
			return k.bad[k.next-1]
		}
		k.stage = stageDone
	}
	return shogi.NoMove
}

// takeSpecial reports whether the i-th killer or counter move is a legal quiet move that was not tried yet. Otherwise
// it takes the move out of the list.
func (f *frame) takeSpecial(i int) bool {
	k := &f.pick
	m := k.special[i]
	fresh := m != shogi.NoMove && m != k.hash
	for _, before := range k.special[:i] {
		fresh = fresh && m != before
	}
	if fresh && !isNoisy(&f.position, m) && f.position.IsLegal(m) {
		return true
	}
	k.special[i] = shogi.NoMove
	return false
}

// best removes and returns the remaining move with the highest score, the first of equals.
func (k *picker) best() shogi.Move {
	n := k.next
	k.next++
	return heuristic.TakeBest(k.moves.Slice()[n:], k.scores[n:])
}

// nextGood returns the next capture or promotion of a pawn that loses nothing; the others are
// put aside.
func (f *frame) nextGood() shogi.Move {
	k := &f.pick
	for k.next < k.moves.Len() {
		m := k.best()
		if m == k.hash {
			continue
		}
		if !f.position.SEEAtLeast(m, 0) && k.nBad < len(k.bad) {
			k.bad[k.nBad] = m
			k.nBad++
			continue
		}
		return m
	}
	return shogi.NoMove
}

// nextQuiet returns the next quiet move that was not tried before. Once quiet moves are skipped, it returns only
// checks, in any order.
func (f *frame) nextQuiet(info *shogi.CheckInfo) shogi.Move {
	k := &f.pick
	for k.next < k.moves.Len() {
		if k.skipQuiets {
			m := k.moves.At(k.next)
			k.next++
			if f.position.GivesCheck(m, info) && k.isFresh(m) {
				return m
			}
			continue
		}
		if m := k.best(); k.isFresh(m) {
			return m
		}
	}
	return shogi.NoMove
}

// isFresh reports whether a quiet move was not tried in an earlier stage.
func (k *picker) isFresh(m shogi.Move) bool {
	return m != k.hash && m != k.special[0] && m != k.special[1] && m != k.special[2]
}

// isNoisy reports whether m is one of the moves of Noisy: it captures, or promotes a pawn.
func isNoisy(p *shogi.Position, m shogi.Move) bool {
	return p.At(m.To()) != shogi.NoKind || m.IsPromotion() && p.At(m.From()) == shogi.Pawn
}

// promotionOrder is added to the order of promotions. whoOrder divides the value of the capturing piece, which is
// subtracted: captures by less valuable pieces come first (MVV-LVA).
const (
	promotionOrder = 4000
	whoOrder       = 4
)

// scoreNoisy scores captures by the victim's value, the capturing piece and their history.
func (t *thread) scoreNoisy(f *frame) {
	k := &f.pick
	p := &f.position
	for i, m := range k.moves.Slice() {
		taken, who := p.At(m.To())&15, p.At(m.From())&15
		score := int32(t.history.captures[who][m.To()][taken])
		if taken < shogi.NoKind {
			score += int32(shogi.ExchangeValue[taken]) * 16
		}
		if who != shogi.King {
			score -= int32(shogi.ExchangeValue[who]) / whoOrder
		}
		if m.IsPromotion() {
			score += promotionOrder
		}
		k.scores[i&(shogi.MaxMoves-1)] = score
	}
}

// scoreQuiets orders quiet moves and drops by how they fared before.
func (t *thread) scoreQuiets(f *frame, ply int) {
	k := &f.pick
	p := &f.position
	quiet := &t.history.quiet[p.Side()&1]
	one, two, four := t.frame(ply-1).replies, t.frame(ply-2).replies, t.frame(ply-4).replies
	for i, m := range k.moves.Slice() {
		to := pieceSquare(p, m)
		score := int32(quiet[to]) + int32(one[to]) + int32(two[to]) + int32(four[to])/2
		if m.IsPromotion() {
			score += promotionOrder
		}
		k.scores[i&(shogi.MaxMoves-1)] = score
	}
}

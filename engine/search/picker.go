package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/heuristic"
)

// picker yields the moves of a node, the most promising first. It generates them in
// stages, as late as it can.
type picker struct {
	moves      chess.MoveList
	scores     [chess.MaxMoves]int32
	bad        [64]chess.Move // captures that lose material, for the end
	nBad       int
	next       int
	stage      stage
	skipQuiets bool // leave out quiet moves that do not check
	hash       chess.Move
	first      chess.Move // killers and counter move of the node
	second     chess.Move
	third      chess.Move
}

// stage is the next stage of a picker.
type stage uint8

const (
	stageHash stage = iota
	stageNoisy
	stageGood
	stageFirst
	stageSecond
	stageThird
	stageQuiets
	stageRest
	stageBad
	stageDone
)

// begin resets the picker of f. A hash move that is not legal is dropped.
func (t *thread) begin(f *frame, ply int, hash chess.Move) {
	t.lookForDanger(f)
	k := &f.pick
	k.stage = stageHash
	k.skipQuiets = false
	k.hash = hash
	k.first, k.second = f.killers[0], f.killers[1]
	k.third = t.history.counters[t.lastPieceSquare(ply)]
	if k.hash == chess.NoMove || !f.position.IsLegal(k.hash) {
		k.hash = chess.NoMove
	}
}

// lastPieceSquare returns the pieceSquare index of the move that led to the node at ply,
// 0 for none.
func (t *thread) lastPieceSquare(ply int) int {
	parent := t.frame(ply - 1)
	if parent.move == chess.NoMove {
		return 0
	}
	return pieceSquare(&parent.position, parent.move)
}

// pickNext returns the next move, NoMove after the last. Info is the CheckInfo of the
// position.
func (t *thread) pickNext(f *frame, ply int, info *chess.CheckInfo) chess.Move {
	k := &f.pick
	switch k.stage {
	case stageHash:
		k.stage = stageNoisy
		if k.hash != chess.NoMove {
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
		if m := f.nextGood(); m != chess.NoMove {
			return m
		}
		k.stage = stageFirst
		fallthrough
	case stageFirst:
		k.stage = stageSecond
		if f.isFreshQuiet(k.first) {
			return k.first
		}
		k.first = chess.NoMove
		fallthrough
	case stageSecond:
		k.stage = stageThird
		if k.second != k.first && f.isFreshQuiet(k.second) {
			return k.second
		}
		k.second = chess.NoMove
		fallthrough
	case stageThird:
		k.stage = stageQuiets
		if k.third != k.first && k.third != k.second && f.isFreshQuiet(k.third) {
			return k.third
		}
		k.third = chess.NoMove
		fallthrough
	case stageQuiets:
		k.moves.Clear()
		f.position.Quiets(&k.moves)
		k.next = 0
		t.scoreQuiets(f, ply)
		k.stage = stageRest
		fallthrough
	case stageRest:
		if m := f.nextQuiet(info); m != chess.NoMove {
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
	return chess.NoMove
}

// best removes and returns the remaining move with the highest score, the first of
// equals.
func (k *picker) best() chess.Move {
	n := k.next
	k.next++
	return heuristic.TakeBest(k.moves.Slice()[n:], k.scores[n:])
}

// nextGood returns the next capture or promotion that loses no material. Losing ones go
// to k.bad.
func (f *frame) nextGood() chess.Move {
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
	return chess.NoMove
}

// nextQuiet returns the next quiet move that was not tried before. Once skipQuiets is
// set, it returns only checks, in no particular order.
func (f *frame) nextQuiet(info *chess.CheckInfo) chess.Move {
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
	return chess.NoMove
}

// isFresh reports whether a quiet move was not tried in an earlier stage.
func (k *picker) isFresh(m chess.Move) bool {
	return m != k.hash && m != k.first && m != k.second && m != k.third
}

// isFreshQuiet reports whether a killer is a legal quiet move here that was not
// tried as the hash move.
func (f *frame) isFreshQuiet(m chess.Move) bool {
	return m != chess.NoMove && m != f.pick.hash && !m.IsCapture() && !isQueening(m) && f.position.IsLegal(m)
}

// isBad reports whether the move picked last is a capture that loses material.
func (k *picker) isBad() bool { return k.stage == stageBad }

// isQueening reports whether m promotes to a queen.
func isQueening(m chess.Move) bool { return m.Promotion() == chess.Queen }

// isNoisy reports whether m captures or promotes to a queen.
func isNoisy(m chess.Move) bool { return m.IsCapture() || isQueening(m) }

// scoreNoisy scores captures by the value of the captured piece and the capture history.
func (t *thread) scoreNoisy(f *frame) {
	k := &f.pick
	p := &f.position
	for i, m := range k.moves.Slice() {
		taken := p.At(m.To())
		if m.IsEnPassant() {
			taken = chess.Pawn
		}
		score := int32(chess.ExchangeValue[taken&7])*16 + int32(t.history.captures[piece(p, m)%12][m.To()&63][taken&7])
		if isQueening(m) {
			score += int32(chess.ExchangeValue[chess.Queen]) * 16
		} else if m.IsPromotion() {
			score -= 1 << 20
		}
		k.scores[i&(chess.MaxMoves-1)] = score
	}
}

// scoreQuiets scores quiet moves by the histories and by threats.
func (t *thread) scoreQuiets(f *frame, ply int) {
	k := &f.pick
	p := &f.position
	order := &t.params.Order
	var threats threats
	if order.looks() {
		threats = threatsIn(p)
	}
	one, two, four := t.frame(ply-1).replies, t.frame(ply-2).replies, t.frame(ply-4).replies
	for i, m := range k.moves.Slice() {
		to := pieceSquare(p, m) % pieceSquares
		score := int32(*t.butterfly(f, m)) + int32(one[to]) + int32(two[to]) + int32(four[to])/2
		if order.looks() {
			score += order.forward(p, m, &f.danger, &threats)
		}
		if m.IsPromotion() {
			score -= 1 << 20
		}
		k.scores[i&(chess.MaxMoves-1)] = score
	}
}

package eval

import (
	"sync"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// kpkBonus is the bonus for a won ending of king and pawn against king, in centipawns: less than the queen that it
// yields.
const kpkBonus = 500

// isPawnAlone reports whether the only piece besides the kings is one pawn.
func isPawnAlone(p *chess.Position) bool {
	pawns := p.Kind(chess.Pawn)
	return pawns != 0 && p.Occupied() == pawns|p.Kind(chess.King) && !pawns.MoreThanOne()
}

// winsPawnAlone reports whether the side with the lone pawn wins.
func winsPawnAlone(p *chess.Position) bool {
	pawn := p.Kind(chess.Pawn).First()
	strong := chess.White
	if p.Color(chess.Black).Has(pawn) {
		strong = chess.Black
	}
	at := kpk{
		black: p.Side() != strong,
		king:  p.King(strong).Relative(strong), enemy: p.King(strong.Other()).Relative(strong),
		pawn: pawn.Relative(strong),
	}
	index := at.index()
	return kpkWins()[index/64]>>(index%64)&1 != 0
}

// kpk is a position with a white pawn; its side to move may be black.
type kpk struct {
	black             bool
	king, enemy, pawn chess.Square
}

// kpkCount is the number of indices: two sides to move, the kings' squares and
// 24 squares of a pawn on the a- to d-file.
const kpkCount = 2 * 64 * 64 * 24

// index numbers positions; mirrored ones share a number.
func (k kpk) index() int {
	if k.pawn.File() > 3 {
		k.king, k.enemy, k.pawn = k.king^7, k.enemy^7, k.pawn^7
	}
	side := 0
	if k.black {
		side = 1
	}
	return ((side*64+int(k.king))*64+int(k.enemy))*24 + (k.pawn.Rank()-1)*4 + k.pawn.File()
}

// kpkAt returns the position of an index.
func kpkAt(index int) kpk {
	pawn, rest := index%24, index/24
	return kpk{
		pawn:  chess.NewSquare(pawn%4, pawn/4+1),
		enemy: chess.Square(rest % 64), king: chess.Square(rest / 64 % 64), black: rest >= 64*64,
	}
}

// kpkWins has a bit for each index, set if White wins. It is computed once, backwards from the end.
var kpkWins = sync.OnceValue(func() *[kpkCount / 64]uint64 {
	states := make([]kpkState, kpkCount)
	for i := range states {
		states[i] = kpkAt(i).start()
	}
	for changed := true; changed; {
		changed = false
		for i, state := range states {
			if state == kpkUnknown {
				states[i] = kpkAt(i).judge(states)
				changed = changed || states[i] != kpkUnknown
			}
		}
	}
	wins := new([kpkCount / 64]uint64)
	for i, state := range states {
		if state == kpkWin {
			wins[i/64] |= 1 << (i % 64)
		}
	}
	return wins
})

// kpkState is the known result of a position, one bit each, so that the results of all moves can be combined with OR.
type kpkState uint8

const (
	kpkInvalid kpkState = 0
	kpkUnknown kpkState = 1
	kpkDraw    kpkState = 2
	kpkWin     kpkState = 4
)

// start returns the result of k as far as it is known without searching moves within the pawn ending.
func (k kpk) start() kpkState {
	guarded := chess.PawnAttacks(chess.White, k.pawn)
	beside := chess.KingAttacks(k.king)
	switch {
	case distance(k.king, k.enemy) <= 1, k.king == k.pawn, k.enemy == k.pawn, !k.black && guarded.Has(k.enemy):
		return kpkInvalid
	case k.black && chess.KingAttacks(k.enemy)&^beside&k.pawn.Bit() != 0: // the pawn is lost
		return kpkDraw
	case k.black && chess.KingAttacks(k.enemy)&^(beside|guarded) == 0: // stalemate
		return kpkDraw
	case !k.black && k.pawn.Rank() == 6:
		goal := k.pawn + 8
		if k.king != goal && k.enemy != goal && (distance(k.enemy, goal) > 1 || beside.Has(goal)) {
			return kpkWin
		}
	}
	return kpkUnknown
}

// judge returns the result of k from those of its moves.
func (k kpk) judge(states []kpkState) kpkState {
	from := k.king
	if k.black {
		from = k.enemy
	}
	var seen kpkState
	for to := chess.KingAttacks(from); to != 0; to &= to - 1 {
		next := k
		next.black = !k.black
		if k.black {
			next.enemy = to.First()
		} else {
			next.king = to.First()
		}
		seen |= states[next.index()]
	}
	if k.black {
		return settled(seen, kpkDraw, kpkWin)
	}
	for pawn := k.pawn + 8; pawn.Rank() < 7 && pawn != k.king && pawn != k.enemy; pawn += 8 {
		seen |= states[kpk{true, k.king, k.enemy, pawn}.index()]
		if k.pawn.Rank() != 1 || pawn.Rank() != 2 {
			break
		}
	}
	return settled(seen, kpkWin, kpkDraw)
}

// settled returns the state of a position from the states of its moves. Good is the result that its side to move
// prefers, bad the other one.
func settled(seen, good, bad kpkState) kpkState {
	switch {
	case seen&good != 0:
		return good
	case seen&kpkUnknown != 0:
		return kpkUnknown
	}
	return bad
}

package tsume

import "github.com/zugwatch/zugwatch/engine/shogi"

// hand packs the attacker's pieces in hand: a bit field for each kind, with a free bit above it.
type hand uint32

// The fields of a hand, by kind: where each begins. A pawn needs five bits and the free
// one, the others two or three.
var handShift = [7]uint{shogi.Pawn: 0, shogi.Lance: 6, shogi.Knight: 10, shogi.Silver: 14, shogi.Gold: 18, shogi.Bishop: 22, shogi.Rook: 25}

// free is the free bits.
const free hand = 1<<5 | 1<<9 | 1<<13 | 1<<17 | 1<<21 | 1<<24 | 1<<27

func handOf(p *shogi.Position, c shogi.Color) (h hand) {
	for k, shift := range handShift {
		h |= hand(p.Hand(c, shogi.Kind(k))) << shift
	}
	return h
}

// covers reports whether h has at least as many of each kind as o: no field borrows from
// its free bit.
func (h hand) covers(o hand) bool { return ((h|free)-o)&free == free }

package shogi

import (
	"math/bits"

	"github.com/zugwatch/zugwatch/engine/memory"
)

// The directions of lines in rays, as steps of file and rank. The first four lead
// to higher squares and the others back, in the same order; those with an even
// number are straight.
var directions = [8][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}}

// The directions of a lance.
const (
	down = 0
	up   = 4
)

// goldSteps are the steps of a black gold, stepsOf the non-sliding steps of each kind.
var (
	goldSteps = [][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}}
	stepsOf   = [16][][2]int{
		Pawn:           {{0, -1}},
		Knight:         {{-1, -2}, {1, -2}},
		Silver:         {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}},
		Gold:           goldSteps,
		King:           directions[:],
		Tokin:          goldSteps,
		PromotedLance:  goldSteps,
		PromotedKnight: goldSteps,
		PromotedSilver: goldSteps,
		Horse:          directions[:],
		Dragon:         directions[:],
	}
)

// The tables of this file are written once, by init. Their entries for NoSquare
// are empty.
var (
	steps   [2][16][128]Bitboard // by color and kind: squares attacked without sliding
	rays    [8][128]Bitboard     // from a square to the edge
	reach   [2][8][128]Bitboard  // by color and kind: squares attacked by a lance, bishop or rook on an empty board
	between = &ofPairs[0]        // strictly between two aligned squares
	lines   = &ofPairs[1]        // the whole line through two aligned squares
	camp    [2]Bitboard          // the three ranks of a color's promotion zone
	stuck   [2][8]Bitboard       // by color and kind: where it could never move again
)

// ofPairs holds between and lines.
var ofPairs = memory.MakePermanent[[128][128]Bitboard](2)

func init() {
	for s := range Square(squares) {
		fillSteps(s)
		for d := range directions {
			for b := stepFrom(s, directions[d]); !b.Empty(); b = stepFrom(b.First(), directions[d]) {
				rays[d][s] = rays[d][s].Or(b)
			}
			kind := []Kind{Rook, Bishop}[d&1]
			for c := range reach {
				reach[c][kind][s] = reach[c][kind][s].Or(rays[d][s])
			}
		}
		reach[Black][Lance][s] = rays[up][s]
		reach[White][Lance][s] = rays[down][s]
	}
	fillLines()
	for c := range camp {
		far := [3]Bitboard{rankSet(8 * c), rankSet(1 + 6*c), rankSet(2 + 4*c)}
		camp[c] = far[0].Or(far[1]).Or(far[2])
		stuck[c][Pawn], stuck[c][Lance], stuck[c][Knight] = far[0], far[0], far[0].Or(far[1])
	}
}

// stepFrom returns the square one step away, empty outside the board.
func stepFrom(s Square, step [2]int) Bitboard {
	file, rank := s.File()+step[0], s.Rank()+step[1]
	if file < 0 || file > 8 || rank < 0 || rank > 8 {
		return Bitboard{}
	}
	return NewSquare(file, rank).Bit()
}

func fillSteps(s Square) {
	for kind, list := range stepsOf {
		for _, step := range list {
			steps[Black][kind][s] = steps[Black][kind][s].Or(stepFrom(s, step))
			steps[White][kind][s] = steps[White][kind][s].Or(stepFrom(s, [2]int{step[0], -step[1]}))
		}
	}
}

func fillLines() {
	for a := range Square(squares) {
		for d := range rays {
			for rest := rays[d][a]; !rest.Empty(); rest = rest.Rest() {
				b := rest.First()
				between[a][b] = rays[d][a].AndNot(rays[d][b]).AndNot(b.Bit())
				lines[a][b] = rays[d][a].Or(rays[d^4][a]).Or(a.Bit())
			}
		}
	}
}

// ascend returns the squares of a ray to higher squares up to the first that is occupied. Subtracting one changes all
// bits up to the lowest.
func ascend(ray, occupied Bitboard) Bitboard {
	met := ray.And(occupied)
	low, borrow := bits.Sub64(met.low, 1, 0)
	high, _ := bits.Sub64(met.high, 0, borrow)
	return Bitboard{(met.low ^ low) & ray.low, (met.high ^ high) & ray.high}
}

// descend is ascend for a ray to lower squares: it keeps the ray down to the first occupied square.
func descend(ray, occupied Bitboard) Bitboard {
	met := ray.And(occupied)
	if met.high != 0 {
		return Bitboard{0, ray.high & (^uint64(0) << ((bits.Len64(met.high) - 1) & 63))}
	}
	return Bitboard{ray.low & (^uint64(0) << ((bits.Len64(met.low|1) - 1) & 63)), ray.high}
}

// lanceAttacks returns the squares that a lance of color c on s attacks when occupied
// stand in its way.
func lanceAttacks(c Color, s Square, occupied Bitboard) Bitboard {
	if c == Black {
		return descend(rays[up][s&127], occupied)
	}
	return ascend(rays[down][s&127], occupied)
}

// bishopAttacks is lanceAttacks for a bishop of either color.
func bishopAttacks(s Square, occupied Bitboard) Bitboard {
	s &= 127
	return ascend(rays[1][s], occupied).Or(ascend(rays[3][s], occupied)).
		Or(descend(rays[5][s], occupied)).Or(descend(rays[7][s], occupied))
}

// rookAttacks is lanceAttacks for a rook of either color.
func rookAttacks(s Square, occupied Bitboard) Bitboard {
	s &= 127
	return ascend(rays[0][s], occupied).Or(ascend(rays[2][s], occupied)).
		Or(descend(rays[4][s], occupied)).Or(descend(rays[6][s], occupied))
}

// Attacks returns the squares that a piece of color c and kind k on s attacks when
// occupied stand in its way.
func Attacks(c Color, k Kind, s Square, occupied Bitboard) Bitboard {
	near := steps[c&1][k&15][s&127]
	switch k.Base() {
	case Lance:
		if k == Lance {
			return lanceAttacks(c, s, occupied)
		}
	case Bishop:
		return near.Or(bishopAttacks(s, occupied))
	case Rook:
		return near.Or(rookAttacks(s, occupied))
	}
	return near
}

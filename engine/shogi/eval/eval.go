package eval

import "github.com/zugwatch/zugwatch/engine/shogi"

// The tables of this file are written once, by init.
var (
	placed   [2][16][81]int32       // value of a piece, by color, kind and square
	distance [81][81]uint8          // in steps of a king
	ring     [128]shogi.Bitboard    // the squares next to a king
	zone     [2][128]shogi.Bitboard // by color: these, the king's own, and the squares before them
)

func init() {
	none := shogi.Bitboard{}
	for s := range shogi.Square(81) {
		ring[s] = shogi.Attacks(shogi.Black, shogi.King, s, none)
		for c := range shogi.Color(2) {
			zone[c][s] = ring[s].Or(s.Bit())
			for rest := zone[c][s]; !rest.Empty(); rest = rest.Rest() {
				zone[c][s] = zone[c][s].Or(shogi.Attacks(c, shogi.Pawn, rest.First(), none))
			}
		}
		for o := range shogi.Square(81) {
			distance[s][o] = uint8(max(absDiff(s.File(), o.File()), absDiff(s.Rank(), o.Rank())))
		}
		for k := range shogi.NoKind {
			fillPlaced(k, s)
		}
	}
}

func absDiff(a, b int) int { return max(a-b, b-a) }

func fillPlaced(k shogi.Kind, s shogi.Square) {
	for c := range shogi.Color(2) {
		rank := 8 - s.Rank()
		if c == shogi.White {
			rank = s.Rank()
		}
		placed[c][k][s] = BoardValue[k] + advance[k][rank]
		if k == shogi.King && rank < 2 {
			placed[c][k][s] += kingFileBonus[absDiff(s.File(), 4)]
		}
	}
}

// side holds the evaluation data of one color.
type side struct {
	value   int32
	attacks shogi.Bitboard // of all pieces but the king
	danger  int32          // to the enemy king
	hand    int32          // the danger of the pieces in hand
}

// Evaluate returns the value of p in centipawns from the side to move. It means little when
// that side is in check. A missing king is in no danger.
func Evaluate(p *shogi.Position) int32 {
	var sides [2]side
	occupied := p.Occupied()
	for c := range shogi.Color(2) {
		sides[c].pieces(p, c, occupied)
	}
	for c := range shogi.Color(2) {
		sides[c].value -= sides[c].exposure(p, c, &sides[c^1])
		sides[c].value -= sides[c].hanging(p, c, &sides[c^1])
	}
	us := p.Side() & 1
	value := sides[us].value - sides[us^1].value + tempo
	return min(max(value, -valueLimit), valueLimit)
}

// pieces sums up the pieces of c, on the board and in hand.
func (d *side) pieces(p *shogi.Position, c shogi.Color, occupied shogi.Bitboard) {
	own, enemy := p.King(c), p.King(c^1)
	target := zone[c^1][enemy&127]
	for rest := p.Color(c); !rest.Empty(); rest = rest.Rest() {
		s := rest.First()
		k := p.At(s) & 15
		d.value += placed[c&1][k][s]
		if k == shogi.King {
			continue
		}
		reached := shogi.Attacks(c, k, s, occupied)
		d.attacks = d.attacks.Or(reached)
		if weight := mobility[k]; weight != 0 {
			d.value += weight * int32(reached.AndNot(p.Color(c)).Count())
		}
		if own < 81 {
			d.value += shelter[k][distance[s][own]]
		}
		if enemy < 81 {
			d.value += attackerDistance[k][distance[s][enemy]]
			if on := reached.And(target); !on.Empty() {
				d.danger += attackUnits[k] * int32(on.Count())
			}
		}
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		n := int32(p.Hand(c, k))
		d.value += HandValue[k] * n
		d.hand += handDanger[k] * min(n, maxHandCount)
	}
}

// exposure returns the penalty for the danger to c's king.
func (d *side) exposure(p *shogi.Position, c shogi.Color, enemy *side) int32 {
	king := p.King(c)
	if king >= 81 {
		return 0
	}
	beside := ring[king]
	met := beside.And(enemy.attacks)
	holes := int32(met.AndNot(d.attacks).Count())
	caged := int32(8 - beside.AndNot(met).AndNot(p.Color(c)).Count())
	danger := enemy.danger + holes*weakSquareDanger + enemy.hand*(1+min(holes, 3))/2 + max(0, caged-freeBlockedSquares)*blockedSquareDanger
	danger = min(max(danger-dangerThreshold, 0), maxDanger)
	return danger * danger / dangerScale
}

// hanging returns the penalty for pieces of c that are attacked and not defended.
func (d *side) hanging(p *shogi.Position, c shogi.Color, enemy *side) (cost int32) {
	left := p.Color(c).And(enemy.attacks).AndNot(d.attacks)
	for ; !left.Empty(); left = left.Rest() {
		cost += BoardValue[p.At(left.First())&15]
	}
	return cost / hangingDivisor
}

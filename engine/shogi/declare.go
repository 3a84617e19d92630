package shogi

// The numbers of the 27-point rule for games without a handicap.
const (
	declarePieces = 10 // in the camp, the king not counted
	declarePoints = 27 // of White; Black, who moved first, needs one more
	majorPoints   = 5  // of a bishop or rook, promoted or not; other pieces have one
)

// MayDeclare reports whether the side to move may declare a win by entering king. Its king must stand in the enemy
// camp, not in check, with at least ten other pieces there. These and the pieces in hand must count 28 points for
// Black, 27 for White.
func (p *Position) MayDeclare() bool {
	us := p.side & 1
	pieces := p.colors[us].And(camp[us])
	king := pieces.And(p.kinds[King])
	pieces = pieces.AndNot(king)
	if king.Empty() || p.InCheck() || pieces.Count() < declarePieces {
		return false
	}
	majors := pieces.And(p.kinds[Bishop].Or(p.kinds[Rook])).Count() + p.Hand(us, Bishop) + p.Hand(us, Rook)
	points := pieces.Count() + (majorPoints-1)*majors
	for _, n := range p.hands[us] {
		points += int(n)
	}
	if us == Black {
		return points > declarePoints
	}
	return points >= declarePoints
}

package shogi

// The numbers of the 27-point rule for games without a handicap.
const (
	declarePieces = 10 // in the camp, the king not counted
	declarePoints = 27 // of White; Black, who moved first, needs one more
	majorPoints   = 5  // of a bishop or rook, promoted or not; other pieces have one
)

// MayDeclare reports whether the side to move may declare that it has won by entering
// king: its king stands in the enemy camp and not in check, with at least ten other
// pieces there, and these and the pieces in hand come to 28 points for Black or 27 for
// White.
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

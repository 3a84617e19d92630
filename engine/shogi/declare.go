package shogi

// The numbers of the 27-point rule for games without a handicap.
const (
	declareMen    = 10 // in the camp, the king not counted
	declarePoints = 27 // of White; Black, who moved first, needs one more
	majorPoints   = 5  // of a bishop or rook, promoted or not; other men have one
)

// MayDeclare reports whether the side to move may declare that it has won by entering
// king: its king stands in the enemy camp and not in check, with at least ten other
// men there, and these and the men in hand come to 28 points for Black or 27 for
// White.
func (p *Position) MayDeclare() bool {
	us := p.side & 1
	men := p.colors[us].And(camp[us])
	king := men.And(p.kinds[King])
	men = men.AndNot(king)
	if king.Empty() || p.InCheck() || men.Count() < declareMen {
		return false
	}
	majors := men.And(p.kinds[Bishop].Or(p.kinds[Rook])).Count() + p.Hand(us, Bishop) + p.Hand(us, Rook)
	points := men.Count() + (majorPoints-1)*majors
	for _, n := range p.hands[us] {
		points += int(n)
	}
	if us == Black {
		return points > declarePoints
	}
	return points >= declarePoints
}

package chess

// IsLegal tells whether m is a legal move, for any sixteen bits: moves that
// come from another position or a hash table are checked in full.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	us := p.side & 1
	if !p.colors[us].Has(from) || p.colors[us].Has(to) {
		return false
	}
	switch kind := p.board[from&63]; {
	case m.IsCastle() || m.IsEnPassant() || kind == Pawn:
		return p.isListed(m)
	case m&special != captureBit(p.colors[us^1], to):
		return false
	case kind == King:
		free := p.Occupied() &^ from.Bit()
		return kingAttacks[from&63].Has(to) && !p.attackedBy(us^1, to, free)
	default:
		return p.pieceReaches(kind, from, to) && p.isSafe(from, to)
	}
}

// pieceReaches tells whether a piece's attacks from one square include another.
func (p *Position) pieceReaches(kind Kind, from, to Square) bool {
	if kind == Knight {
		return knightAttacks[from&63].Has(to)
	}
	if between[from&63][to&63]&p.Occupied() != 0 {
		return false
	}
	straight := from.File() == to.File() || from.Rank() == to.Rank()
	aligned := lines[from&63][to&63] != 0
	switch kind {
	case Bishop:
		return aligned && !straight
	case Rook:
		return aligned && straight
	default:
		return aligned
	}
}

// isSafe tells whether moving a man other than the king from one square to
// another leaves the king out of check.
func (p *Position) isSafe(from, to Square) bool {
	king := p.King(p.side)
	if p.checkers != 0 {
		if p.checkers.More() || !(p.checkers | between[king&63][p.checkers.First()&63]).Has(to) {
			return false
		}
	}
	occupied := p.Occupied()&^from.Bit() | to.Bit()
	them := p.colors[p.side^1] &^ to.Bit()
	return RookAttacks(king, occupied)&(p.kinds[Rook]|p.kinds[Queen])&them == 0 &&
		BishopAttacks(king, occupied)&(p.kinds[Bishop]|p.kinds[Queen])&them == 0
}

// isListed looks m up among the pawn moves and castlings, which are few.
func (p *Position) isListed(m Move) bool {
	var l MoveList
	g := p.generation()
	switch {
	case m.IsCastle():
		if p.checkers == 0 && p.board[m.From()&63] == King {
			p.castles(&l, &g)
		}
	case p.board[m.From()&63] != Pawn || p.checkers.More():
		return false
	case m.IsCapture():
		p.pawnCaptures(&l, &g)
	default:
		p.pawnPushes(&l, &g, false)
	}
	for _, legal := range l.Slice() {
		if legal == m {
			return true
		}
	}
	return false
}

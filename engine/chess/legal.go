package chess

import "slices"

// IsLegal reports whether m is a legal move. It takes any sixteen bits, such as a move of another position or of a hash
// table.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	us := p.side & 1
	if !p.colors[us].Has(from) || p.colors[us].Has(to) {
		return false
	}
	switch kind := p.board[from&63]; {
	case m.IsCastle():
		return kind == King && p.mayCastle(m)
	case kind == Pawn:
		return p.isPawnLegal(m)
	case m&special != captureBit(p.colors[us^1], to):
		return false
	case kind == King:
		free := p.Occupied() &^ from.Bit()
		return kingAttacks[from&63].Has(to) && !p.attackedBy(us^1, to, free)
	default:
		return p.pieceReaches(kind, from, to) && p.isSafe(from, to)
	}
}

// pieceReaches reports whether a piece's attacks from one square include another.
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

// isSafe reports whether moving a piece other than the king from one square to
// another leaves the king out of check.
func (p *Position) isSafe(from, to Square) bool {
	king := p.King(p.side)
	if p.checkers != 0 {
		if p.checkers.MoreThanOne() || !(p.checkers | between[king&63][p.checkers.First()&63]).Has(to) {
			return false
		}
	}
	occupied := p.Occupied()&^from.Bit() | to.Bit()
	them := p.colors[p.side^1] &^ to.Bit()
	return RookAttacks(king, occupied)&(p.kinds[Rook]|p.kinds[Queen])&them == 0 &&
		BishopAttacks(king, occupied)&(p.kinds[Bishop]|p.kinds[Queen])&them == 0
}

// isPawnLegal is IsLegal for a piece of the side to move that is a pawn.
func (p *Position) isPawnLegal(m Move) bool {
	from, to, what := m.From(), m.To(), m&special
	us := p.side & 1
	next := from.Ahead(us)
	empty := ^p.Occupied()
	attacked := pawnAttacks[us][from&63].Has(to)
	reaches := false
	switch {
	case m.IsPromotion() != (to >= A8 || to <= H1):
	case what == enPassant:
		return attacked && to == p.passant && p.passantIsLegal(from, to)
	case what == doublePush:
		reaches = from.Relative(us).Rank() == 1 && to == next.Ahead(us) && empty.Has(next) && empty.Has(to)
	case what == capture || m.IsPromotion() && m.IsCapture():
		reaches = attacked && p.colors[us^1].Has(to)
	case what == quiet || m.IsPromotion():
		reaches = to == next && empty.Has(to)
	}
	return reaches && p.isSafe(from, to)
}

// mayCastle reports whether a castling move of the king is legal.
func (p *Position) mayCastle(m Move) bool {
	if p.checkers != 0 {
		return false
	}
	var l MoveList
	g := p.generation()
	p.castles(&l, &g)
	return slices.Contains(l.Slice(), m)
}

package chess

// CheckInfo holds the data of a position that GivesCheck needs, computed once for all its moves.
type CheckInfo struct {
	squares     [8]Bitboard // by kind: from where it would check the enemy king
	discoverers Bitboard    // own pieces that can discover check: they stand between an own slider and the enemy king
	king        Square      // the enemy king
}

// CheckInfo works out how moves of p can give check.
func (p *Position) CheckInfo() (info CheckInfo) {
	us, them := p.side&1, (p.side^1)&1
	king := p.King(them)
	occupied := p.Occupied()
	info.king = king
	info.squares[Pawn] = pawnAttacks[them][king&63]
	info.squares[Knight] = knightAttacks[king&63]
	info.squares[Bishop] = BishopAttacks(king, occupied)
	info.squares[Rook] = RookAttacks(king, occupied)
	info.squares[Queen] = info.squares[Bishop] | info.squares[Rook]
	own := p.colors[us]
	snipers := RookAttacks(king, p.colors[them])&(p.kinds[Rook]|p.kinds[Queen]) |
		BishopAttacks(king, p.colors[them])&(p.kinds[Bishop]|p.kinds[Queen])
	for snipers &= own; snipers != 0; snipers &= snipers - 1 {
		if pieces := between[king&63][snipers.First()&63] & own; !pieces.MoreThanOne() {
			info.discoverers |= pieces
		}
	}
	return info
}

// GivesCheck reports whether the legal move m checks the opponent; info must be
// of p.
func (p *Position) GivesCheck(m Move, info *CheckInfo) bool {
	from, to := m.From(), m.To()
	if info.squares[p.board[from&63]&7].Has(to) {
		return true
	}
	if info.discoverers.Has(from) && !lines[info.king&63][from&63].Has(to) {
		return true
	}
	if m&special <= doublePush || m&special == capture {
		return false
	}
	return p.givesCheckSpecial(m)
}

// givesCheckSpecial is GivesCheck for castling, en passant and promotions, in
// the plain form that holds for every move.
func (p *Position) givesCheckSpecial(m Move) bool {
	var next Position
	p.Play(m, &next)
	return next.checkers != 0
}

package shogi

// IsLegal reports whether m is a legal move. It takes any sixteen bits, such as a move of another position or of a hash
// table.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	if to >= squares || p.colors[p.side&1].Has(to) {
		return false
	}
	if m.IsDrop() {
		return p.isDropLegal(m)
	}
	if from >= squares || !p.colors[p.side&1].Has(from) {
		return false
	}
	g := p.generation()
	kind := p.board[from]
	if kind == King {
		return steps[Black][King][from&127].Has(to) && !m.IsPromotion() &&
			!p.attackedBy(g.us^1, to, g.occupied.AndNot(from.Bit()))
	}
	if p.checkers.MoreThanOne() {
		return false
	}
	promoted, plain := choices(g.us, kind, from, p.pieceTargets(&g, kind, from).And(g.answer))
	if m.IsPromotion() {
		return promoted.Has(to)
	}
	return plain.Has(to)
}

func (p *Position) isDropLegal(m Move) bool {
	k := m.Dropped()
	if k > Rook || m != newDrop(k, m.To()) || p.hands[p.side&1][k] == 0 || p.checkers.MoreThanOne() {
		return false
	}
	g := p.generation()
	return p.dropTargets(&g, k).Has(m.To())
}

package chess

// QuietChecks appends the quiet moves that give check to l, but castling and
// promotions. The side to move must not be in check.
func (p *Position) QuietChecks(l *MoveList) {
	g := p.generation()
	info := p.CheckInfo()
	empty := ^g.occupied
	for from := p.kinds[Knight] & g.own &^ g.pinned; from != 0; from &= from - 1 {
		s := from.First()
		l.addAll(s, knightAttacks[s&63]&empty&info.reach(s, Knight), 0)
	}
	sliders := (p.kinds[Bishop] | p.kinds[Rook] | p.kinds[Queen]) & g.own
	for ; sliders != 0; sliders &= sliders - 1 {
		s := sliders.First()
		to := empty & info.reach(s, p.board[s&63])
		switch p.board[s&63] {
		case Bishop:
			to &= BishopAttacks(s, g.occupied)
		case Rook:
			to &= RookAttacks(s, g.occupied)
		default:
			to &= QueenAttacks(s, g.occupied)
		}
		if g.pinned.Has(s) {
			to &= lines[g.king&63][s&63]
		}
		l.addAll(s, to, 0)
	}
	p.quietPawnChecks(l, &g, &info)
	if info.discoverers.Has(g.king) {
		p.kingMoves(l, &g, empty&^lines[info.king&63][g.king&63])
	}
}

// reach returns the squares from which a piece of a kind on s gives check. They are those of its kind, and all
// squares off its line if the piece can discover check.
func (info *CheckInfo) reach(s Square, k Kind) Bitboard {
	to := info.squares[k&7]
	if info.discoverers.Has(s) {
		to |= ^lines[info.king&63][s&63]
	}
	return to
}

// quietPawnChecks appends the pushes that check, promotions left out.
func (p *Position) quietPawnChecks(l *MoveList, g *generation, info *CheckInfo) {
	from := l.n
	p.quietPawns(l, g)
	kept := from
	for _, m := range l.moves[from:l.n] {
		if !m.IsPromotion() && info.reach(m.From(), Pawn).Has(m.To()) {
			l.moves[kept] = m
			kept++
		}
	}
	l.n = kept
}

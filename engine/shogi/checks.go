package shogi

// Checks appends the legal moves that give check to l: captures, moves and drops. Info
// must be of p.
func (p *Position) Checks(l *MoveList, info *CheckInfo) {
	g := p.generation()
	from := l.n
	p.boardMoves(l, &g, board.AndNot(g.own), board.AndNot(g.own))
	p.keepChecks(l, from, info)
	p.dropChecks(l, &g, info)
}

// QuietChecks appends the moves of Quiets and Drops that give check to l. Info must be
// of p.
func (p *Position) QuietChecks(l *MoveList, info *CheckInfo) {
	g := p.generation()
	from := l.n
	p.boardMoves(l, &g, board.AndNot(g.occupied), Bitboard{})
	p.keepChecks(l, from, info)
	p.dropChecks(l, &g, info)
}

// keepChecks removes the moves from an index on that do not give check.
func (p *Position) keepChecks(l *MoveList, from int, info *CheckInfo) {
	kept := from
	for _, m := range l.moves[from:l.n] {
		if p.GivesCheck(m, info) {
			l.moves[kept] = m
			kept++
		}
	}
	l.n = kept
}

// dropChecks generates the drops that give check.
func (p *Position) dropChecks(l *MoveList, g *generation, info *CheckInfo) {
	if p.checkers.MoreThanOne() {
		return
	}
	for k := Pawn; k <= Rook; k++ {
		if p.hands[g.us&1][k] == 0 {
			continue
		}
		for to := info.squares[k].And(g.free); !to.Empty(); to = to.Rest() {
			if s := to.First(); p.dropTargets(g, k).Has(s) {
				l.add(newDrop(k, s))
			}
		}
	}
}

package chess

// CountLegal returns the number of legal moves, without listing them. It equals the
// length of what Legal writes.
func (p *Position) CountLegal() int {
	g := p.generation()
	n := p.countKing(&g)
	if p.checkers.MoreThanOne() {
		return n
	}
	n += p.countPawns(&g) + p.countPieces(&g)
	if p.checkers == 0 && p.castling != 0 {
		var l MoveList
		p.castles(&l, &g)
		n += l.Len()
	}
	return n
}

func (p *Position) countKing(g *generation) (n int) {
	free := g.occupied &^ g.king.Bit()
	for to := kingAttacks[g.king&63] &^ g.own; to != 0; to &= to - 1 {
		if !p.attackedBy(g.us^1, to.First(), free) {
			n++
		}
	}
	return n
}

func (p *Position) countPieces(g *generation) (n int) {
	targets := ^g.own & g.answer
	for from := p.kinds[Knight] & g.own &^ g.pinned; from != 0; from &= from - 1 {
		n += (knightAttacks[from.First()&63] & targets).Count()
	}
	for from := (p.kinds[Bishop] | p.kinds[Queen]) & g.own &^ g.pinned; from != 0; from &= from - 1 {
		n += (BishopAttacks(from.First(), g.occupied) & targets).Count()
	}
	for from := (p.kinds[Rook] | p.kinds[Queen]) & g.own &^ g.pinned; from != 0; from &= from - 1 {
		n += (RookAttacks(from.First(), g.occupied) & targets).Count()
	}
	for from := g.pinned &^ (p.kinds[Pawn] | p.kinds[Knight]); from != 0; from &= from - 1 {
		n += p.countPinned(g, from.First(), targets)
	}
	return n
}

// countPinned counts the moves of a pinned slider along its line.
func (p *Position) countPinned(g *generation, from Square, targets Bitboard) (n int) {
	targets &= lines[g.king&63][from&63]
	if p.board[from&63] != Rook {
		n += (BishopAttacks(from, g.occupied) & targets).Count()
	}
	if p.board[from&63] != Bishop {
		n += (RookAttacks(from, g.occupied) & targets).Count()
	}
	return n
}

func (p *Position) countPawns(g *generation) (n int) {
	pawns := p.kinds[Pawn] & g.own
	free := pawns &^ g.pinned
	n = countPawnSet(g, free, ^Bitboard(0))
	for pinned := pawns & g.pinned; pinned != 0; pinned &= pinned - 1 {
		s := pinned.First()
		n += countPawnSet(g, s.Bit(), lines[g.king&63][s&63])
	}
	if p.passant == NoSquare {
		return n
	}
	for from := pawnAttacks[(g.us^1)&1][p.passant&63] & pawns; from != 0; from &= from - 1 {
		if p.passantIsLegal(from.First(), p.passant) {
			n++
		}
	}
	return n
}

// countPawnSet counts the moves of the pawns that land on allowed squares,
// four for each promotion; en passant is not among them.
func countPawnSet(g *generation, pawns, allowed Bitboard) int {
	allowed &= g.answer
	ahead := pawns.Forward(g.us)
	once := ahead &^ g.occupied
	third := Rank3
	if g.us == Black {
		third = Rank6
	}
	twice := (once & third).Forward(g.us) &^ g.occupied & allowed
	once &= allowed
	east := ahead.East() & g.enemy & allowed
	west := ahead.West() & g.enemy & allowed
	last := Rank1 | Rank8
	return once.Count() + twice.Count() + east.Count() + west.Count() +
		3*((once&last).Count()+(east&last).Count()+(west&last).Count())
}

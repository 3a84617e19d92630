package chess

import (
	"iter"
	"slices"
)

// The move generator writes legal moves only. Pinned pieces keep to their line, and under check only moves that
// answer it are made. The king never steps onto an attacked square.

// generation holds the data shared by the parts of one move generation.
type generation struct {
	us       Color
	king     Square
	occupied Bitboard
	own      Bitboard
	enemy    Bitboard
	pinned   Bitboard
	answer   Bitboard // squares that answer a check: all when there is none
}

func (p *Position) generation() generation {
	g := generation{us: p.side & 1, king: p.King(p.side), own: p.colors[p.side&1], enemy: p.colors[(p.side^1)&1]}
	g.occupied = g.own | g.enemy
	g.pinned = p.Pinned(p.side)
	g.answer = ^Bitboard(0)
	if p.checkers != 0 {
		g.answer = p.checkers | between[g.king&63][p.checkers.First()&63]
	}
	return g
}

// Legal writes all legal moves to l, which it clears first. Their order is a
// function of the position.
func (p *Position) Legal(l *MoveList) {
	l.Clear()
	g := p.generation()
	p.kingMoves(l, &g, ^g.own)
	if p.checkers.MoreThanOne() {
		return
	}
	p.pawnCaptures(l, &g)
	p.pawnPushes(l, &g, false)
	p.pieceMoves(l, &g, ^g.own&g.answer)
	if p.checkers == 0 {
		p.castles(l, &g)
	}
}

// LegalMoves lists the moves that Legal writes, in memory of their own.
func (p *Position) LegalMoves() []Move {
	var l MoveList
	p.Legal(&l)
	return slices.Clone(l.Slice())
}

// Successors gives each legal move with the position after it, in the order of
// Legal.
func (p *Position) Successors() iter.Seq2[Move, Position] {
	return func(yield func(Move, Position) bool) {
		var l MoveList
		p.Legal(&l)
		for _, m := range l.Slice() {
			if !yield(m, p.After(m)) {
				return
			}
		}
	}
}

// Noisy appends the captures and promotions to a queen that are legal to l.
// Together with Quiets, which has the rest, it is Legal.
func (p *Position) Noisy(l *MoveList) {
	g := p.generation()
	p.kingMoves(l, &g, g.enemy)
	if p.checkers.MoreThanOne() {
		return
	}
	p.pawnCaptures(l, &g)
	p.pawnPushes(l, &g, true)
	p.pieceMoves(l, &g, g.enemy&g.answer)
}

// Quiets appends the legal moves that Noisy leaves out to l.
func (p *Position) Quiets(l *MoveList) {
	g := p.generation()
	p.kingMoves(l, &g, ^g.occupied)
	if p.checkers.MoreThanOne() {
		return
	}
	p.quietPawns(l, &g)
	p.pieceMoves(l, &g, ^g.occupied&g.answer)
	if p.checkers == 0 {
		p.castles(l, &g)
	}
}

func (p *Position) kingMoves(l *MoveList, g *generation, targets Bitboard) {
	free := g.occupied &^ g.king.Bit()
	for to := kingAttacks[g.king&63] & targets; to != 0; to &= to - 1 {
		if s := to.First(); !p.attackedBy(g.us^1, s, free) {
			l.add(newMove(g.king, s, captureBit(g.enemy, s)))
		}
	}
}

// captureBit marks a move to s as a capture when an enemy stands there.
func captureBit(enemy Bitboard, s Square) Move {
	return Move(enemy>>(s&63)&1) << 14
}

// addAll adds the moves of the piece on from to each of the squares.
func (l *MoveList) addAll(from Square, to, enemy Bitboard) {
	for ; to != 0; to &= to - 1 {
		s := to.First()
		l.add(newMove(from, s, captureBit(enemy, s)))
	}
}

// pieceMoves generates for knights, bishops, rooks and queens.
func (p *Position) pieceMoves(l *MoveList, g *generation, targets Bitboard) {
	for from := p.kinds[Knight] & g.own &^ g.pinned; from != 0; from &= from - 1 {
		s := from.First()
		l.addAll(s, knightAttacks[s&63]&targets, g.enemy)
	}
	for from := (p.kinds[Bishop] | p.kinds[Queen]) & g.own; from != 0; from &= from - 1 {
		s := from.First()
		to := BishopAttacks(s, g.occupied) & targets
		if g.pinned.Has(s) {
			to &= lines[g.king&63][s&63]
		}
		l.addAll(s, to, g.enemy)
	}
	for from := (p.kinds[Rook] | p.kinds[Queen]) & g.own; from != 0; from &= from - 1 {
		s := from.First()
		to := RookAttacks(s, g.occupied) & targets
		if g.pinned.Has(s) {
			to &= lines[g.king&63][s&63]
		}
		l.addAll(s, to, g.enemy)
	}
}

// addPawn adds a pawn move that lands on to, as four promotions on the last
// rank, unless it leaves the line of a pin.
func (l *MoveList) addPawn(g *generation, from, to Square, what Move) {
	if g.pinned.Has(from) && !lines[g.king&63][from&63].Has(to) {
		return
	}
	if to >= A8 || to <= H1 {
		l.add(newMove(from, to, what|promotion|3<<12))
		l.addUnderpromotions(from, to, what)
		return
	}
	l.add(newMove(from, to, what))
}

func (l *MoveList) addUnderpromotions(from, to Square, what Move) {
	l.add(newMove(from, to, what|promotion|2<<12))
	l.add(newMove(from, to, what|promotion|1<<12))
	l.add(newMove(from, to, what|promotion))
}

// pawnCaptures generates all captures by pawns, promotions to every piece
// included.
func (p *Position) pawnCaptures(l *MoveList, g *generation) {
	pawns := p.kinds[Pawn] & g.own
	for from := PawnSetAttacks(g.us^1, g.enemy&g.answer) & pawns; from != 0; from &= from - 1 {
		s := from.First()
		for to := pawnAttacks[g.us&1][s&63] & g.enemy & g.answer; to != 0; to &= to - 1 {
			l.addPawn(g, s, to.First(), capture)
		}
	}
	if p.passant == NoSquare {
		return
	}
	for from := pawnAttacks[(g.us^1)&1][p.passant&63] & pawns; from != 0; from &= from - 1 {
		if s := from.First(); p.passantIsLegal(s, p.passant) {
			l.add(newMove(s, p.passant, enPassant))
		}
	}
}

// pawnPushes generates the pawn moves straight ahead, all or only the
// promotions to a queen.
func (p *Position) pawnPushes(l *MoveList, g *generation, queensOnly bool) {
	pawns := p.kinds[Pawn] & g.own
	last := Rank1 | Rank8
	once := pawns.Forward(g.us) &^ g.occupied
	if queensOnly {
		for to := once & g.answer & last; to != 0; to &= to - 1 {
			s := to.First()
			from := s.Ahead(g.us ^ 1)
			if !g.pinned.Has(from) || lines[g.king&63][from&63].Has(s) {
				l.add(newMove(from, s, promotion|3<<12))
			}
		}
		return
	}
	for to := once & g.answer; to != 0; to &= to - 1 {
		s := to.First()
		l.addPawn(g, s.Ahead(g.us^1), s, quiet)
	}
	p.doublePushes(l, g, once)
}

func (p *Position) doublePushes(l *MoveList, g *generation, once Bitboard) {
	third := Rank3
	if g.us == Black {
		third = Rank6
	}
	twice := (once & third).Forward(g.us) &^ g.occupied & g.answer
	for ; twice != 0; twice &= twice - 1 {
		s := twice.First()
		l.addPawn(g, s^16, s, doublePush)
	}
}

// quietPawns generates the pushes without a promotion to a queen.
func (p *Position) quietPawns(l *MoveList, g *generation) {
	once := (p.kinds[Pawn] & g.own).Forward(g.us) &^ g.occupied
	for to := once & g.answer; to != 0; to &= to - 1 {
		s := to.First()
		from := s.Ahead(g.us ^ 1)
		if g.pinned.Has(from) && !lines[g.king&63][from&63].Has(s) {
			continue
		}
		if s >= A8 || s <= H1 {
			l.addUnderpromotions(from, s, quiet)
		} else {
			l.add(newMove(from, s, quiet))
		}
	}
	p.doublePushes(l, g, once)
}

// castles generates castling; the side to move must not be in check.
func (p *Position) castles(l *MoveList, g *generation) {
	rights := p.castling >> (2 * (g.us & 1)) & 3
	if rights == 0 {
		return
	}
	home := E1.Relative(g.us)
	if rights&whiteShort != 0 && p.castleIsFree(g, home, home+1, home+2, home+3) {
		l.add(newMove(home, home+2, castleShort))
	}
	if rights&whiteLong != 0 && p.castleIsFree(g, home, home-1, home-2, home-4) {
		l.add(newMove(home, home-2, castleLong))
	}
}

// castleIsFree reports whether nothing stands between king and rook, and no
// enemy attacks the two squares that the king crosses and reaches.
func (p *Position) castleIsFree(g *generation, home, crossed, reached, rook Square) bool {
	return between[home&63][rook&63]&g.occupied == 0 &&
		!p.attackedBy(g.us^1, crossed, g.occupied) && !p.attackedBy(g.us^1, reached, g.occupied)
}

package shogi

import (
	"iter"
	"slices"
)

// The move generator writes legal moves only. Pinned pieces keep to their line, and the king never steps onto an
// attacked square. Under check it writes only moves that answer the check. So every part of it gives the evasions of
// its kind when the side to move is in check.

// generation holds the data shared by the parts of one move generation.
type generation struct {
	us       Color
	king     Square
	occupied Bitboard
	own      Bitboard
	enemy    Bitboard
	pinned   Bitboard
	answer   Bitboard // squares onto which a move answers a check: all when there is none
	free     Bitboard // squares onto which a drop does
}

func (p *Position) generation() generation {
	g := generation{us: p.side & 1, king: p.King(p.side), own: p.colors[p.side&1], enemy: p.colors[(p.side^1)&1]}
	g.occupied = g.own.Or(g.enemy)
	g.pinned = p.Pinned(p.side)
	g.answer, g.free = board, board.AndNot(g.occupied)
	if p.InCheck() {
		g.free = between[g.king&127][p.checkers.First()&127]
		g.answer = g.free.Or(p.checkers)
	}
	return g
}

// Legal writes all legal moves to l, which it clears first. Their order is a
// function of the position.
func (p *Position) Legal(l *MoveList) {
	l.Clear()
	g := p.generation()
	p.boardMoves(l, &g, board.AndNot(g.own), board.AndNot(g.own))
	if !p.checkers.MoreThanOne() {
		p.drops(l, &g)
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

// Noisy appends the captures and the promotions of pawns that are legal to l.
// Together with Quiets and Drops, which have the rest, it is Legal.
func (p *Position) Noisy(l *MoveList) {
	g := p.generation()
	p.boardMoves(l, &g, g.enemy, board.AndNot(g.own))
}

// Quiets appends the legal moves on the board that Noisy leaves out to l.
func (p *Position) Quiets(l *MoveList) {
	g := p.generation()
	p.boardMoves(l, &g, board.AndNot(g.occupied), Bitboard{})
}

// Drops appends the legal drops to l.
func (p *Position) Drops(l *MoveList) {
	if p.checkers.MoreThanOne() {
		return
	}
	g := p.generation()
	p.drops(l, &g)
}

// boardMoves generates the moves of the pieces on the board onto the targets. Pawns that promote
// have targets of their own.
func (p *Position) boardMoves(l *MoveList, g *generation, targets, promoted Bitboard) {
	p.kingMoves(l, g, targets)
	if p.checkers.MoreThanOne() {
		return
	}
	targets = targets.And(g.answer)
	p.pieceMoves(l, g, targets)
	p.pawnMoves(l, g, promoted.And(g.answer), targets)
}

func (p *Position) kingMoves(l *MoveList, g *generation, targets Bitboard) {
	without := g.occupied.AndNot(g.king.Bit())
	for to := steps[Black][King][g.king&127].And(targets); !to.Empty(); to = to.Rest() {
		if s := to.First(); !p.attackedBy(g.us^1, s, without) {
			l.add(newMove(g.king, s))
		}
	}
}

// pieceMoves generates for all pieces but kings and pawns.
func (p *Position) pieceMoves(l *MoveList, g *generation, targets Bitboard) {
	for left := p.pieces(g); !left.Empty(); left = left.Rest() {
		from := left.First()
		kind := p.board[from]
		to := p.pieceTargets(g, kind, from).And(targets)
		promoted, plain := choices(g.us, kind, from, to)
		l.addAll(from, promoted, promotes)
		l.addAll(from, plain, 0)
	}
}

// pieces returns the pieces that pieceMoves moves.
func (p *Position) pieces(g *generation) Bitboard {
	return g.own.AndNot(p.kinds[King]).AndNot(p.kinds[Pawn].AndNot(p.promoted))
}

// pieceTargets returns the squares that a piece of the side to move may reach, as far as
// a pin allows.
func (p *Position) pieceTargets(g *generation, k Kind, from Square) Bitboard {
	to := Attacks(g.us, k, from, g.occupied)
	if g.pinned.Has(from) {
		to = to.And(lines[g.king&127][from&127])
	}
	return to
}

// choices splits the target squares of a piece into those where it may promote and those where it may stay
// unpromoted.
func choices(c Color, k Kind, from Square, to Bitboard) (promoted, plain Bitboard) {
	if !k.CanPromote() {
		return Bitboard{}, to
	}
	promoted = to
	if !camp[c&1].Has(from) {
		promoted = to.And(camp[c&1])
	}
	return promoted, to.AndNot(stuck[c&1][k&7])
}

// addAll adds the moves of the piece on from to each of the squares.
func (l *MoveList) addAll(from Square, to Bitboard, what Move) {
	for ; !to.Empty(); to = to.Rest() {
		l.add(newMove(from, to.First()) | what)
	}
}

// pawnMoves generates promoting pawn moves onto promoted, and plain ones onto plain.
func (p *Position) pawnMoves(l *MoveList, g *generation, promoted, plain Bitboard) {
	reached := p.pawnTargets(g)
	for to := reached.And(promoted).And(camp[g.us&1]); !to.Empty(); to = to.Rest() {
		s := to.First()
		l.add(newMove(behind(g.us, s), s) | promotes)
	}
	for to := reached.And(plain).AndNot(stuck[g.us&1][Pawn]); !to.Empty(); to = to.Rest() {
		s := to.First()
		l.add(newMove(behind(g.us, s), s))
	}
}

// pawnTargets returns the squares in front of the pawns of the side to move. It leaves out pinned pawns that are not
// on the king's file.
func (p *Position) pawnTargets(g *generation) Bitboard {
	pawns := p.kinds[Pawn].And(g.own).AndNot(p.promoted)
	held := pawns.And(g.pinned).AndNot(rays[up][g.king&127]).AndNot(rays[down][g.king&127])
	return pawns.AndNot(held).Forward(g.us)
}

// behind returns the square behind s as c sees it.
func behind(c Color, s Square) Square { return s + 1 - Square(c&1)*2 }

package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// attack notes the attacks of one piece and their hits on the enemy king's
// ring.
func (b *board) attack(c chess.Color, k chess.Kind, attacks chess.Bitboard) {
	us, them := c&1, c&1^1
	b.by[us][k%6] |= attacks
	b.twice[us] |= b.all[us] & attacks
	b.all[us] |= attacks
	if hits := attacks & b.ring[them]; hits != 0 {
		b.danger[them] += b.units(them, dangerAttacker+int(k%6), 1) + b.units(them, dangerHits, hits.Count())
	}
}

// pieces returns the material, piece-square, mobility and positional terms of c's knights, bishops, rooks and
// queens. Positional terms are outposts, the bishop pair, open files and the like.
func (b *board) pieces(c chess.Color) pair {
	p := b.position
	outposts := outpostRanks[c&1] & b.by[c&1][chess.Pawn] &^ b.pawn.spans[c&1^1]
	pawns := p.Of(c, chess.Pawn)
	score := b.knights(c, outposts) + b.bishops(c, outposts) + b.rooks(c) + b.queens(c)
	minors := p.Of(c, chess.Knight) | p.Of(c, chess.Bishop)
	score += b.many(c, termBehindPawn, (minors.Forward(c) & p.Kind(chess.Pawn)).Count())
	score += b.many(c, termKnightPawns, p.Of(c, chess.Knight).Count()*(pawns.Count()-5))
	return score + b.many(c, termRookPawns, p.Of(c, chess.Rook).Count()*(pawns.Count()-5))
}

// outpostRanks are the ranks on which a piece may have an outpost, by color.
var outpostRanks = [2]chess.Bitboard{0x0000ffffff000000, 0x000000ffffff0000}

func (b *board) knights(c chess.Color, outposts chess.Bitboard) (score pair) {
	for rest := b.position.Of(c, chess.Knight); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.KnightAttacks(s)
		b.attack(c, chess.Knight, attacks)
		score += b.piece(c, chess.Knight, s) + b.one(c, termKnightMobility+(attacks&b.free[c&1]).Count())
		score += b.one(c, termKnightKing+distance(s, b.king[c&1]))
		if outposts.Has(s) {
			score += b.one(c, termKnightOutpost)
		} else if attacks&outposts&^b.position.Color(c) != 0 {
			score += b.one(c, termKnightNearPost)
		}
	}
	return score
}

// center is d4, e4, d5 and e5; centerFiles the files around it.
const (
	center      chess.Bitboard = 0x0000001818000000
	centerFiles chess.Bitboard = 0x3c3c3c3c3c3c3c3c
)

func (b *board) bishops(c chess.Color, outposts chess.Bitboard) (score pair) {
	p := b.position
	bishops := p.Of(c, chess.Bishop)
	if bishops.MoreThanOne() {
		score += b.one(c, termBishopPair)
	}
	seeThrough := b.occupied &^ p.Kind(chess.Queen)
	pawns := p.Of(c, chess.Pawn)
	blocked := (pawns & centerFiles & b.occupied.Forward(c.Other())).Count()
	for rest := bishops; rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.BishopAttacks(s, seeThrough)
		b.attack(c, chess.Bishop, attacks)
		score += b.piece(c, chess.Bishop, s) + b.one(c, termBishopMobility+(attacks&b.free[c&1]).Count())
		score += b.one(c, termBishopKing+distance(s, b.king[c&1]))
		if outposts.Has(s) {
			score += b.one(c, termBishopOutpost)
		}
		same := (pawns & sameColor(s)).Count()
		score += b.many(c, termBishopPawns, same) + b.many(c, termBishopBlocked, same*blocked)
		if (attacks & center).MoreThanOne() {
			score += b.one(c, termBishopLong)
		}
	}
	return score
}

// sameColor returns the squares of the color of s.
func sameColor(s chess.Square) chess.Bitboard {
	if chess.DarkSquares.Has(s) {
		return chess.DarkSquares
	}
	return ^chess.DarkSquares
}

func (b *board) rooks(c chess.Color) (score pair) {
	p := b.position
	seeThrough := b.occupied &^ (p.Kind(chess.Queen) | p.Of(c, chess.Rook))
	for rest := p.Of(c, chess.Rook); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.RookAttacks(s, seeThrough)
		b.attack(c, chess.Rook, attacks)
		mobility := (attacks & b.free[c&1]).Count()
		score += b.piece(c, chess.Rook, s) + b.one(c, termRookMobility+mobility)
		file := chess.FileA << s.File()
		if file&p.Of(c^1, chess.Queen) != 0 {
			score += b.one(c, termRookOnQueen)
		}
		switch {
		case file&p.Kind(chess.Pawn) == 0:
			score += b.one(c, termRookOpen)
		case file&p.Of(c, chess.Pawn) == 0:
			score += b.one(c, termRookHalfOpen)
		case mobility <= 3:
			score += b.trapped(c, s)
		}
	}
	return score
}

// trapped returns the penalty of a rook without squares that the own king cuts off from the center.
func (b *board) trapped(c chess.Color, s chess.Square) pair {
	king := b.king[c&1].File()
	if (king < 4) != (s.File() < king) {
		return 0
	}
	if b.king[c&1].Relative(c) == chess.E1 {
		return b.one(c, termRookTrapped)
	}
	return b.one(c, termRookShut)
}

func (b *board) queens(c chess.Color) (score pair) {
	for rest := b.position.Of(c, chess.Queen); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.QueenAttacks(s, b.occupied)
		b.attack(c, chess.Queen, attacks)
		score += b.piece(c, chess.Queen, s) + b.one(c, termQueenMobility+(attacks&b.free[c&1]).Count())
	}
	return score
}

package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// passed returns what c's passed pawns gain from their way ahead, the kings and the
// rooks.
func (b *board) passed(c chess.Color) (score pair) {
	them := c.Other()
	for rest := b.pawn.passed[c&1]; rest != 0; rest &= rest - 1 {
		s := rest.First()
		rank := s.Relative(c).Rank()
		next := s.Bit().Forward(c)
		ahead := fill(c, next)
		if next&b.occupied == 0 {
			switch {
			case ahead&(b.occupied|b.all[them&1]) == 0:
				score += b.one(c, termPassedFree+rank)
			case next&b.all[them&1] == 0:
				score += b.one(c, termPassedSafe+rank)
			default:
				score += b.one(c, termPassedUnsafe+rank)
			}
		}
		if next&b.all[c&1] != 0 {
			score += b.one(c, termPassedHeld+rank)
		}
		if rank >= 3 {
			stage := (rank - 3) / 2 * 8
			score += b.one(c, termPassedOwnKing+stage+distance(b.king[c&1], next.First()))
			score += b.one(c, termPassedEnemyKing+stage+distance(b.king[them&1], next.First()))
		}
		score += b.rookBehind(c, s)
		if b.isUnstoppable(c, s, ahead) {
			score += b.one(c, termUnstoppable)
		}
	}
	return score
}

// rookBehind returns the value of a rook behind the passed pawn on s.
func (b *board) rookBehind(c chess.Color, s chess.Square) pair {
	rooks := b.position.Kind(chess.Rook) & fill(c.Other(), s.Bit())
	rooks &= chess.FileA << s.File()
	if rooks == 0 {
		return 0
	}
	rooks &= chess.RookAttacks(s, b.occupied)
	switch {
	case rooks&b.position.Color(c) != 0:
		return b.one(c, termRookBehind)
	case rooks != 0:
		return b.one(c, termRookAgainst)
	}
	return 0
}

// isUnstoppable reports whether the enemy king comes too late to the promotion square of the passed pawn on s. The
// opponent must have only king and pawns, and no own piece may stand ahead of the pawn.
func (b *board) isUnstoppable(c chess.Color, s chess.Square, ahead chess.Bitboard) bool {
	p := b.position
	if p.HasPieces(c.Other()) || ahead&p.Color(c) != 0 {
		return false
	}
	goal := chess.NewSquare(s.File(), 7).Relative(c)
	moves := min(5, 7-s.Relative(c).Rank())
	defender := distance(b.king[c&1^1], goal)
	if p.Side() != c {
		defender--
	}
	return defender > moves
}

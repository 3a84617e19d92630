package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// threats returns the value of c's attacks, of its safe pawn pushes that attack, and of its restriction of the
// opponent.
func (b *board) threats(c chess.Color) (score pair) {
	them := c.Other()
	p := b.position
	targets := p.Color(them) &^ p.Kind(chess.King)
	pieces := targets &^ p.Kind(chess.Pawn)
	strong := b.by[them&1][chess.Pawn] | b.twice[them&1]&^b.twice[c&1]
	weak := targets &^ strong & b.all[c&1]
	score += b.threatsBy(c, b.by[c&1][chess.Pawn]&pieces, termPawnThreat)
	minors := b.by[c&1][chess.Knight] | b.by[c&1][chess.Bishop]
	score += b.threatsBy(c, minors&(weak|pieces), termMinorThreat)
	score += b.threatsBy(c, b.by[c&1][chess.Rook]&(weak|p.Of(them, chess.Queen)), termRookThreat)
	if weak != 0 {
		if weak&b.by[c&1][chess.King] != 0 {
			score += b.one(c, termKingThreat)
		}
		score += b.many(c, termHanging, (weak & (^b.all[them&1] | pieces&b.twice[c&1])).Count())
		score += b.many(c, termQueenHeld, (weak & b.by[them&1][chess.Queen]).Count())
	}
	score += b.many(c, termRestricted, (b.all[them&1] &^ strong & b.all[c&1]).Count())
	score += b.pushes(c, pieces)
	if queens := p.Of(them, chess.Queen); queens != 0 && !queens.MoreThanOne() {
		score += b.onQueen(c, queens.First(), strong)
	}
	return score
}

// pushes returns the threats of c's safe pawn pushes against pieces.
func (b *board) pushes(c chess.Color, pieces chess.Bitboard) pair {
	push := b.position.Of(c, chess.Pawn).Forward(c) &^ b.occupied
	third := chess.Rank3
	if c == chess.Black {
		third = chess.Rank6
	}
	push |= (push & third).Forward(c) &^ b.occupied
	safe := push &^ b.by[c&1^1][chess.Pawn] & (b.all[c&1] | ^b.all[c&1^1])
	attacked := chess.PawnSetAttacks(c, safe) & pieces &^ b.by[c&1][chess.Pawn]
	return b.many(c, termPushThreat, attacked.Count())
}

// onQueen returns the safe squares from which c can attack the lone enemy queen on
// s.
func (b *board) onQueen(c chess.Color, s chess.Square, strong chess.Bitboard) pair {
	safe := b.free[c&1] &^ strong &^ b.position.Color(c)
	knights := b.by[c&1][chess.Knight] & chess.KnightAttacks(s) & safe
	cross := chess.FileA<<s.File() | chess.Rank1<<(8*s.Rank())
	sliders := b.by[c&1^1][chess.Queen] & (b.by[c&1][chess.Rook]&cross | b.by[c&1][chess.Bishop]&^cross)
	return b.many(c, termKnightOnQueen, knights.Count()) +
		b.many(c, termSliderOnQueen, (sliders&safe&b.twice[c&1]).Count())
}

// threatsBy adds the weight of each piece attacked, by its kind.
func (b *board) threatsBy(c chess.Color, attacked chess.Bitboard, family int) (score pair) {
	for ; attacked != 0; attacked &= attacked - 1 {
		score += b.one(c, family+int(b.position.At(attacked.First()))%5)
	}
	return score
}

// spaces is the squares in the center of each side that count as space.
var spaces = [2]chess.Bitboard{0x000000003c3c3c00, 0x003c3c3c00000000}

// space returns the value of the safe squares behind c's pawns in the center. It grows with the number of pieces.
func (b *board) space(c chess.Color) pair {
	p := b.position
	pieces := (p.Color(c) &^ p.Kind(chess.Pawn)).Count() - 3
	if pieces <= 0 {
		return 0
	}
	pawns := p.Of(c, chess.Pawn)
	safe := spaces[c&1] &^ pawns &^ b.by[c&1^1][chess.Pawn]
	behind := fill(c.Other(), pawns.Forward(c.Other())) & safe &^ b.all[c&1^1]
	return b.many(c, termSpace, (safe.Count()+behind.Count())*pieces)
}

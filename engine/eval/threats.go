package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// threats is what c attacks and what it can attack by a safe pawn push.
func (b *board) threats(c chess.Color) (score pair) {
	them := c.Other()
	p := b.position
	pieces := p.Color(them) &^ p.Kind(chess.Pawn) &^ p.Kind(chess.King)
	score += b.threatsBy(b.by[c][chess.Pawn]&pieces, termPawnThreat)
	weak := p.Color(them) &^ p.Kind(chess.King) &^ b.by[them][chess.Pawn] & (b.twice[c] | ^b.twice[them])
	minors := b.by[c][chess.Knight] | b.by[c][chess.Bishop]
	score += b.threatsBy(minors&(weak|pieces&(p.Kind(chess.Rook)|p.Kind(chess.Queen))), termMinorThreat)
	score += b.threatsBy(b.by[c][chess.Rook]&(weak|p.Of(them, chess.Queen)), termRookThreat)
	hanging := p.Color(them) & b.all[c] &^ b.all[them]
	score += weights[termHanging] * pair(hanging.Count())
	push := p.Of(c, chess.Pawn).Forward(c) &^ b.occupied
	safe := push &^ b.by[them][chess.Pawn] & (b.all[c] | ^b.all[them])
	attacked := chess.PawnSetAttacks(c, safe) & pieces &^ b.by[c][chess.Pawn]
	return score + weights[termPushThreat]*pair(attacked.Count())
}

// threatsBy adds the weight of each man attacked, by its kind.
func (b *board) threatsBy(attacked chess.Bitboard, family int) (score pair) {
	attacked &= b.occupied &^ b.position.Kind(chess.King)
	for ; attacked != 0; attacked &= attacked - 1 {
		score += weights[family+int(b.position.At(attacked.First()))%5]
	}
	return score
}

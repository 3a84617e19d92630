package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// kingSafety is the square, the shelter and the danger of c's king. All attacks
// must be known.
func (b *board) kingSafety(c chess.Color) (score pair) {
	king := b.king[c]
	score = weights[termSquare+int(chess.King)*64+int(king.Relative(c))]
	score += b.shelter(c)
	if units := b.units(c); units > 0 {
		score -= newPair(int(units*units/dangerDivisor), int(units/dangerEnd))
	}
	return score
}

// The danger of a king falls off its side's value as units²/dangerDivisor in
// the middlegame and units/dangerEnd in the endgame.
const (
	dangerDivisor = 512
	dangerEnd     = 8
	dangerMost    = 800
)

// shelter is the pawns before c's king, its own and the enemy's, on its file
// and the two beside it.
func (b *board) shelter(c chess.Color) (score pair) {
	own := b.position.Of(c, chess.Pawn)
	enemy := b.position.Of(c.Other(), chess.Pawn)
	king := b.king[c]
	front := fill(c, chess.Rank1<<(8*king.Rank()))
	middle := min(max(king.File(), 1), 6)
	for file := middle - 1; file <= middle+1; file++ {
		column := chess.FileA << file & front
		score += weights[termShelter+nearestRank(c, column&own)]
		score += weights[termStorm+nearestRank(c, column&enemy)]
	}
	return score
}

// nearestRank is the rank, as c sees it, of the square nearest to c's side, 0
// for none.
func nearestRank(c chess.Color, b chess.Bitboard) int {
	if b == 0 {
		return 0
	}
	if c == chess.White {
		return b.First().Rank()
	}
	return 7 - b.Last().Rank()
}

// units is the danger of c's king: attackers, hits and safe checks.
func (b *board) units(c chess.Color) int32 {
	them := c.Other()
	units := b.danger[c]
	weak := b.all[them] &^ b.twice[c] & (^b.all[c] | b.by[c][chess.Queen] | b.by[c][chess.King])
	units += dangerWeights[dangerWeak] * int32((weak & b.ring[c]).Count())
	safe := ^b.position.Color(them) & (^b.all[c] | weak&b.twice[them])
	occupied := b.occupied &^ b.position.Of(c, chess.Queen)
	straight := chess.RookAttacks(b.king[c], occupied) & safe
	diagonal := chess.BishopAttacks(b.king[c], occupied) & safe
	checks := [4]chess.Bitboard{
		chess.KnightAttacks(b.king[c]) & safe & b.by[them][chess.Knight],
		diagonal & b.by[them][chess.Bishop],
		straight & b.by[them][chess.Rook],
		(straight | diagonal) & b.by[them][chess.Queen],
	}
	for i, squares := range checks {
		if squares != 0 {
			units += dangerWeights[dangerCheck+1+i]
		}
	}
	if b.position.Of(them, chess.Queen) == 0 {
		units += dangerWeights[dangerNoQueen]
	}
	return min(units+dangerWeights[dangerOffset], dangerMost)
}

package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// fullScale is the scale of an endgame with normal chances.
const fullScale = 64

// scale is how much of an endgame's value can be hoped for, of fullScale, when
// it is better for White (end > 0) or Black.
func (b *board) scale(end int32) int32 {
	p := b.position
	strong := chess.White
	if end < 0 {
		strong = chess.Black
	}
	weakSide := strong.Other()
	if p.Of(strong, chess.Pawn) == 0 {
		surplus := pieceValue(p, strong) - pieceValue(p, weakSide)
		if surplus <= 350 && pieceValue(p, strong) < 1600 {
			// Without pawns a minor piece more is not enough to win.
			return 8
		}
	}
	if b.oppositeBishops() {
		if p.Kind(chess.Knight)|p.Kind(chess.Rook)|p.Kind(chess.Queen) == 0 {
			return 24 + 4*int32(p.Of(strong, chess.Pawn).Count())
		}
		return 48
	}
	return fullScale
}

// oppositeBishops tells whether each side has one bishop and they run on
// squares of different colors.
func (b *board) oppositeBishops() bool {
	const dark chess.Bitboard = 0xaa55aa55aa55aa55
	p := b.position
	bishops := p.Kind(chess.Bishop)
	return p.Of(chess.White, chess.Bishop).Count() == 1 && p.Of(chess.Black, chess.Bishop).Count() == 1 &&
		(bishops&dark).Count() == 1
}

// pieceValue is what c's pieces, pawns not counted, are worth in centipawns.
func pieceValue(p *chess.Position, c chess.Color) (sum int) {
	for k := chess.Knight; k <= chess.Queen; k++ {
		sum += chess.ExchangeValue[k] * p.Of(c, k).Count()
	}
	return sum
}

// mopUp drives a bare king to the edge, toward the corner that a lone bishop
// and knight can mate in, and the kings together. It is from White.
func (b *board) mopUp() int32 {
	p := b.position
	for weak := chess.White; weak <= chess.Black; weak++ {
		strong := weak.Other()
		if p.Color(weak).More() || p.Kind(chess.Pawn) != 0 || pieceValue(p, strong) < 500 {
			continue
		}
		king := b.king[weak]
		edge := max(abs(2*king.File()-7), abs(2*king.Rank()-7)) + max(0, abs(2*king.File()-7)+abs(2*king.Rank()-7)-7)
		value := 200 + 10*edge + 8*(7-distance(b.king[chess.White], b.king[chess.Black]))
		if p.Kind(chess.Rook)|p.Kind(chess.Queen) == 0 && p.Kind(chess.Knight) != 0 {
			value = 200 + 20*(7-b.cornerDistance(king)) + 8*(7-distance(b.king[chess.White], b.king[chess.Black]))
		}
		if strong == chess.White {
			return int32(value)
		}
		return -int32(value)
	}
	return 0
}

// cornerDistance is the distance of a king to the nearer corner of the color on
// which the bishop runs.
func (b *board) cornerDistance(king chess.Square) int {
	const dark chess.Bitboard = 0xaa55aa55aa55aa55
	if b.position.Kind(chess.Bishop)&dark != 0 {
		return min(distance(king, chess.A1), distance(king, chess.H8))
	}
	return min(distance(king, chess.A8), distance(king, chess.H1))
}

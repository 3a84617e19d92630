package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// FullScale is the scale of an endgame with normal chances.
const FullScale = 64

// scale returns how much of an endgame's value can be hoped for, of FullScale, when
// it is better for strong.
func (b *board) scale(strong chess.Color) int32 {
	p := b.position
	weak := strong.Other()
	pawns := p.Of(strong, chess.Pawn)
	if pawns == 0 {
		return scaleWithoutPawns(p, strong)
	}
	if b.isWrongCorner(strong) || isPawnAlone(p) && !winsPawnAlone(p) {
		return 0
	}
	if b.oppositeBishops() {
		if p.Kind(chess.Knight)|p.Kind(chess.Rook)|p.Kind(chess.Queen) == 0 {
			return min(FullScale, 18+4*int32(b.pawn.passed[strong].Count())+2*int32(pawns.Count()))
		}
		return min(FullScale, 22+3*int32(p.Color(strong).Count()))
	}
	if b.isDrawnRooks(strong, weak) {
		return 36
	}
	return min(FullScale, 40+6*int32(pawns.Count()))
}

// scaleWithoutPawns returns the scale for a side that has none: a minor piece more
// does not win, nor do two knights.
func scaleWithoutPawns(p *chess.Position, strong chess.Color) int32 {
	weak := strong.Other()
	mine, theirs := p.PieceValue(strong), p.PieceValue(weak)
	onlyKnights := mine == p.Of(strong, chess.Knight).Count()*chess.ExchangeValue[chess.Knight]
	switch {
	case mine-theirs <= 350 && mine < chess.ExchangeValue[chess.Rook]:
		return 0
	case mine-theirs <= 350 && theirs <= 350:
		return 4
	case mine-theirs <= 350:
		return 14
	case onlyKnights && mine < 700:
		return 2
	}
	return FullScale
}

// isWrongCorner reports whether the enemy king holds the promotion corner of a rook file. Strong has only pawns on
// that file and at most bishops that do not cover the corner.
func (b *board) isWrongCorner(strong chess.Color) bool {
	p := b.position
	pawns := p.Of(strong, chess.Pawn)
	file := 0
	switch {
	case pawns&^chess.FileA == 0:
	case pawns&^chess.FileH == 0:
		file = 7
	default:
		return false
	}
	corner := chess.NewSquare(file, 7).Relative(strong)
	pieces := p.Color(strong) &^ pawns &^ p.Kind(chess.King)
	bishops := pieces & p.Kind(chess.Bishop)
	if pieces != bishops || bishops&sameColor(corner) != 0 {
		return false
	}
	return distance(b.king[strong.Other()], corner) <= 1
}

// isDrawnRooks reports whether both sides have one rook and no other piece, and strong is at most a pawn up. Its
// pawns stand on one wing, with the enemy king near them.
func (b *board) isDrawnRooks(strong, weak chess.Color) bool {
	p := b.position
	if p.Kind(chess.Knight)|p.Kind(chess.Bishop)|p.Kind(chess.Queen) != 0 ||
		p.Of(strong, chess.Rook).Count() != 1 || p.Of(weak, chess.Rook).Count() != 1 {
		return false
	}
	const queenside = chess.FileA * 0x0f
	pawns := p.Of(strong, chess.Pawn)
	oneWing := pawns&queenside == 0 || pawns&^queenside == 0
	return oneWing && pawns.Count()-p.Of(weak, chess.Pawn).Count() <= 1 &&
		nearest(b.king[weak], pawns) <= 2
}

// oppositeBishops reports whether each side has one bishop and they run on
// squares of different colors.
func (b *board) oppositeBishops() bool {
	p := b.position
	bishops := p.Kind(chess.Bishop)
	return p.Of(chess.White, chess.Bishop).Count() == 1 && p.Of(chess.Black, chess.Bishop).Count() == 1 &&
		(bishops&chess.DarkSquares).Count() == 1
}

// bonus returns the value of known endings beyond the terms, in centipawns from White.
func (b *board) bonus() int32 {
	p := b.position
	if p.Kind(chess.Pawn) == 0 {
		return b.mopUp()
	}
	if !isPawnAlone(p) || !winsPawnAlone(p) {
		return 0
	}
	if p.Of(chess.White, chess.Pawn) != 0 {
		return kpkBonus
	}
	return -kpkBonus
}

// mopUp drives a bare king to the edge, toward the corner that a lone bishop
// and knight can mate in, and the kings together. It is from White.
func (b *board) mopUp() int32 {
	p := b.position
	for weak := chess.White; weak <= chess.Black; weak++ {
		strong := weak.Other()
		if p.Color(weak).MoreThanOne() || !canMate(p, strong) {
			continue
		}
		king := b.king[weak]
		together := 8 * (7 - distance(b.king[chess.White], b.king[chess.Black]))
		edge := max(abs(2*king.File()-7), abs(2*king.Rank()-7)) + max(0, abs(2*king.File()-7)+abs(2*king.Rank()-7)-7)
		value := 200 + 10*edge + together
		if p.Kind(chess.Rook)|p.Kind(chess.Queen) == 0 && p.Kind(chess.Knight) != 0 {
			value = 200 + 20*(7-b.cornerDistance(king)) + together
		}
		if strong == chess.White {
			return int32(value)
		}
		return -int32(value)
	}
	return 0
}

// canMate reports whether c's pieces can force a bare king's mate.
func canMate(p *chess.Position, c chess.Color) bool {
	bishops := p.Of(c, chess.Bishop)
	return p.Of(c, chess.Rook)|p.Of(c, chess.Queen) != 0 ||
		bishops&chess.DarkSquares != 0 && bishops&^chess.DarkSquares != 0 ||
		bishops != 0 && p.Of(c, chess.Knight) != 0 ||
		p.Of(c, chess.Knight).Count() > 2
}

// cornerDistance returns the distance of a king to the nearer corner of the color on
// which the bishop runs.
func (b *board) cornerDistance(king chess.Square) int {
	if b.position.Kind(chess.Bishop)&chess.DarkSquares != 0 {
		return min(distance(king, chess.A1), distance(king, chess.H8))
	}
	return min(distance(king, chess.A8), distance(king, chess.H1))
}

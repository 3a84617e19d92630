package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// IsBlocked reports whether a pawn ending is a dead draw because nothing can ever be taken or pushed. No pawn can
// move or take, and neither king can reach a pawn of the other side that no pawn defends. The idea is blockage
// detection (Tabibi, Felner and Netanyahu, 2004), in its safest form. It never calls a live position dead, and misses
// blockades that need a defender's care.
func IsBlocked(p *chess.Position) bool {
	if p.HasEnPassant() || p.Kind(chess.Knight)|p.Kind(chess.Bishop)|p.Kind(chess.Rook)|p.Kind(chess.Queen) != 0 {
		return false
	}
	pawns := p.Kind(chess.Pawn)
	for c := chess.White; c <= chess.Black; c++ {
		own := p.Of(c, chess.Pawn)
		if own.Forward(c)&^pawns != 0 || chess.PawnSetAttacks(c, own)&p.Of(c.Other(), chess.Pawn) != 0 {
			return false
		}
	}
	return isWalledIn(p, chess.White) && isWalledIn(p, chess.Black)
}

// isWalledIn reports whether c's king, walking alone, never comes next to an
// enemy pawn that no pawn defends.
func isWalledIn(p *chess.Position, c chess.Color) bool {
	enemy := p.Of(c.Other(), chess.Pawn)
	guarded := chess.PawnSetAttacks(c.Other(), enemy)
	free := ^(guarded | p.Kind(chess.Pawn))
	reached := p.Of(c, chess.King)
	for {
		row := reached | reached.East() | reached.West()
		next := row | row.North() | row.South()
		if next&enemy&^guarded != 0 {
			return false
		}
		if next = next&free | reached; next == reached {
			return true
		}
		reached = next
	}
}

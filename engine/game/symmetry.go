package game

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Symmetry is a change of the board after which a position means the same. Symmetries
// are combined with |. The zero value changes nothing, and each undoes itself.
type Symmetry uint8

// The symmetries, which have the same bits in both games.
const (
	// FlipColors lets the sides change places, in shogi by half a turn of the board.
	// It holds everywhere.
	FlipColors Symmetry = 1 << iota
	// MirrorFiles exchanges the left and the right wing. It holds everywhere in shogi, and in chess where neither
	// side may castle.
	MirrorFiles
)

// Holds reports whether y is a symmetry of the position.
func (y Symmetry) Holds(p Position) bool {
	c, ok := ToChess(p)
	return !ok || chess.Symmetry(y).Holds(&c)
}

// Position returns the image of a position, with the same counters. Symmetry y must hold for the
// position.
func (y Symmetry) Position(p Position) Position {
	if c, ok := ToChess(p); ok {
		return FromChess(chess.Symmetry(y).Position(&c))
	}
	s, _ := ToShogi(p)
	return FromShogi(shogi.Symmetry(y).Position(&s))
}

// Move returns the image of a move; special values such as claims stay as they are.
func (y Symmetry) Move(m Move) Move {
	switch {
	case m.IsClaim():
		return m
	case m&^0xffff == shogiMove:
		return FromShogiMove(shogi.Symmetry(y).Move(m.Shogi()))
	}
	return FromChessMove(chess.Symmetry(y).Move(m.Chess()))
}

// LeastKey returns the least key of a position and its images: equal for positions that mean the same.
func LeastKey(p Position) uint64 {
	least := p.Key()
	for y := FlipColors; y <= FlipColors|MirrorFiles; y++ {
		if y.Holds(p) {
			least = min(least, y.Position(p).Key())
		}
	}
	return least
}

package game

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// ShogiPosition is a position of shogi.
type ShogiPosition struct{ shogi.Position }

// FromShogi returns a position of shogi as a Position.
func FromShogi(p shogi.Position) Position { return ShogiPosition{p} }

// ToShogi returns a Position as a position of engine/shogi. It is not ok for another game.
func ToShogi(p Position) (position shogi.Position, ok bool) {
	s, ok := p.(ShogiPosition)
	return s.Position, ok
}

// Game is Shogi.
func (p ShogiPosition) Game() Game { return Shogi }

// Side returns the side to move.
func (p ShogiPosition) Side() Side { return Side(p.Position.Side()) }

// String returns the SFEN behind the word sfen.
func (p ShogiPosition) String() string { return shogiPrefix + " " + p.SFEN() }

// EPD is String without the number of the ply.
func (p ShogiPosition) EPD() string {
	text := p.String()
	return text[:strings.LastIndexByte(text, ' ')]
}

// Key returns that of engine/shogi.
func (p ShogiPosition) Key() uint64 { return p.Position.Key() }

// Fullmove returns the number of the move: two plies are one.
func (p ShogiPosition) Fullmove() int { return (p.Ply() + 1) / 2 }

// InCheck reports whether the side to move is in check.
func (p ShogiPosition) InCheck() bool { return p.Position.InCheck() }

// IsInsufficient is false: no piece ever leaves the game.
func (p ShogiPosition) IsInsufficient() bool { return false }

// MayDeclare reports whether the side to move may declare that it has won.
func (p ShogiPosition) MayDeclare() bool { return p.Position.MayDeclare() }

// CountLegal returns the number of legal moves.
func (p ShogiPosition) CountLegal() int { return p.Position.CountLegal() }

// LegalMoves lists the legal moves.
func (p ShogiPosition) LegalMoves() []Move { return FromShogiMoves(p.Position.LegalMoves()...) }

// IsLegal reports whether m is a legal move.
func (p ShogiPosition) IsLegal(m Move) bool { return p.Position.IsLegal(m.Shogi()) }

// After returns the position after the legal move m.
func (p ShogiPosition) After(m Move) Position { return FromShogi(p.Position.After(m.Shogi())) }

// ParseMove reads a legal move in USI.
func (p ShogiPosition) ParseMove(text string) (Move, error) {
	m, err := p.Position.ParseMove(text)
	return FromShogiMove(m), err
}

// Notation returns the legal move m in USI.
func (p ShogiPosition) Notation(m Move) string { return m.String() }

// ParseNotation is ParseMove.
func (p ShogiPosition) ParseNotation(text string) (Move, error) { return p.ParseMove(text) }

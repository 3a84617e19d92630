package game

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// shogiPosition is a position of shogi. Its methods are those of Position.
type shogiPosition struct{ shogi.Position }

// FromShogi returns a position of shogi as a Position.
func FromShogi(p shogi.Position) Position { return shogiPosition{p} }

// ToShogi returns a Position as a position of engine/shogi. It is not ok for another game.
func ToShogi(p Position) (position shogi.Position, ok bool) {
	s, ok := p.(shogiPosition)
	return s.Position, ok
}

func (p shogiPosition) Game() Game             { return Shogi }
func (p shogiPosition) Side() Side             { return Side(p.Position.Side()) }
func (p shogiPosition) String() string         { return shogiPrefix + " " + p.SFEN() }
func (p shogiPosition) Key() uint64            { return p.Position.Key() }
func (p shogiPosition) Fullmove() int          { return (p.Ply() + 1) / 2 }
func (p shogiPosition) InCheck() bool          { return p.Position.InCheck() }
func (p shogiPosition) IsInsufficient() bool   { return false } // no piece ever leaves the game
func (p shogiPosition) MayDeclare() bool       { return p.Position.MayDeclare() }
func (p shogiPosition) CountLegal() int        { return p.Position.CountLegal() }
func (p shogiPosition) LegalMoves() []Move     { return FromShogiMoves(p.Position.LegalMoves()...) }
func (p shogiPosition) IsLegal(m Move) bool    { return p.Position.IsLegal(m.Shogi()) }
func (p shogiPosition) After(m Move) Position  { return FromShogi(p.Position.After(m.Shogi())) }
func (p shogiPosition) Notation(m Move) string { return m.String() }

func (p shogiPosition) EPD() string {
	text := p.String()
	return text[:strings.LastIndexByte(text, ' ')]
}

func (p shogiPosition) ParseMove(text string) (Move, error) {
	m, err := p.Position.ParseMove(text)
	return FromShogiMove(m), err
}

func (p shogiPosition) ParseNotation(text string) (Move, error) { return p.ParseMove(text) }

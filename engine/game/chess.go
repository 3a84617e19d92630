package game

import "github.com/zugwatch/zugwatch/engine/chess"

// chessPosition is a position of chess. Its methods are those of Position.
type chessPosition struct{ chess.Position }

// FromChess returns a position of chess as a Position.
func FromChess(p chess.Position) Position { return chessPosition{p} }

// ToChess returns a Position as a position of engine/chess. It is not ok for another game.
func ToChess(p Position) (position chess.Position, ok bool) {
	c, ok := p.(chessPosition)
	return c.Position, ok
}

func (p chessPosition) Game() Game             { return Chess }
func (p chessPosition) Side() Side             { return Side(p.Position.Side()) }
func (p chessPosition) String() string         { return p.FEN() }
func (p chessPosition) EPD() string            { return p.Position.EPD() }
func (p chessPosition) Key() uint64            { return p.Position.Key() }
func (p chessPosition) Fullmove() int          { return p.Position.Fullmove() }
func (p chessPosition) InCheck() bool          { return p.Position.InCheck() }
func (p chessPosition) IsInsufficient() bool   { return p.Position.IsInsufficient() }
func (p chessPosition) MayDeclare() bool       { return false } // only in shogi there is such a rule
func (p chessPosition) CountLegal() int        { return p.Position.CountLegal() }
func (p chessPosition) LegalMoves() []Move     { return FromChessMoves(p.Position.LegalMoves()...) }
func (p chessPosition) IsLegal(m Move) bool    { return p.Position.IsLegal(m.Chess()) }
func (p chessPosition) After(m Move) Position  { return FromChess(p.Position.After(m.Chess())) }
func (p chessPosition) Notation(m Move) string { return p.SAN(m.Chess()) }

func (p chessPosition) ParseMove(text string) (Move, error) {
	m, err := p.Position.ParseMove(text)
	return FromChessMove(m), err
}

func (p chessPosition) ParseNotation(text string) (Move, error) {
	m, err := p.ParseSAN(text)
	return FromChessMove(m), err
}

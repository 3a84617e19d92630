package game

import "github.com/zugwatch/zugwatch/engine/chess"

// ChessPosition is a position of chess.
type ChessPosition struct{ chess.Position }

// FromChess returns a position of chess as a Position.
func FromChess(p chess.Position) Position { return ChessPosition{p} }

// ToChess returns a Position as a position of engine/chess. It is not ok for another game.
func ToChess(p Position) (position chess.Position, ok bool) {
	c, ok := p.(ChessPosition)
	return c.Position, ok
}

// Game is Chess.
func (p ChessPosition) Game() Game { return Chess }

// Side returns the side to move.
func (p ChessPosition) Side() Side { return Side(p.Position.Side()) }

// String returns the FEN.
func (p ChessPosition) String() string { return p.FEN() }

// EPD returns the first four fields of the FEN.
func (p ChessPosition) EPD() string { return p.Position.EPD() }

// Key returns that of engine/chess.
func (p ChessPosition) Key() uint64 { return p.Position.Key() }

// Fullmove returns the number of the move.
func (p ChessPosition) Fullmove() int { return p.Position.Fullmove() }

// InCheck reports whether the side to move is in check.
func (p ChessPosition) InCheck() bool { return p.Position.InCheck() }

// IsInsufficient reports whether no sequence of legal moves leads to mate.
func (p ChessPosition) IsInsufficient() bool { return p.Position.IsInsufficient() }

// MayDeclare is false: only in shogi there is such a rule.
func (p ChessPosition) MayDeclare() bool { return false }

// CountLegal returns the number of legal moves.
func (p ChessPosition) CountLegal() int { return p.Position.CountLegal() }

// LegalMoves lists the legal moves.
func (p ChessPosition) LegalMoves() []Move { return FromChessMoves(p.Position.LegalMoves()...) }

// IsLegal reports whether m is a legal move.
func (p ChessPosition) IsLegal(m Move) bool { return p.Position.IsLegal(m.Chess()) }

// After returns the position after the legal move m.
func (p ChessPosition) After(m Move) Position { return FromChess(p.Position.After(m.Chess())) }

// ParseMove reads a legal move in coordinates.
func (p ChessPosition) ParseMove(text string) (Move, error) {
	m, err := p.Position.ParseMove(text)
	return FromChessMove(m), err
}

// Notation returns the legal move m in standard algebraic notation.
func (p ChessPosition) Notation(m Move) string { return p.SAN(m.Chess()) }

// ParseNotation reads standard algebraic notation.
func (p ChessPosition) ParseNotation(text string) (Move, error) {
	m, err := p.ParseSAN(text)
	return FromChessMove(m), err
}

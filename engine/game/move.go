package game

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Move is a move of either game: its encoding there in the low 16 bits, the game
// above them. It is only meaningful together with its position.
type Move uint32

// Special values of Move that are no moves. No position accepts them as legal.
const (
	NoMove     Move = 0         // no answer
	Resign     Move = 1<<24 + 1 // the side to move gives the game up
	DeclareWin Move = 1<<24 + 2 // the side to move claims that it has won by rule, as by entering king
	NoMate     Move = 1<<24 + 3 // the answer of a mate search without a mate
)

// shogiMove marks a move of shogi.
const shogiMove Move = Move(Shogi) << 16

// FromChessMove returns a move of chess.
func FromChessMove(m chess.Move) Move { return Move(m) }

// FromChessMoves returns a list of moves of chess, in memory of its own; nil for none.
func FromChessMoves(moves ...chess.Move) []Move { return each(moves, FromChessMove) }

// FromShogiMove returns a move of shogi.
func FromShogiMove(m shogi.Move) Move {
	if m == shogi.NoMove {
		return NoMove
	}
	return shogiMove | Move(m)
}

// FromShogiMoves returns a list of moves of shogi, in memory of its own; nil for none.
func FromShogiMoves(moves ...shogi.Move) []Move { return each(moves, FromShogiMove) }

// Chess returns m in chess; NoMove when m is no move of that game.
func (m Move) Chess() chess.Move {
	if m>>16 != 0 {
		return chess.NoMove
	}
	return chess.Move(m)
}

// Shogi returns m in shogi; NoMove when m is no move of that game.
func (m Move) Shogi() shogi.Move {
	if m&^0xffff != shogiMove {
		return shogi.NoMove
	}
	return shogi.Move(m)
}

// ChessMoves returns a list of moves in chess.
func ChessMoves(moves []Move) []chess.Move { return each(moves, Move.Chess) }

// ShogiMoves returns a list of moves in shogi.
func ShogiMoves(moves []Move) []shogi.Move { return each(moves, Move.Shogi) }

// IsClaim reports whether m is Resign, DeclareWin or NoMate.
func (m Move) IsClaim() bool { return m>>24 != 0 }

// String returns m as engines write it: as UCI does in chess, as USI does in shogi,
// "0000" for NoMove, "resign", "win" and "nomate".
func (m Move) String() string {
	switch {
	case m == Resign:
		return "resign"
	case m == DeclareWin:
		return "win"
	case m == NoMate:
		return "nomate"
	case m&^0xffff == shogiMove:
		return m.Shogi().String()
	}
	return m.Chess().String()
}

// JoinMoves returns moves as engines write them, with blanks between.
func JoinMoves(moves []Move) string { return strings.Join(each(moves, Move.String), " ") }

// each returns the images of moves; nil for none.
func each[From, To any](moves []From, image func(From) To) []To {
	if len(moves) == 0 {
		return nil
	}
	images := make([]To, len(moves))
	for i, m := range moves {
		images[i] = image(m)
	}
	return images
}

package game

import (
	"errors"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Position is a legal position of either game with its counters: FromChess and FromShogi
// make one. It is a value that is never changed; two are equal by == when they are one
// position with the same counters.
type Position interface {
	Game() Game
	// Side is the side to move.
	Side() Side
	// String is the position as ParsePosition reads it: a FEN, or sfen and an SFEN.
	String() string
	// EPD returns String without counters, a key of the position alone.
	EPD() string
	// Key is the same for positions that differ in counters alone. Other positions share a key
	// with a probability of about 2^-64.
	Key() uint64
	// Fullmove is the number of the move, from 1. Both sides have one move of each number.
	Fullmove() int
	InCheck() bool
	// IsInsufficient reports whether no sequence of legal moves leads to mate.
	IsInsufficient() bool
	// MayDeclare reports whether the side to move may declare a win.
	MayDeclare() bool
	CountLegal() int
	// LegalMoves lists the legal moves in an order that depends on the position alone.
	LegalMoves() []Move
	// IsLegal reports whether a move is legal, for any value.
	IsLegal(m Move) bool
	// After is the position after a legal move.
	After(m Move) Position
	// ParseMove reads a legal move as engines write it, and no other way: "e7e8q",
	// "P*5e". Errors are of type *MoveError.
	ParseMove(text string) (Move, error)
	// Notation is a legal move as suites and results have it: in standard algebraic
	// notation in chess, in USI in shogi.
	Notation(m Move) string
	// ParseNotation reads what Notation writes and, in chess, its common variants.
	// Errors are of type *MoveError.
	ParseNotation(text string) (Move, error)
}

// PositionError describes an error in the text of a position, with its place.
type PositionError = notation.PositionError

// MoveError says why a text is no legal move of a position, with candidates by Notation.
type MoveError = notation.MoveError

// shogiPrefix is the word that begins the text of a position of shogi.
const shogiPrefix = "sfen"

// GameOf returns the game of a position in text: shogi behind the word sfen, otherwise
// chess.
func GameOf(text string) Game {
	rest, found := strings.CutPrefix(text, shogiPrefix)
	if found && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
		return Shogi
	}
	return Chess
}

// ParsePosition reads a FEN, or an SFEN behind the word sfen. Errors are of type
// *PositionError.
func ParsePosition(text string) (Position, error) {
	if GameOf(text) == Shogi {
		p, err := shogi.ParseSFEN(text[len(shogiPrefix):])
		if bad, ok := errors.AsType[*PositionError](err); ok {
			bad.Offset += len(shogiPrefix)
		}
		if err != nil {
			return nil, err
		}
		return FromShogi(p), nil
	}
	p, err := chess.ParseFEN(text)
	if err != nil {
		return nil, err
	}
	return FromChess(p), nil
}

// MustParsePosition is ParsePosition of a text that is known to be a position.
func MustParsePosition(text string) Position {
	p, err := ParsePosition(text)
	if err != nil {
		panic("game: " + err.Error())
	}
	return p
}

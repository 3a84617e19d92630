package game

import (
	"errors"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// PositionError says what is wrong with the text of a position and where.
type PositionError = notation.PositionError

// MoveError says why a text is no legal move of a position.
type MoveError struct {
	Text       string
	Why        string   // "is not a move", "is not legal" or "is ambiguous"
	Candidates []string // the legal moves that come closest, by Notation; none when there is no legal move
	text       string   // of the game
}

// Error names the text, the reason and the legal moves that come closest.
func (e *MoveError) Error() string { return e.text }

func chessError(err error) error {
	if e, ok := errors.AsType[*chess.MoveError](err); ok {
		return &MoveError{e.Text, e.Why, e.Candidates, e.Error()}
	}
	return err
}

func shogiError(err error) error {
	if e, ok := errors.AsType[*shogi.MoveError](err); ok {
		return &MoveError{e.Text, e.Why, e.Candidates, e.Error()}
	}
	return err
}

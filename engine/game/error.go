package game

import (
	"errors"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// PositionError says what is wrong with the text of a position and where.
type PositionError struct {
	Offset int    // byte in the text at which the bad part begins
	What   string // what stands there
	Want   string // what was expected
	text   string // of the game
}

// Error names what is wrong and what was expected.
func (e *PositionError) Error() string { return e.text }

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
	if e, ok := errors.AsType[*chess.FENError](err); ok {
		return &PositionError{e.Offset, e.What, e.Want, e.Error()}
	}
	if e, ok := errors.AsType[*chess.MoveError](err); ok {
		return &MoveError{e.Text, e.Why, e.Candidates, e.Error()}
	}
	return err
}

func shogiError(err error) error {
	if e, ok := errors.AsType[*shogi.SFENError](err); ok {
		return &PositionError{e.Offset + len(shogiPrefix), e.What, e.Want, e.Error()}
	}
	if e, ok := errors.AsType[*shogi.MoveError](err); ok {
		return &MoveError{e.Text, e.Why, e.Candidates, e.Error()}
	}
	return err
}

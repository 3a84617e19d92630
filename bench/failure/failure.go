// Package failure classifies errors, so that a caller can tell a mistake of the user from
// a fault of an engine or of the machine. It knows no exit code: the programs have one
// table for that.
package failure

import (
	"context"
	"errors"
	"fmt"
)

// Kind is the way in which a command failed. The zero value is no failure.
type Kind uint8

// The kinds.
const (
	None        Kind = iota // nothing failed
	Regression              // something is worse than is allowed, or changed where nothing may change
	Input                   // the user's input: flags, configuration, suite
	Engine                  // faults of an engine
	Baseline                // a stored result is missing, damaged, too new or not comparable
	Undecided               // incomplete, or decided neither way
	Machine                 // the machine or its files; the default of all errors
	Interrupted             // ended from outside, by a signal
)

// Error is an error with its kind. One without Err has been told already and is
// silent.
type Error struct {
	Kind Kind
	Err  error
}

// Error returns the text of the error inside.
func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("failure of kind %d", e.Kind)
	}
	return e.Err.Error()
}

// Unwrap returns the error inside.
func (e *Error) Unwrap() error { return e.Err }

// kinded is a typed error that names its kind.
type kinded interface{ FailureKind() Kind }

// Of returns the kind of an error: the one it was given, or that of its type, or else
// Machine; None for nil.
func Of(err error) Kind {
	if err == nil {
		return None
	}
	if kind, known := kindOf(err); known {
		return kind
	}
	return Machine
}

// kindOf returns the kind that an error was given or that its type says.
func kindOf(err error) (Kind, bool) {
	if given, ok := errors.AsType[*Error](err); ok {
		return given.Kind, true
	}
	var typed kinded
	if errors.As(err, &typed) {
		return typed.FailureKind(), true
	}
	return None, false
}

// Inputf returns an error of what the user wrote.
func Inputf(format string, args ...any) error { return With(Input, fmt.Errorf(format, args...)) }

// With gives an error a kind, whatever kind it had.
func With(kind Kind, err error) error { return &Error{Kind: kind, Err: err} }

// Default gives an error a kind unless it was given one before or is nil.
func Default(kind Kind, err error) error {
	if _, given := errors.AsType[*Error](err); given || err == nil {
		return err
	}
	return With(kind, err)
}

// Interruption returns err with the kind of what ended ctx: Interrupted if its cause says so, else Undecided. It returns err
// unchanged if ctx is not done.
func Interruption(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	cause := context.Cause(ctx)
	if !errors.Is(err, cause) {
		err = cause
	}
	if kind, known := kindOf(cause); known && kind == Interrupted {
		return With(Interrupted, err)
	}
	return With(Undecided, err)
}

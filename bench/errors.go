package bench

import (
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// SetupError says that a run was asked for that cannot be: the caller's
// mistake, found before any engine was opened.
type SetupError struct{ Text string }

// Error returns the text.
func (e *SetupError) Error() string { return e.Text }

// FailureKind returns Input: the run was set up wrongly.
func (e *SetupError) FailureKind() failure.Kind { return failure.Input }

// SetupErrorf returns a SetupError with a text.
func SetupErrorf(format string, args ...any) *SetupError {
	return &SetupError{Text: fmt.Sprintf(format, args...)}
}

// OpenError says that the engine could not be opened, so that no position was
// searched.
type OpenError struct {
	Class Fault
	Err   error
}

// Error names the class and the cause, which alone tells what the machine lacks.
func (e *OpenError) Error() string {
	if IsOfMachine(e.Err) {
		return "engine open: " + e.Err.Error()
	}
	return "engine open: " + e.Class.Message(e.Err.Error())
}

// FailureKind tells that the engine is to blame, the options that it was given, or the
// machine.
func (e *OpenError) FailureKind() failure.Kind {
	switch {
	case IsOfMachine(e.Err):
		return failure.Machine
	case e.Class == FaultOption:
		return failure.Input
	}
	return failure.Engine
}

// Unwrap returns the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// IncompleteError reports that a run has unfinished positions. Its cause is that of the
// context, a FaultLimitError, or the error of Recorder.Record; nil if it is not known.
type IncompleteError struct {
	Finished, Total int
	Cause           error
}

// Error says how far the run came and why not farther.
func (e *IncompleteError) Error() string {
	text := fmt.Sprintf("run is incomplete: %d of %d positions are finished", e.Finished, e.Total)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// FailureKind returns why the run is incomplete. It was cut short, given up for faults of the engine, or ended by a
// lack of the machine.
func (e *IncompleteError) FailureKind() failure.Kind {
	if IsOfMachine(e.Cause) {
		return failure.Machine
	}
	if _, ok := errors.AsType[*FaultLimitError](e.Cause); ok {
		return failure.Engine
	}
	return failure.Undecided
}

// Unwrap returns the cause.
func (e *IncompleteError) Unwrap() error { return e.Cause }

// FaultLimitError says that more positions have a fault than Config.MaxFaults
// allows.
type FaultLimitError struct{ Faults, Allowed int }

// Error gives both numbers.
func (e *FaultLimitError) Error() string {
	return fmt.Sprintf("engine faults are %d (allowed: %d)", e.Faults, e.Allowed)
}

// FailureKind tells that the engine is to blame.
func (e *FaultLimitError) FailureKind() failure.Kind { return failure.Engine }

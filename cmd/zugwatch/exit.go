package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/epd"
)

// The exit codes. Scripts branch on them, so their meaning never changes.
const (
	codePass         = 0
	codeRegression   = 1
	codeCrash        = 2 // the Go runtime's; never returned by run
	codeInput        = 3
	codeEngine       = 4
	codeBaseline     = 5
	codeUndecided    = 6
	codeMachine      = 7
	codeInterrupted  = 130
	codeTerminated   = 143
	signalCodeOffset = 128
)

// exitRow is one row of the table of exit codes.
type exitRow struct {
	code    int
	meaning string
}

// exitTable is the only list of the exit codes: the help and the README print
// it.
func exitTable() []exitRow {
	return []exitRow{
		{codePass, "complete, comparable, not worse"},
		{codeRegression, "regression, and only that"},
		{codeCrash, "Zugwatch itself crashed; never on purpose"},
		{codeInput, "bad input: flags, configuration or suite"},
		{codeEngine, "engine faults beyond the tolerance"},
		{codeBaseline, "baseline missing, damaged, too new or not comparable"},
		{codeUndecided, "incomplete or undecided"},
		{codeMachine, "machine or I/O: disk full, unwritable, locked"},
		{codeInterrupted, "interrupted (SIGINT)"},
		{codeTerminated, "terminated (SIGTERM)"},
	}
}

// failure is an error with the exit code it leads to. A failure without err
// has been told already and is silent.
type failure struct {
	code int
	err  error
}

// Error is the text of the error inside.
func (f *failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit code %d", f.code)
	}
	return f.err.Error()
}

// Unwrap returns the error inside.
func (f *failure) Unwrap() error { return f.err }

// badInput is a failure of what the user wrote.
func badInput(format string, args ...any) error {
	return &failure{code: codeInput, err: fmt.Errorf(format, args...)}
}

// withCode gives err an exit code unless it has one or is nil.
func withCode(code int, err error) error {
	var coded *failure
	if err == nil || errors.As(err, &coded) {
		return err
	}
	return &failure{code: code, err: err}
}

// signalError is the cause of a context that a signal ended.
type signalError struct {
	signal os.Signal
}

// Error names the signal.
func (e *signalError) Error() string { return "ended by signal: " + e.signal.String() }

// interruption gives an error that came of a done context the exit code of the
// signal that ended it.
func interruption(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	cause := context.Cause(ctx)
	if !errors.Is(err, cause) {
		err = cause
	}
	code := codeUndecided
	var caught *signalError
	if errors.As(cause, &caught) {
		code = signalCode(caught.signal)
	}
	return &failure{code: code, err: err}
}

// signalCode is the exit code after a signal.
func signalCode(caught os.Signal) int {
	if number, ok := caught.(syscall.Signal); ok {
		return signalCodeOffset + int(number)
	}
	return codeInterrupted
}

// codeOf is the exit code that err leads to: the one it carries, that of its
// type, or else that of the machine.
func codeOf(err error) int {
	var (
		coded      *failure
		setup      *bench.SetupError
		opening    *bench.OpenError
		incomplete *bench.IncompleteError
		faults     *bench.FaultLimitError
		stored     *store.FileError
		acceptance *store.AcceptError
		race       *speed.SetupError
	)
	switch {
	case err == nil:
		return codePass
	case errors.As(err, &coded):
		return coded.code
	case errors.As(err, &setup), errors.As(err, &acceptance), errors.As(err, &race), errors.As(err, &opening) && opening.Class == bench.FaultOption:
		return codeInput
	case errors.As(err, &opening), errors.As(err, &faults):
		return codeEngine
	case errors.As(err, &stored):
		return codeBaseline
	case errors.As(err, &incomplete):
		return codeUndecided
	}
	return codeMachine
}

// message is what the user reads of err: nothing when a report has told it,
// and the bare text where that begins with a place in a file.
func message(err error) string { return harmless(told(err)) }

// told is the message as the errors have it.
func told(err error) string {
	var (
		coded  *failure
		place  *epd.SyntaxError
		places *epd.SyntaxErrors
		stored *store.FileError
	)
	switch {
	case err == nil, errors.As(err, &coded) && coded.err == nil:
		return ""
	case errors.As(err, &places), errors.As(err, &place), errors.As(err, &stored):
		return err.Error()
	case strings.HasPrefix(err.Error(), "zugwatch"): // it names the command
		return err.Error()
	}
	return "zugwatch: " + err.Error()
}

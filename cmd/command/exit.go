package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/epd"
)

// The exit codes. Scripts branch on them, so their meaning never changes.
const (
	CodePass         = 0
	codeRegression   = 1
	codeCrash        = 2 // the Go runtime's; never returned by run
	CodeInput        = 3
	CodeEngine       = 4
	CodeBaseline     = 5
	codeUndecided    = 6
	CodeMachine      = 7
	codeInterrupted  = 130
	codeTerminated   = 143
	signalCodeOffset = 128
)

// exitRow is one row of the table of exit codes.
type exitRow struct {
	Code    int
	Meaning string
}

// ExitTable returns the only list of the exit codes: the help and the README print
// it.
func ExitTable() []exitRow {
	return []exitRow{
		{CodePass, "complete, pass, undecided, or a change that was accepted"},
		{codeRegression, "worse than is allowed, or changed where nothing may change"},
		{codeCrash, "Zugwatch itself crashed; never on purpose"},
		{CodeInput, "bad input: flags, configuration or suite"},
		{CodeEngine, "engine faults beyond the tolerance"},
		{CodeBaseline, "baseline missing, damaged, too new or not comparable; false Bench: line"},
		{codeUndecided, "incomplete or inconclusive"},
		{CodeMachine, "machine or I/O: disk full, unwritable, locked"},
		{codeInterrupted, "interrupted (SIGINT)"},
		{codeTerminated, "terminated (SIGTERM)"},
	}
}

// ExitCodes returns the table of the exit codes as a page of help has it.
func ExitCodes() string {
	var b strings.Builder
	for _, row := range ExitTable() {
		fmt.Fprintf(&b, "   %3d  %s\n", row.Code, row.Meaning)
	}
	return b.String()
}

// SignalError is the cause of a context that a signal ended.
type SignalError struct {
	Signal os.Signal
}

// Error names the signal.
func (e *SignalError) Error() string { return "ended by signal: " + e.Signal.String() }

// FailureKind returns failure.Interrupted.
func (e *SignalError) FailureKind() failure.Kind { return failure.Interrupted }

// signalCode returns the exit code after a signal.
func signalCode(caught os.Signal) int {
	if number, ok := caught.(syscall.Signal); ok {
		return signalCodeOffset + int(number)
	}
	return codeInterrupted
}

// kindCodes is the exit code of each kind of failure.
var kindCodes = [...]int{
	failure.None:        CodePass,
	failure.Regression:  codeRegression,
	failure.Input:       CodeInput,
	failure.Engine:      CodeEngine,
	failure.Baseline:    CodeBaseline,
	failure.Undecided:   codeUndecided,
	failure.Machine:     CodeMachine,
	failure.Interrupted: codeInterrupted,
}

// CodeOfKind returns the exit code of a kind of failure.
func CodeOfKind(kind failure.Kind) int { return kindCodes[kind] }

// KindOf returns the kind of failure that an exit code stands for, -1 for none.
func KindOf(code int) failure.Kind { return failure.Kind(slices.Index(kindCodes[:], code)) }

// CodeOf returns the exit code for err: by its kind, or by the signal that interrupted the command.
func CodeOf(err error) int {
	kind := failure.Of(err)
	if caught, ok := errors.AsType[*SignalError](err); ok && kind == failure.Interrupted {
		return signalCode(caught.Signal)
	}
	return kindCodes[kind]
}

// Message returns the error message for the user. It is empty when a report has already said it. It lacks the
// program's name when it begins with a place in a file.
func Message(program string, err error) string { return escapeMessage(errorText(program, err)) }

// errorText returns the message of err as the errors have it.
func errorText(program string, err error) string {
	var (
		silent *failure.Error
		place  *epd.SyntaxError
		places *epd.SyntaxErrors
		stored *file.Error
	)
	switch {
	case err == nil, errors.As(err, &silent) && silent.Err == nil:
		return ""
	case errors.As(err, &places), errors.As(err, &place), errors.As(err, &stored):
		return err.Error()
	case strings.HasPrefix(err.Error(), program): // it names the command
		return err.Error()
	}
	return program + ": " + err.Error()
}

// escapeMessage returns a message that a terminal shows in full and does not obey. GitHub's
// runner, which also reads the standard error, finds no workflow command in it. Characters
// that do not show as themselves are escaped.
func escapeMessage(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "##[", `##\x5b`), "\n")
	for i, line := range lines {
		if trimmed := strings.TrimLeft(line, " \t"); strings.HasPrefix(trimmed, "::") {
			line = `:\x3a` + trimmed[2:]
		}
		lines[i] = printableLine(line)
	}
	return strings.Join(lines, "\n")
}

// printableLine escapes control and invisible characters in a line; a tab stays.
func printableLine(line string) string {
	var b strings.Builder
	for i, r := range line {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(line[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, line[i])
		case r != '\t' && (r < ' ' || r == 0x7f):
			fmt.Fprintf(&b, `\x%02x`, r)
		case r != '\t' && !unicode.IsGraphic(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

package bench

import (
	"errors"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Fault says what went wrong with an engine on one position. The list is
// closed: what fits nowhere else is FaultInternal, never a wrong answer.
type Fault uint8

// The classes of faults.
const (
	NoFault             Fault = iota
	FaultStart                // the engine did not start
	FaultHandshake            // it started but did not introduce itself in time
	FaultReady                // it did not become ready in time
	FaultOption               // it refused an option, or is not the engine of the other workers
	FaultSignal               // it was ended by a signal
	FaultExit                 // it ended by itself
	FaultTimeout              // it did not answer within the absolute limit
	FaultStop                 // it went on after it was told to stop
	FaultIgnored              // it was idle after go and told nothing
	FaultNoMove               // it ended its search without an answer
	FaultMalformedMove        // its answer is not a move
	FaultIllegalMove          // its answer is not legal in the position
	FaultNullMove             // it answered with no move although there is one
	FaultDuplicateMove        // it answered twice
	FaultStaleMove            // it answered for an earlier position
	FaultOutputClosed         // it closed its output and lives on
	FaultInputBlocked         // it does not read its input
	FaultFlood                // it printed more than may be stored
	FaultMemory               // it took more memory than allowed
	FaultLeftover             // it left processes behind
	FaultNondeterminism       // it answered differently to the same question
	FaultCount                // it reported impossible node counts
	FaultInternal             // anything else, a panic of an in-process engine included
	faultEnd
)

var faultNames = [faultEnd]string{
	"",
	"start-failed",
	"handshake-timeout",
	"ready-timeout",
	"option-rejected",
	"crash-signal",
	"crash-exit",
	"search-timeout",
	"stop-ignored",
	"go-ignored",
	"no-bestmove",
	"malformed-bestmove",
	"illegal-bestmove",
	"null-bestmove",
	"duplicate-bestmove",
	"stale-bestmove",
	"closed-stdout",
	"stdin-blocked",
	"output-flood",
	"memory-limit",
	"leftover-processes",
	"nondeterministic",
	"impossible-nodes",
	"internal",
}

// String returns the class in the form that files and reports use, empty for
// NoFault.
func (f Fault) String() string { return text.Word(f, faultNames[:], "fault") }

// ParseFault reads the text form of a class. NoFault has none.
func ParseFault(word string) (f Fault, err error) {
	err = text.ParseWord(&f, word, faultNames[:], NoFault+1, "fault class")
	return f, err
}

// retried reports whether a position with a fault of the class is tried once more in a fresh engine: the machine
// may be to blame. Invalid answers, which are the engine's own, are not tried again. Nor are a refused option,
// which the next engine refuses too, and an output beyond all bounds. Nor are the two faults that have already
// used up the time of the position.
func (f Fault) retried() bool { return f < faultEnd && faultRetried[f] }

var faultRetried = [faultEnd]bool{
	FaultStart:        true,
	FaultHandshake:    true,
	FaultReady:        true,
	FaultSignal:       true,
	FaultExit:         true,
	FaultIgnored:      true,
	FaultOutputClosed: true,
	FaultInputBlocked: true,
	FaultMemory:       true,
	FaultInternal:     true,
}

// Message returns a text about a fault of the class that begins with the class, as
// most errors of engines do by themselves.
func (f Fault) Message(text string) string {
	if strings.HasPrefix(text, f.String()+": ") {
		return text
	}
	return f.String() + ": " + text
}

// MarshalText writes the text form.
func (f Fault) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the text form.
func (f *Fault) UnmarshalText(b []byte) (err error) {
	*f, err = ParseFault(string(b))
	return err
}

// ofMachine is an error caused by a lack of the machine, such as of file handles or of
// room for temporary files. It is no fault of an engine.
type ofMachine interface{ OfMachine() }

// IsOfMachine reports whether an error comes from a lack of the machine, not from an
// engine.
func IsOfMachine(err error) bool {
	var lack ofMachine
	return errors.As(err, &lack)
}

// FaultError is an error with its class: what went wrong on one position.
type FaultError struct {
	Class  Fault
	Text   string // for people, one line; may differ between two runs
	Detail string // more of it, such as the stack of a panic; often empty
}

// Error returns the class and the text.
func (e *FaultError) Error() string { return e.Class.String() + ": " + e.Text }

// classified is an error of an engine that names its own class, in one of the text forms
// above. Engine packages implement it without importing this one.
type classified interface{ FaultClass() string }

// faultReporter is an error of an engine that describes the circumstances of its fault.
type faultReporter interface{ FaultReport() string }

// faultReport returns the circumstances that an error tells, valid text.
func faultReport(err error) string {
	if known := faultReporter(nil); errors.As(err, &known) {
		return text.ValidUTF8(known.FaultReport())
	}
	return ""
}

// faultDetail returns the detail of a *FaultError, "" of other errors.
func faultDetail(err error) string {
	if known, ok := errors.AsType[*FaultError](err); ok {
		return known.Detail
	}
	return ""
}

// Classify finds the class of an engine's error; other is the class of an
// error that names none.
func Classify(err error, other Fault) Fault {
	if known, ok := errors.AsType[*FaultError](err); ok {
		return known.Class
	}
	var named classified
	if !errors.As(err, &named) {
		return other
	}
	class, err := ParseFault(named.FaultClass())
	if err != nil {
		return FaultInternal
	}
	return class
}

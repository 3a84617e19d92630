package file

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Reason says why a file cannot be used.
type Reason uint8

// The reasons.
const (
	Unreadable    Reason = iota // the system does not let us read it
	Missing                     // there is no such file
	TooLarge                    // it is larger than MaxSize
	Empty                       // it has no bytes, or blanks only
	NotText                     // it is not UTF-8: another encoding, or no text at all
	Conflict                    // it has the marks of a merge conflict
	Pointer                     // it is a pointer to a file in Git LFS, not the file
	Cut                         // it ends too early
	Syntax                      // it is not JSON
	TooDeep                     // it is nested deeper than any run
	Foreign                     // it is JSON of something else
	Newer                       // a newer version of the tool wrote it
	UnknownSchema               // its schema never existed
	UnknownKey                  // it has a key that a run does not have
	DuplicateKey                // it has a key twice
	WrongValue                  // a value is not what its key holds
	Altered                     // its digest does not fit: it was damaged or edited
	NotCanonical                // it says something valid in another spelling
	NotAccepted                 // it is a run, but a baseline was asked for
	Contradiction               // its parts do not fit together
	reasonEnd
)

var reasonTexts = [reasonEnd]string{
	"cannot be read",
	"is missing",
	"is too large",
	"is empty",
	"is not UTF-8 text",
	"has a git conflict marker",
	"is a Git LFS pointer, not the file itself",
	"is cut off",
	"is not valid JSON",
	"is nested too deeply",
	"is not a Zugwatch run",
	"is of a newer schema",
	"is of an unknown schema",
	"has an unknown key",
	"has a key twice",
	"has a wrong value",
	"was altered",
	"is not in canonical form",
	"is a run that nobody accepted",
	"contradicts itself",
}

// String returns the end of a sentence that begins with the name of the file.
func (r Reason) String() string { return text.Word(r, reasonTexts[:], "reason") }

// Error says why and where a stored file cannot be used. Every failure to
// load one is a *Error: a baseline that does not load is never the same as
// none.
type Error struct {
	Path   string // empty when the bytes did not come from a file
	Line   int    // from 1; 0: the file as a whole
	Col    int    // in bytes, from 1; 0 with Line 0
	Reason Reason
	Detail string // the finding, and what was expected
	Err    error  // the cause; often nil
}

// Error returns one line: file:line:col: file is cut off (detail).
func (e *Error) Error() string {
	path := cmp.Or(e.Path, "run")
	text := path + ": "
	if e.Line > 0 {
		text = fmt.Sprintf("%s:%d:%d: ", path, e.Line, e.Col)
	}
	text += "file " + e.Reason.String()
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	return text
}

// FailureKind tells that a stored result cannot be used.
func (e *Error) FailureKind() failure.Kind { return failure.Baseline }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// IsMissing tells of an error that a file is not there.
func IsMissing(err error) bool {
	fault, ok := errors.AsType[*Error](err)
	return ok && fault.Reason == Missing
}

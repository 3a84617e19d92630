package epd

import (
	"fmt"
	"strconv"
	"strings"
)

// SyntaxError is a line that has no meaning.
type SyntaxError struct {
	File string // as given by the caller; may be empty
	Line int    // from 1; 0: not read from a file
	Col  int    // byte of the line from 1
	What string // the fault
	Want string // what was expected instead; may be empty
}

// Error returns "file:line:col: what (expected want)".
func (e *SyntaxError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
	}
	if e.Line > 0 {
		b.WriteString(strconv.Itoa(e.Line) + ":")
	}
	b.WriteString(strconv.Itoa(e.Col) + ": " + e.What)
	if e.Want != "" {
		b.WriteString(" (expected " + e.Want + ")")
	}
	return b.String()
}

// MaxListed is the number of malformed lines that a list of errors keeps and shows.
const MaxListed = 20

// SyntaxErrors is the malformed lines of a file: the first MaxListed of them
// and how many more there were.
type SyntaxErrors struct {
	First []*SyntaxError
	More  int
}

// Add counts one malformed line.
func (l *SyntaxErrors) Add(e *SyntaxError) {
	if len(l.First) == MaxListed {
		l.More++
		return
	}
	l.First = append(l.First, e)
}

// Err returns l as an error, nil when no line is malformed.
func (l *SyntaxErrors) Err() error {
	if len(l.First) == 0 {
		return nil
	}
	return l
}

// Error returns one line per malformed line, then "and N more".
func (l *SyntaxErrors) Error() string {
	lines := make([]string, 0, len(l.First)+1)
	for _, e := range l.First {
		lines = append(lines, e.Error())
	}
	if l.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", l.More))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors listed.
func (l *SyntaxErrors) Unwrap() []error {
	list := make([]error, len(l.First))
	for i, e := range l.First {
		list[i] = e
	}
	return list
}

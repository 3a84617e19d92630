// Package notation splits the texts of positions into fields and reports errors with their place.
package notation

import (
	"fmt"
	"strings"
)

// PositionError describes an error in the text of a position, with its place.
type PositionError struct {
	Offset int    // byte in the text at which the bad part begins
	What   string // what stands there
	Want   string // what was expected
}

// Error is What with Want in brackets.
func (e *PositionError) Error() string { return fmt.Sprintf("%s (expected %s)", e.What, e.Want) }

// MoveError says why a text is no legal move of a position.
type MoveError struct {
	Why        string   // "is not a move", "is not legal" or "is ambiguous"
	Candidates []string // the legal moves that come closest, as suites have them; none when there is no legal move
	Message    string   // all of that in one line, as the game says it
}

// Error names the text, the reason and the legal moves that come closest.
func (e *MoveError) Error() string { return e.Message }

// Field is a part of a text and where it begins.
type Field struct {
	Text   string
	Offset int
}

// Split cuts a text at its blanks, the given bytes.
func Split(text, blanks string) []Field {
	fields := make([]Field, 0, 8)
	for at := 0; at < len(text); {
		length := strings.IndexAny(text[at:], blanks)
		if length < 0 {
			length = len(text) - at
		}
		if length > 0 {
			fields = append(fields, Field{text[at : at+length], at})
		}
		at += length + 1
	}
	return fields
}

// From returns the rest of the field behind its first i bytes.
func (f Field) From(i int) Field { return Field{f.Text[i:], f.Offset + i} }

// Wrong returns the error for what stands in the field, in the words of a format.
func (f Field) Wrong(want, format string, args ...any) error {
	return &PositionError{Offset: f.Offset, What: fmt.Sprintf(format, args...), Want: want}
}

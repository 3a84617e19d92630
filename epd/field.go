package epd

import (
	"errors"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// isBlank tells whether c separates words.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// trimBlanks is text without the blanks at its end.
func trimBlanks(text string) string {
	for text != "" && isBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// isNumber tells whether word is digits only.
func isNumber(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return word != ""
}

// controlByte returns where the first control character but a tab stands, -1
// when there is none.
func controlByte(line string) int {
	for i := range len(line) {
		if c := line[i]; c < ' ' && c != '\t' || c == 0x7f {
			return i
		}
	}
	return -1
}

// sameFields tells whether text has the fields of want, whatever blanks stand
// between them.
func sameFields(text, want string) bool {
	return text == want || strings.Join(strings.Fields(text), " ") == want
}

// fenError is err with its place in the line; the fields start at the byte
// given, counted from 0.
func fenError(err error, start int) *SyntaxError {
	var fen *chess.FENError
	if !errors.As(err, &fen) {
		return &SyntaxError{Col: start + 1, What: err.Error()}
	}
	return &SyntaxError{Col: start + fen.Offset + 1, What: fen.What, Want: fen.Want}
}

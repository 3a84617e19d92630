package text

import (
	"fmt"
	"strings"
	"unicode"
)

// ValidUTF8 returns a text from outside as valid UTF-8, which every file can hold.
func ValidUTF8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// Printable returns s for a line of output: it replaces unprintable runes, line feeds included, which a terminal
// would obey.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// ASCII returns a text from outside in printable ASCII, with a question mark for
// every other character.
func ASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}

// Escaped returns a text from outside in printable ASCII, with every other byte as an
// escape such as \x1b, so that none is lost. A backslash stands for itself.
func Escaped(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= ' ' && c <= '~' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String()
}

// ShellWord writes a word so that a POSIX shell reads it as it is.
func ShellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=+,:@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

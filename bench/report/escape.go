package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxCell is the longest text that is shown of one from outside, in characters,
// and maxMessage that of one that is meant to be read as a sentence.
const (
	maxCell    = 80
	maxMessage = 300
)

// plain makes a text from outside safe for one cell or one line of a terminal
// or a log: what does not print is written as an escape, and what is longer
// than most characters is cut. GitHub takes a line that begins with two colons
// for a command, and an older form of command, with two number signs and a
// bracket, anywhere in a line: neither is left.
func plain(s string, most int) string {
	var b strings.Builder
	shown := 0
	for i, r := range s {
		if shown == most {
			b.WriteString("…")
			break
		}
		shown++
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == '[' && strings.HasSuffix(s[:i], "##"), r == ':' && strings.HasSuffix(s[:i], ":"):
			fmt.Fprintf(&b, `\x%02x`, r)
		case r != ' ' && !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdown makes a text from outside safe for Markdown as GitHub renders it, in
// a cell of a table and elsewhere. It becomes code, in which nobody is
// mentioned, and every character with a meaning becomes an entity.
func markdown(s string, most int) string {
	if s == "" {
		return ""
	}
	return "<code>" + entities(plain(s, most)) + "</code>"
}

// entities writes characters that may have a meaning in Markdown or HTML as
// entities.
func entities(s string) string {
	var b strings.Builder
	for i, r := range s {
		www := i >= 3 && strings.EqualFold(s[i-3:i], "www")
		if strings.ContainsRune("&<>|`*_[]~\\@:!#\"'$", r) || r == '.' && www {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// word makes a value of the machine-readable line: one word without blanks, in
// which every byte but letters, digits and a few signs is written as %XX.
func word(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if wordByte(s[i]) {
			b.WriteByte(s[i])
			continue
		}
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// wordByte tells whether a byte of a word stands for itself.
func wordByte(c byte) bool {
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	return letter || strings.IndexByte("._,:/+-#", c) >= 0
}

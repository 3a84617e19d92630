package report

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// printable replaces what a terminal, a log or a person may take for something
// else in the bytes of a document that has its own escapes: characters that do
// not print, but for the ends of lines, and the bracket of the older workflow
// commands, which the runner of GitHub finds anywhere in a line. A reader of
// the document gets the very same text.
func printable(document []byte, escape func(out []byte, r rune) []byte) []byte {
	if !bytes.ContainsFunc(document, obscure) && !bytes.Contains(document, []byte("##[")) {
		return document
	}
	out := make([]byte, 0, len(document)+len(document)/8)
	for i := 0; i < len(document); {
		r, size := utf8.DecodeRune(document[i:])
		if obscure(r) || r == '[' && bytes.HasSuffix(document[:i], []byte("##")) {
			out = escape(out, r)
		} else {
			out = append(out, document[i:i+size]...)
		}
		i += size
	}
	return out
}

// obscure tells whether a character does not show as itself.
func obscure(r rune) bool {
	return r != '\n' && r != ' ' && (!unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r))
}

// jsonEscape writes a character inside of a JSON string.
func jsonEscape(out []byte, r rune) []byte {
	if r <= 0xffff {
		return fmt.Appendf(out, `\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
}

// xmlEscape writes a character inside of an XML attribute.
func xmlEscape(out []byte, r rune) []byte { return fmt.Appendf(out, "&#x%X;", r) }

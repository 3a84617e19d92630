package command

import (
	"errors"
	"strings"
	"testing"
)

// TestHarmless checks that no message is a workflow command to GitHub's runner, which also reads the standard error.
// A terminal must show all of it and obey nothing.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"zugwatch: a ##[error]b":            `zugwatch: a ##\x5berror]b`,
		"::error::x.epd:1: what":            `:\x3aerror::x.epd:1: what`,
		"one\n  ::warning::two\nthree::x":   "one\n" + `:\x3awarning::two` + "\nthree::x",
		"zugwatch: plain # text [x]":        "zugwatch: plain # text [x]",
		"a\x1b]0;t\x07\r\u202eb\u009b\xffc": `a\x1b]0;t\x07\x0d\u{202e}b\u{9b}\xffc`,
		"one\ttab\nand ♔ ü\uFFFD":           "one\ttab\nand ♔ ü\uFFFD",
	} {
		if got := Message("zugwatch", errors.New(text)); strings.Contains(got, "##[") {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := escapeMessage(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

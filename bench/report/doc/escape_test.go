package doc

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// hostile is a text that tries everything at once.
const hostile = "a|b\n::error::x\x1b[31m\u202e`*_[x](y) <b>&amp; @all www.x.y http://z #1 ##[group]\xff$x$"

func TestPlain(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing to do", "WAC.001 Qg6+ é 日本 ♞", "WAC.001 Qg6+ é 日本 ♞"},
		{"lines", "a\r\n\tb", `a\x0d\x0a\x09b`},
		{"terminal sequence", "\x1b]0;x\x07\x7f", `\x1b]0;x\x07\x7f`},
		{"C1 controls", "\u009b1m", `\u{9b}1m`},
		{"direction", "a\u202eb\u2066", `a\u{202e}b\u{2066}`},
		{"invisible", "a\u200bb\ufeffc\u00add\u2028", `a\u{200b}b\u{feff}c\u{ad}d\u{2028}`},
		{"piled up", "e\u0301\u0301", `e\u{301}\u{301}`},
		{"no text", "a\xff\xc3", `a\xff\xc3`},
		{"replacement character", "\uFFFD", "\uFFFD"},
		{"old workflow command", "x ##[error]y", `x ##\x5berror]y`},
		{"command", "::error::x:::y", `:\x3aerror:\x3ax:\x3a\x3ay`},
		{"long", strings.Repeat("é", 81), strings.Repeat("é", 80) + "…"},
		{"not too long", strings.Repeat("é", 80), strings.Repeat("é", 80)},
	}
	for _, test := range tests {
		if got := Plain(test.text, MaxName); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// FuzzPlain: what is shown is one printable line, and showing it again changes
// nothing.
func FuzzPlain(f *testing.F) {
	f.Add(hostile)
	f.Add("####[##[[")
	f.Fuzz(func(t *testing.T, text string) {
		got := Plain(text, MaxMessage)
		for _, r := range got {
			if r != ' ' && !unicode.IsPrint(r) {
				t.Errorf("%q: %q is shown", text, r)
			}
		}
		if !utf8.ValidString(got) || strings.Contains(got, "##[") || strings.Contains(got, "::") {
			t.Errorf("%q became %q", text, got)
		}
		if utf8.RuneCountInString(got) <= MaxMessage && Plain(got, MaxMessage) != got {
			t.Errorf("%q became %q and then %q", text, got, Plain(got, MaxMessage))
		}
	})
}

var entity = regexp.MustCompile(`&#[0-9]+;`)

// FuzzMarkdown: a reader of HTML sees the plain text, and no character with a
// meaning is left in the source.
func FuzzMarkdown(f *testing.F) {
	f.Add(hostile)
	f.Fuzz(func(t *testing.T, text string) {
		inner := strings.TrimSuffix(strings.TrimPrefix(inMarkdown(quoted, text), "<code>"), "</code>")
		if got := html.UnescapeString(inner); got != Plain(text, MaxName) {
			t.Errorf("%q: reads as %q", text, got)
		}
		bare := entity.ReplaceAllString(inner, "")
		if strings.ContainsAny(bare, "&<>|`*_[]~\\@:!#\"'$\n") {
			t.Errorf("%q: %q is left", text, bare)
		}
	})
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		name      string
		got, want Text
	}{
		{"grouped 0", Grouped(0), "0"},
		{"grouped 999", Grouped(999), "999"},
		{"grouped 1000", Grouped(1000), "1,000"},
		{"grouped 1234567", Grouped(1234567), "1,234,567"},
		{"signed same", Signed(3, 3), "0"},
		{"signed less", Signed(3, 1), "-2"},
		{"signed more", Signed(1, 3), "+2"},
		{"growth same", Growth(5, 5), "same"},
		{"growth from none", Growth(0, 5), "from none"},
		{"growth to none", Growth(5, 0), "-100.0%"},
		{"growth", Growth(1000, 1025), "+2.5%"},
		{"growth tenfold", Growth(10, 100), "x10.0"},
		{"growth below tenfold", Growth(1000, 9999), "+899.9%"},
		{"clock none", Clock(0), "0.0 ms"},
		{"clock ms", Clock(1550 * time.Microsecond), "1.6 ms"},
		{"clock s", Clock(100 * time.Millisecond), "0.10 s"},
		{"clock long s", Clock(99 * time.Second), "99.00 s"},
		{"clock min", Clock(3605 * time.Second), "60:05 min"},
		{"share of none", Share(0, 0), "none"},
		{"share", Share(2, 3), "66.7%"},
		{"one", Plural(1, "worker"), "1 worker"},
		{"none", Plural(0, "worker"), "0 workers"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
}

// TestPosition: a page has a link to a board, and none that leads elsewhere.
func TestPosition(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1": "[<code>4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1</code>](https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_e3_0_1)",
		"x)?y[":                            "[<code>x)?y&#91;</code>](https://lichess.org/analysis/standard/x%29%3Fy%5B)",
	} {
		if got := Position(fen).show(inMarkdown); got != want {
			t.Errorf("%q: got %s, want %s", fen, got, want)
		}
		if got := Position(fen).show(plainPart); got != fen {
			t.Errorf("%q: got %s as plain text", fen, got)
		}
	}
}

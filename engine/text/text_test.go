package text

import (
	"strings"
	"testing"
)

func TestDidYouMean(t *testing.T) {
	names := []string{"ci", "run", "compare", "baseline", "suite", "perft", "--nullmove", "WAC"}
	tests := []struct{ name, word, want string }{
		{"the name", "run", "run"},
		{"dropped letter", "basline", "baseline"},
		{"added letter", "runn", "run"},
		{"changed letter", "perfd", "perft"},
		{"swapped neighbours", "siute", "suite"},
		{"short swap", "ic", "ci"},
		{"two swaps in three letters", "nur", ""},
		{"capitals", "Compare", "compare"},
		{"small letters", "wac", "WAC"},
		{"flag", "--nulmove", "--nullmove"},
		{"far from all", "frobnicate", ""},
		{"empty", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want != "" {
				want = "; did you mean " + want + "?"
			}
			if got := DidYouMean(test.word, names); got != want {
				t.Errorf("hint for %q = %q, want %q", test.word, got, want)
			}
		})
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		n    int
	}{{"", "", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcd", "acbd", 1}} {
		if got := editDistance(c.a, c.b); got != c.n || editDistance(c.b, c.a) != c.n {
			t.Errorf("edits(%q, %q) = %d, want %d", c.a, c.b, got, c.n)
		}
	}
}

func TestTexts(t *testing.T) {
	names := strings.Fields("a b c")
	tests := []struct{ name, got, want string }{
		{"or of none", JoinOr(nil), ""},
		{"or of one", JoinOr(names[:1]), "a"},
		{"or of two", JoinOr(names[:2]), "a or b"},
		{"or of three", JoinOr(names), "a, b or c"},
		{"list of none", JoinMost(nil, 2), ""},
		{"list of all", JoinMost(names, 3), "a, b, c"},
		{"list of the first", JoinMost(names, 2), "a, b and 1 more"},
		{"one", Count(1, "fault"), "1 fault"},
		{"none", Count(0, "fault"), "0 faults"},
		{"passes", Count(2, "pass"), "2 passes"},
		{"plies", Count(2, "random ply"), "2 random plies"},
		{"days", Count(2, "day"), "2 days"},
		{"printable", Printable("a\u00e9 \x1b[0m\n\u200b"), "a\u00e9 \uFFFD[0m\uFFFD\uFFFD"},
		{"ascii", ASCII("a\u00e9 \x1b[0m~"), "a? ?[0m~"},
		{"escaped", Escaped("a\u00e9 \x1b\xff\\"), `a\xc3\xa9 \x1b\xff\`},
		{"nothing to escape", Escaped("a ~"), "a ~"},
		{"shell word", ShellWord("--out=a/b.json"), "--out=a/b.json"},
		{"shell word without letters", ShellWord(""), "''"},
		{"shell word in quotes", ShellWord("it's $HOME"), `'it'\''s $HOME'`},
		{"wrapped", Wrap("one two  three\nfour", 2, 9), "one two\n  three\n  four"},
		{"wrapped by characters", Wrap("éé éé éé", 0, 5), "éé éé\néé"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
}

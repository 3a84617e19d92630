package golden

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// onScreens are the reports that are held to the byte as a terminal of 80 columns shows them, in color.
var onScreens = []string{"run", "comparison", "contest", "contest-strange", "examination", "gates", "injections", "matrix", "audit", "profile", "sensitivity", "null-move-costs"}

// colors are the sequences that color words.
var colors = regexp.MustCompile("\x1b\\[(31|32|0)m")

// checkWidths checks a report on terminals of several widths. No line is wider, unless it
// is a single word. Every word of the file is there or in a column that is said to be left
// out.
func checkWidths(t *testing.T, name string, d doc.Document) {
	t.Helper()
	for _, width := range []int{20, 80, 120, 200} {
		t.Run(fmt.Sprint(name, " in ", width), func(t *testing.T) {
			got := Write(t, d, doc.PlainText, doc.Extent{Screen: doc.Screen{Width: width, Color: true}})
			if width == 80 && slices.Contains(onScreens, name) {
				CheckFile(t, name+"-80.ansi", got)
			}
			plain := Write(t, d, doc.PlainText, doc.Extent{Screen: doc.Screen{Width: width}})
			if bare := colors.ReplaceAll(got, nil); string(bare) != string(plain) {
				t.Errorf("color changes more than color:\n%s\n%s", bare, plain)
			}
			if strings.Contains(string(plain), "\x1b") {
				t.Error("an escape sequence without color")
			}
			for line := range strings.Lines(string(plain)) {
				if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > width && !single.MatchString(line) {
					t.Errorf("%d characters: %s", utf8.RuneCountInString(line), line)
				}
			}
			if strings.Contains(string(plain), "not shown at this width: ") {
				return
			}
			wide := Write(t, d, doc.PlainText, doc.Extent{})
			if missing := missingWords(string(plain), string(wide)); missing != nil {
				t.Errorf("is not there: %q", missing)
			}
		})
	}
}

// single is a line with one part that cannot be broken, behind the head of a gate or not;
// or a record to be copied.
var single = regexp.MustCompile(`^( *|(gate|note) \S+ +\S* *)[^ ]+$|^[1-8KQRBNPkqrbnp/]+ [wb] .* id `)

// missingWords returns the words of the second text that the first has less often. Rules of
// tables are none.
func missingWords(got, want string) (missing []string) {
	counts := make(map[string]int)
	for _, word := range words(got) {
		counts[word]++
	}
	for _, word := range words(want) {
		if counts[word]--; counts[word] == -1 {
			missing = append(missing, word)
		}
	}
	return missing
}

// words returns the words of a text, wherever its lines end.
func words(text string) []string {
	return regexp.MustCompile(`[A-Za-z0-9.#+%=-]+`).FindAllString(text, -1)
}

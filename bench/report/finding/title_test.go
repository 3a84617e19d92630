package finding_test

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

// TestTitles: the first line of a page says in words what was found.
func TestTitles(t *testing.T) {
	var rows []matrix.Row
	for _, name := range strings.Split("abcdefg", "") {
		rows = append(rows, matrix.Row{Search: "modern", Policy: name, Best: true})
	}
	two := []matrix.Row{{Search: "modern", Policy: "off"}, {Engine: "toga2", Best: true}, {Search: "falcon", Policy: "r3", Best: true}}
	unplayed := sampleMatch(2)
	unplayed.Games = nil
	for _, test := range []struct {
		title doc.Text
		want  string
	}{
		{finding.MatchTitle("pass", sampleMatch(2)), "match pass: `new` against `old&#124;&#60;b&#62;`, Elo 0.00 +/- 0.00\n"},
		{finding.MatchTitle("incomplete", unplayed), "match incomplete: `new` against `old&#124;&#60;b&#62;`\n"},
		{finding.MatchTitle("complete", sampleMatch(3)), "match complete: 3 players, "},
		{finding.MatrixTitle(&matrix.Table{Rows: two}), "matrix: nothing beats `toga2`, `falcon r3`\n"},
		{finding.MatrixTitle(&matrix.Table{Rows: rows}), "matrix: nothing beats `modern a`, `modern b`, `modern c`, `modern d`, `modern e` and 2 more\n"},
		{finding.MatrixTitle(&matrix.Table{}), "matrix\n"},
	} {
		shown := string(golden.Write(t, doc.Document{doc.Title(test.title)}, doc.Markdown, doc.Extent{}))
		shown = strings.NewReplacer("<code>", "`", "</code>", "`", "## ", "", "&#32;", " ").Replace(shown)
		if !strings.HasPrefix(shown, test.want) {
			t.Errorf("got %q, want %q", shown, test.want)
		}
	}
}

package report

import (
	"testing"

	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// TestSuite: a field that a suite does not have is left out, and no text from outside
// reaches a terminal as it is.
func TestSuite(t *testing.T) {
	s := &suites.Suite{Name: "own", Kind: "tactics", Source: "a\x1b[31m", Digest: "12ab", Records: make([]epd.Record, 3)}
	const want = "name:       own\nkind:       tactics\npositions:  3\nsource:     a�[31m\ndigest:     12ab\n"
	if got := Suite(s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const list = "NAME  POSITIONS  KIND     TITLE\nown   3          tactics  \n"
	if got := Suites([]*suites.Suite{s}); got != list {
		t.Errorf("got\n%s\nwant\n%s", got, list)
	}
}

// TestLint: all findings are counted, whether they are listed or not.
func TestFindings(t *testing.T) {
	all := []epd.Issue{
		{Line: 1, Col: 2, Kind: epd.Malformed, Text: "a"},
		{Line: 3, Col: 4, Kind: epd.MissingSemicolon, Text: "b"},
		{Line: 5, Col: 6, Kind: epd.MissingSemicolon, Text: "c"},
	}
	const sums = "x.epd: 1 error, 0 warnings, 2 notes\n"
	for most, want := range map[int]string{
		0: "and 3 more (--all lists them)\n" + sums,
		1: "x.epd:1:2: error: a [malformed]\nand 2 more (--all lists them)\n" + sums,
		3: "x.epd:1:2: error: a [malformed]\nx.epd:3:4: note: b [missing-semicolon]\nx.epd:5:6: note: c [missing-semicolon]\n" + sums,
	} {
		if got := Lint("x.epd", all, most); got != want {
			t.Errorf("at most %d: got\n%s\nwant\n%s", most, got, want)
		}
	}
	if epd.Worst(all) != epd.Error || epd.Worst(all[1:]) != epd.Note || epd.Worst(nil) != epd.Note {
		t.Error("the worst finding is another")
	}
}

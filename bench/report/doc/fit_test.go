package doc

import (
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, test := range []struct {
		line          string
		width, indent int
		want          string
	}{
		{"one two three", 0, 0, "one two three"},
		{"one two three", 13, 0, "one two three"},
		{"one two three", 12, 0, "one two\nthree"},
		{"one two three", 8, 2, "one two\n  three"},
		{"r4,guard=none,min=1", 10, 0, "r4,\nguard=none,\nmin=1"},
		{"nodes 2,050,044", 10, 0, "nodes\n2,050,044"},
		{"much-too-long and short", 6, 0, "much-too-long\nand\nshort"},
		{"a    b", 3, 1, "a\n b"},
		{"", 3, 0, ""},
		{"\x1b[31mred\x1b[0m two", 7, 0, "\x1b[31mred\x1b[0m two"},
	} {
		if got := foldLine(test.line, test.width, test.indent); got != test.want {
			t.Errorf("%q in %d: got %q, want %q", test.line, test.width, got, test.want)
		}
	}
}

// TestFit narrows one table: the words first, then the columns that can be spared, in
// their order, then rows that are stacked.
func TestFit(t *testing.T) {
	d := Document{Table{
		Columns: Words("id", "why").Numbers("nodes", "time").Spare("time", "nodes"),
		Rows:    FixedRows([]Row{{"A.1", "one two three four five six seven", "1,000", "5 s"}, {"A.2", "", "20", ""}}),
	}}
	for _, test := range []struct {
		width int
		want  string
	}{
		{60, `
┌─────┬───────────────────────────────────┬───────┬──────┐
│ id  │ why                               │ nodes │ time │
├─────┼───────────────────────────────────┼───────┼──────┤
│ A.1 │ one two three four five six seven │ 1,000 │  5 s │
│ A.2 │                                   │    20 │      │
└─────┴───────────────────────────────────┴───────┴──────┘
`},
		{50, `
┌─────┬─────────────────────────┬───────┬──────┐
│ id  │ why                     │ nodes │ time │
├─────┼─────────────────────────┼───────┼──────┤
│ A.1 │ one two three four five │ 1,000 │  5 s │
│     │ six seven               │       │      │
│ A.2 │                         │    20 │      │
└─────┴─────────────────────────┴───────┴──────┘
`},
		{42, `
┌─────┬─────────────────────────┬───────┐
│ id  │ why                     │ nodes │
├─────┼─────────────────────────┼───────┤
│ A.1 │ one two three four five │ 1,000 │
│     │ six seven               │       │
│ A.2 │                         │    20 │
└─────┴─────────────────────────┴───────┘
not shown at this width: time
`},
		{34, `
┌─────┬─────────────────────────┐
│ id  │ why                     │
├─────┼─────────────────────────┤
│ A.1 │ one two three four five │
│     │ six seven               │
│ A.2 │                         │
└─────┴─────────────────────────┘
not shown at this width: time,
nodes
`},
		{30, `
id: A.1
  why: one two three four five
    six seven
  nodes: 1,000
  time: 5 s

id: A.2
  nodes: 20
`},
	} {
		out := written(t, d, PlainText, Extent{Screen: Screen{Width: test.width}})
		if got := "\n" + strings.TrimSuffix(out, "\n"); got != test.want {
			t.Errorf("width %d: got\n%s\nwant\n%s", test.width, got, test.want)
		}
	}
}

// TestColor: only a screen that can show it gets color, and no other form does.
func TestColor(t *testing.T) {
	d := Document{Paragraph{Good("all well") + ", " + Bad("lost") + " " + Quote("\x1b[31mx")}}
	for _, test := range []struct {
		format Format
		screen Screen
		want   string
	}{
		{PlainText, Screen{}, `all well, lost \x1b[31mx` + "\n\n"},
		{PlainText, Screen{Color: true}, "\x1b[32mall\x1b[0m \x1b[32mwell\x1b[0m, \x1b[31mlost\x1b[0m " + `\x1b[31mx` + "\n\n"},
		{Markdown, Screen{Color: true, Width: 5}, "all well, lost <code>&#92;x1b&#91;31mx</code>\n\n"},
	} {
		if got := written(t, d, test.format, Extent{Screen: test.screen}); got != test.want {
			t.Errorf("%s %+v: got %q, want %q", test.format, test.screen, got, test.want)
		}
	}
}

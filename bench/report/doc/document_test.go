package doc

import (
	"html"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func TestText(t *testing.T) {
	evil := "<" + begin + null + end + "\x00|"
	tests := []struct {
		name string
		text Text
		want string // in Markdown
	}{
		{"ours", "a *b* <c>", "a *b* <c>"},
		{"nothing", Quote("") + Message("") + Sentence(""), ""},
		{"name", "engine: " + Quote("a*b") + ", " + Quote("c") + "!", "engine: <code>a&#42;b</code>, <code>c</code>!"},
		{"sentences", Message("a*b") + Sentence("c*d"), "<code>a&#42;b</code>c&#42;d"},
		{"cut", Quote(strings.Repeat("x", MaxName+1)), "<code>" + strings.Repeat("x", MaxName) + "…</code>"},
		{"not cut", Message(strings.Repeat("x", MaxName+1)), "<code>" + strings.Repeat("x", MaxName+1) + "</code>"},
		{
			"a mark within", "a" + Quote(evil+string(Quote("b"))) + "c",
			`a<code>&#60;&#92;x00&#92;x01&#92;x00&#92;x03&#92;x00&#92;x02&#92;x00&#124;&#92;x00&#92;x01qb&#92;x00&#92;x02</code>c`,
		},
		{"formatted", Textf("%s %s %d%%: %q", "a*b", Quote("c")+" *d*", 5, "e"), `<code>a&#42;b</code> <code>c</code> *d* 5%: "\x00\x01qe\x00\x02"`},
		{"joined", Join(Quote, []string{"a", "<b>"}, "; "), "<code>a</code>; <code>&#60;b&#62;</code>"},
		{"joined of none", Join(Quote, nil, "; "), ""},
		{"cut off", "a" + Quote("<")[:4], "a<code>&#60;</code>"},
		{"cut off at once", Text("a" + begin), "a"},
	}
	for _, test := range tests {
		if got := test.text.show(inMarkdown); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// FuzzText: with any text from outside, our own text around it stays as it is, and
// nothing of the other gets out of its mark.
func FuzzText(f *testing.F) {
	f.Add(hostile, begin+end+null+"\x00")
	f.Add(string(Quote("a")), string(Quote("b"))[1:])
	f.Fuzz(func(t *testing.T, a, b string) {
		want := "[" + Plain(a, MaxName) + "|" + Plain(b, MaxMessage) + "]"
		text := "[" + Quote(a) + "|" + Sentence(b) + "]"
		if got := text.show(plainPart); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		got := strings.NewReplacer("<code>", "", "</code>", "").Replace(text.show(inMarkdown))
		if html.UnescapeString(got) != want {
			t.Errorf("got %q, want %q", got, want)
		}
		Text(a + begin + b).show(plainPart) // is no panic
	})
}

// sample returns a document with every block.
func sample() Document {
	section := func(name string) Document {
		return Document{Heading("of " + Quote(name)), Table{Columns: Words("name"), Rows: FixedRows([]Row{{Quote(name)}})}}
	}
	return Document{
		Title("all"),
		Paragraph{"one line", "and one more"},
		Sections{"suite", []Document{section("a"), section("b")}},
		Lines{"by itself", "by itself as well"},
		Code{"x\ty"},
		Verdict{Axis: "nodes", Word: "pass", Subject: Quote("a"), Text: "why", Notes: []Text{"more"}},
		Problem{"no <b>", Document{Paragraph{"its details"}}},
		Fold{"the rest", []Sections{{"suite", []Document{{Heading("c")}}}, {"gate", []Document{{Verdict{Axis: "mates", Word: "fail", Subject: Quote("c"), Text: "few"}}}}}},
	}
}

// written returns a document in a format.
func written(t *testing.T, d Document, format Format, extent Extent) string {
	t.Helper()
	var out strings.Builder
	must.Do(t, Write(&out, d, format, extent))
	return out.String()
}

// TestOrder: a terminal shows the blocks in their order; a page begins with what
// kept the report from being whole and ends with the sections.
func TestOrder(t *testing.T) {
	for format, want := range map[Format]string{
		PlainText: "one line\nand one more\n\n" +
			"of a\n\n┌──────┐\n│ name │\n├──────┤\n│ a    │\n└──────┘\n\n" +
			"of b\n\n┌──────┐\n│ name │\n├──────┤\n│ b    │\n└──────┘\n\n" +
			"by itself\nby itself as well\n\nx\\x09y\n\n" +
			"gate nodes    pass         a: why\nnote nodes                 a: more\n" +
			"its details\n\nc\n\ngate mates    fail         c: few\n",
		Markdown: "## all\n\n**Problem:** no <b>\n\nits details\n\none line\nand one more\n\n" +
			"by itself\n\nby itself as well\n\n```\nx\\x09y\n```\n\n" +
			"- **pass** nodes, <code>a</code>: why\n- note on nodes, <code>a</code>: more\n\n" +
			"### of <code>a</code>\n\n| name           |\n|:---------------|\n| <code>a</code> |\n\n" +
			"### of <code>b</code>\n\n| name           |\n|:---------------|\n| <code>b</code> |\n\n" +
			"<details><summary>the rest</summary>\n\n### c\n\n- **fail** mates, <code>c</code>: few\n</details>\n\n",
	} {
		if got := written(t, sample(), format, Extent{}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want)
		}
	}
	if err := Write(&strings.Builder{}, sample(), "pdf", Extent{}); err == nil || err.Error() != `report: format "pdf" is unknown` {
		t.Errorf("got %v", err)
	}
}

// TestMarkdownWithoutRoom: what has to be there is an error when it does not fit,
// sections without a noun are left out together.
func TestMarkdownWithoutRoom(t *testing.T) {
	long := strings.Repeat("x", MinMarkdown/2)
	short := Document{Heading("short")}
	d := Document{
		Code{long[:maxLine]},
		Sections{"", []Document{short, {Heading(long), Heading(long)}}},
		Sections{"suite", []Document{short}},
	}
	if got := written(t, d, Markdown, Extent{Bytes: 1}); strings.Contains(got, long) || !strings.HasPrefix(got, "```\nxxx") || strings.Count(got, "short") != 1 {
		t.Errorf("got %s", got)
	}
	if got := written(t, append(d, Heading(long+long)), Markdown, Extent{Bytes: 1}); !strings.Contains(got, "\nand 1 more paragraph\n") {
		t.Errorf("got %s", got)
	}
	var out strings.Builder
	err := Write(&out, append(d, Title(long+long)), Markdown, Extent{Bytes: 1})
	if err == nil || err.Error() != "report: markdown does not fit into 8192 bytes" || out.Len() > 0 {
		t.Errorf("%d bytes, got %v", out.Len(), err)
	}
}

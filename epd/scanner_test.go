package epd

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zugwatch/zugwatch/engine/must"
)

const bom = "\xef\xbb\xbf"

func TestScanner(t *testing.T) {
	text := bom + "# title: x\r\n\r\n" + bare + " id \"a\";\r\n   \n% more\nmalformed\n" + bare + " id \"b\";\n" + bare + " id \"c\";"
	s := NewScanner(iotest.OneByteReader(strings.NewReader(text)), "x.epd")
	var comments []string
	s.OnComment(func(text string) { comments = append(comments, text) })
	var got []string
	for s.Scan() {
		if p := s.Problem(); p != nil {
			got = append(got, p.Error())
			continue
		}
		r := s.Record()
		entry := itoa(r.Line) + r.ID
		for _, tol := range r.Tolerances {
			entry += " " + tol.Kind.String()
		}
		got = append(got, entry)
	}
	want := []string{
		"3a line-ending", "x.epd:6:10: position has 1 of 4 fields (expected side to move)", "7b", "8c line-ending",
	}
	if s.Err() != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, %v; want %q", got, s.Err(), want)
	}
	if strings.Join(comments, "|") != "# title: x|% more" {
		t.Errorf("comments %q", comments)
	}
}

func TestScannerByteOrderMark(t *testing.T) {
	s := NewScanner(strings.NewReader(bom+bare+" x;\n"+bom+bare+" x;\n"), "")
	if !s.Scan() || s.Record() == nil || s.Record().Tolerances[0].Kind != ByteOrderMark {
		t.Errorf("first line: %v", s.Problem())
	}
	if !s.Scan() || s.Problem() == nil {
		t.Error("a byte order mark in the second line is accepted")
	}
}

func TestScannerLineLength(t *testing.T) {
	fill := func(n int) string { return bare + ` id "` + strings.Repeat("x", n-len(bare)-7) + `";` }
	tests := []struct {
		name   string
		length int
		ok     bool
	}{
		{"longest", maxLine, true},
		{"one byte more", maxLine + 1, false},
		{"two bytes more", maxLine + 2, false},
		{"as long as the buffer", maxLine + 5, false},
		{"many times the buffer", 5*maxLine + 3, false},
	}
	for _, c := range tests {
		for _, ending := range []string{"\n", "\r\n", ""} {
			t.Run(c.name, func(t *testing.T) {
				line := fill(c.length)
				if len(line) != c.length {
					t.Fatalf("line of %d bytes", len(line))
				}
				s := NewScanner(strings.NewReader(line+ending), "long.epd")
				if !s.Scan() || (s.Problem() == nil) != c.ok {
					t.Fatalf("problem %v", s.Problem())
				}
				if !c.ok && s.Problem().Error() != "long.epd:1:16385: line is too long (expected at most 16384 bytes)" {
					t.Errorf("problem %v", s.Problem())
				}
				if s.Scan() || s.Err() != nil {
					t.Errorf("line goes on, %v", s.Err())
				}
			})
		}
	}
	s := NewScanner(strings.NewReader(fill(2*maxLine)+"\n"+bare+" id \"next\";\n"), "")
	s.Scan()
	if !s.Scan() || s.Record() == nil || s.Record().ID != "next" || s.Record().Line != 2 {
		t.Errorf("line behind a long one: %v", s.Problem())
	}
}

func TestScannerReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	s := NewScanner(io.MultiReader(strings.NewReader(bare+" x;\n"+bare), iotest.ErrReader(broken)), "x.epd")
	records := 0
	for s.Scan() {
		records++
	}
	if records != 1 || !errors.Is(s.Err(), broken) || s.Err().Error() != "suite x.epd: line 2: disk on fire" {
		t.Errorf("%d records, error %v", records, s.Err())
	}
	if _, err := Lint(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("Lint: %v", err)
	}
	if err := WriteCanonical(io.Discard, iotest.ErrReader(broken), ""); !errors.Is(err, broken) {
		t.Errorf("Fix: %v", err)
	}
}

// failingWriter takes no byte.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	for _, lines := range []int{1, 1000} {
		text := strings.Repeat(bare+" x;\n", lines)
		if err := WriteCanonical(failingWriter{full}, strings.NewReader(text), ""); !errors.Is(err, full) {
			t.Errorf("Fix of %d lines: %v", lines, err)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	s := NewScanner(strings.NewReader(strings.Repeat("bad\n", 25)+bare+" bm Kd2; id \"a\";\n"+bare+" bm Ke2; id \"b\";\n"), "x.epd")
	var records []Record
	var problems SyntaxErrors
	for s.Scan() {
		if p := s.Problem(); p != nil {
			problems.Add(p)
			continue
		}
		records = append(records, s.Record().Clone())
	}
	err := problems.Err()
	if len(records) != 2 || sans(&records[0], records[0].Best) != "Kd2" || records[0].ID != "a" || records[1].ID != "b" {
		t.Errorf("records %v", records)
	}
	var bad *SyntaxErrors
	if !errors.As(err, &bad) || len(bad.First) != MaxListed || bad.More != 5 {
		t.Fatalf("error %v", err)
	}
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 21 || lines[20] != "and 5 more" ||
		lines[19] != "x.epd:20:4: position has 1 of 4 fields (expected side to move)" {
		t.Errorf("error %v", err)
	}
	var one *SyntaxError
	if !errors.As(err, &one) || one.Line != 1 {
		t.Errorf("first error %v", one)
	}
}

func TestWriter(t *testing.T) {
	var got bytes.Buffer
	w := NewWriter(&got)
	r := mustParse(t, bare+" id x; bm e1d2")
	w.Comment("title: x\n  second  \n\nthird")
	must.Do(t, errors.Join(w.Write(r), w.Flush()))
	want := "# title: x\n#   second\n#\n# third\n" + bare + " bm Kd2; id \"x\";\n"
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	r.ID = `"`
	if err := w.Write(r); err == nil {
		t.Error("a record that cannot be read back is written")
	}
}

func TestLintFile(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"clean", "# x\n" + bare + " bm Kd2; id \"x\";\n", ""},
		{"empty", "", ""},
		{"byte order mark", bom + "# x\n", "1:1: note: file begins with a byte order mark [byte-order-mark]"},
		{
			"line endings", "# x\n" + bare + " bm Kd2; id \"x\";\r\n\r\n",
			"2:1: note: 2 lines end in CR LF, this is the first [line-ending]",
		},
		{"no last line feed", "# x", "1:1: note: last line has no line feed [line-ending]"},
		{
			"long line", strings.Repeat("x", maxLine+1) + "\n",
			"1:16385: error: line is too long (expected at most 16384 bytes) [malformed]",
		},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			issues, err := Lint(strings.NewReader(c.text))
			var got []string
			for _, f := range issues {
				got = append(got, f.String())
			}
			if text := strings.Join(got, "\n"); err != nil || text != c.want {
				t.Errorf("got %s, %v; want %s", text, err, c.want)
			}
		})
	}
}

func TestFixTooLong(t *testing.T) {
	long := bare + strings.Repeat(";", maxLine+1-len(bare))
	var out bytes.Buffer
	err := WriteCanonical(&out, strings.NewReader(long), "x")
	var several *SyntaxErrors
	if err == nil || errors.As(err, &several) || !strings.Contains(err.Error(), "line is too long (") || out.Len() > 0 {
		t.Errorf("error %v after %d bytes", err, out.Len())
	}
	grows := bare + ` c0 ` + strings.Repeat("x", maxLine-len(bare)-4)
	if err := WriteCanonical(io.Discard, strings.NewReader(grows), "x"); err == nil || !strings.Contains(err.Error(), "too long in canonical form") {
		t.Errorf("error %v", err)
	}
}

package epd

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// FuzzParse checks that the canonical line of a valid line reads as an equal record and is its own canonical line.
// Unknown operations keep every byte.
func FuzzParse(f *testing.F) {
	for _, c := range lineCases {
		f.Add(c.line)
		f.Add(c.canonical)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := Parse(line)
		if err != nil {
			var bad *SyntaxError
			if !errors.As(err, &bad) || bad.Col < 1 || bad.Col > len(line)+1 || bad.What == "" {
				t.Fatalf("Parse(%q): error %#v", line, err)
			}
			return
		}
		canonical, err := Format(nil, r)
		if err != nil {
			t.Fatalf("Format of %q: %v", line, err)
		}
		again := mustParse(t, string(canonical))
		if !equal(again, r) {
			t.Fatalf("%q\nbecomes %q\nwhich is %+v\nwant %+v", line, canonical, again, r)
		}
		if twice := again.String(); twice != string(canonical) {
			t.Fatalf("%q\nbecomes %q\nand then %q", line, canonical, twice)
		}
		for _, op := range r.Ops {
			kept := again.Op(op.Code)
			if op.kind() == kindUnknown && (kept == nil || kept.Raw != op.Raw) {
				t.Fatalf("%q\nbecomes %q\nwhich lost %+v", line, canonical, op)
			}
		}
		checkImages(t, r)
	})
}

// FuzzFix: fixing twice is fixing once, a fixed file has no notes, and a file
// without issues is one that WriteCanonical leaves alone.
func FuzzFix(f *testing.F) {
	for _, name := range []string{"testdata/dialects.epd", "testdata/errors.epd"} {
		text := must.Get(os.ReadFile(name))(f)
		for line := range bytes.Lines(text) {
			f.Add(line)
		}
	}
	f.Add([]byte("# title\n\n" + bare + " bm Kd2; id \"x\";\r\n" + bare + " am e1d2; id x"))
	for _, c := range lineCases {
		f.Add([]byte(bom + c.line + "\r\n  # " + c.line + "\r\n"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, whole := fixed(t, text)
		if !whole {
			return
		}
		twice, _ := fixed(t, once)
		if !bytes.Equal(once, twice) {
			t.Fatalf("%q\nbecomes %q\nand then %q", text, once, twice)
		}
		issues := must.Get(Lint(bytes.NewReader(text)))(t)
		if len(issues) == 0 && !bytes.Equal(text, once) {
			t.Fatalf("%q has no issue\nbut becomes %q", text, once)
		}
		issues = must.Get(Lint(bytes.NewReader(once)))(t)
		for _, f := range issues {
			if f.Kind.Severity() == Note {
				t.Fatalf("%q\nbecomes %q\nwith %s", text, once, f)
			}
		}
	})
}

// fixed returns text as WriteCanonical leaves it; whole is false when Fix gave up.
func fixed(t *testing.T, text []byte) (out []byte, whole bool) {
	t.Helper()
	var b bytes.Buffer
	err := WriteCanonical(&b, bytes.NewReader(text), "fuzz")
	var bad *SyntaxErrors
	return b.Bytes(), err == nil || errors.As(err, &bad)
}

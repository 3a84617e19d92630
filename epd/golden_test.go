package epd

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

func testdata(t *testing.T, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
}

// TestErrors checks the errors about the malformed lines of errors.epd: place, fault and expectation.
func TestErrors(t *testing.T) {
	text := testdata(t, "errors.epd")
	var got bytes.Buffer
	problems := 0
	s := NewScanner(bytes.NewReader(text), "errors.epd")
	for s.Scan() {
		if s.Problem() == nil {
			t.Errorf("line %d is a record: %s", s.Record().Line, s.Record().Text)
			continue
		}
		if s.Record() != nil {
			t.Errorf("line %d has a problem and a record", s.Problem().Line)
		}
		problems++
		got.WriteString(s.Problem().Error() + "\n")
	}
	if lines := bytes.Count(text, []byte("\n")); problems != lines-1 || s.Err() != nil {
		t.Errorf("%d problems in %d lines, %v", problems, lines, s.Err())
	}
	golden.Check(t, "testdata/errors.golden", got.Bytes())
}

func TestLint(t *testing.T) {
	issues := must.Get(Lint(bytes.NewReader(testdata(t, "dialects.epd"))))(t)
	var got bytes.Buffer
	found := make(map[Kind]bool)
	for _, f := range issues {
		got.WriteString(f.String() + "\n")
		found[f.Kind] = true
	}
	golden.Check(t, "testdata/dialects.lint.golden", got.Bytes())
	for k := range kinds {
		if !found[k] && k != ByteOrderMark { // TestLintFile has that one
			t.Errorf("no issue of kind %s: the file should have each", k)
		}
	}
}

func TestFix(t *testing.T) {
	var got bytes.Buffer
	err := WriteCanonical(&got, bytes.NewReader(testdata(t, "dialects.epd")), "dialects.epd")
	var bad *SyntaxErrors
	if !errors.As(err, &bad) || len(bad.First) != 1 || !strings.HasPrefix(err.Error(), "dialects.epd:29:1: ") {
		t.Errorf("Fix: error %v, want one malformed line", err)
	}
	golden.Check(t, "testdata/dialects.fixed.golden", got.Bytes())
}

// TestLintGames: a suite is of one game.
func TestLintGames(t *testing.T) {
	issues, err := Lint(strings.NewReader(tsume + " 1 bm G*2c; id \"a\";\n" + bare + " bm Kd2; id \"b\";\n"))
	if err != nil || len(issues) != 1 || issues[0].String() != "2:1: error: position of chess in a suite of shogi [contradiction]" {
		t.Errorf("issues %v, %v", issues, err)
	}
}

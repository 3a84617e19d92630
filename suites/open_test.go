package suites

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestOpenFile checks that a name opens an embedded suite, else a file with any content. Other words are taken for
// suites.
func TestOpenFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"mine", "mine.epd"} {
		must.Do(t, os.WriteFile(name, []byte("no EPD"), 0o666))
	}
	for _, test := range []struct{ name, file, begins string }{
		{"bk", "bk.epd", "# title: Bratko-Kopec test"},
		{"mine", "mine", "no EPD"},
		{"mine.epd", "mine.epd", "no EPD"},
	} {
		opened, file, err := OpenFile(test.name)
		must.Do(t, err)
		text, err := io.ReadAll(opened)
		if file != test.file || err != nil || !strings.HasPrefix(string(text), test.begins) {
			t.Errorf("%s: file %s, text %.40q, %v", test.name, file, text, err)
		}
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	}
	var unknown *UnknownError
	if _, _, err := OpenFile("kb"); !errors.As(err, &unknown) || unknown.Name != "kb" {
		t.Errorf("kb: %v", err)
	}
	for _, name := range []string{"kb.epd", "./kb"} {
		if _, _, err := OpenFile(name); !errors.Is(err, os.ErrNotExist) || errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNamesDepths(t *testing.T) {
	for name, want := range map[string]bool{"crafty": true, "zugzwang-proven": true, "wac": false} {
		suite := must.Get(Open(name))(t)
		if got := suite.NamesDepths(); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

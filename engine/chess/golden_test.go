package chess

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// golden compares text with a file of testdata byte for byte.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	want := must.Get(os.ReadFile(file))(t)
	if text != string(want) {
		t.Errorf("%s differs; now it is\n%s", file, text)
	}
}

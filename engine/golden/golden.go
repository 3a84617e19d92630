// Package golden compares what tests got with golden files, or writes the files. Tests alone import it.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/zugwatch/zugwatch/engine/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating reports whether golden files are written anew.
func Updating() bool { return *update }

// Check compares got with the file at path, or writes the file.
func Check[Text string | []byte](t testing.TB, path string, got Text) {
	t.Helper()
	if *update {
		must.Do(t, os.WriteFile(path, []byte(got), 0o666))
	}
	want := must.Get(os.ReadFile(path))(t)
	if changes := diff.Diff(path, want, "got", []byte(got)); changes != nil {
		t.Errorf("%s differs, go test -run %s -update writes it:\n%s", path, t.Name(), changes)
	}
}

// Package golden holds reports against golden files, in text and Markdown and on terminals of several widths. Tests
// alone import it.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

// IsUpdating reports whether golden files are written anew.
func IsUpdating() bool { return *update }

// CheckFile holds what was written against a golden file in testdata, or writes that anew.
func CheckFile(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must.Do(t, os.WriteFile(path, got, 0o666))
	}
	want := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n--- got\n%s\n--- want\n%s", path, got, want)
	}
}

// HostileText is a text that tries everything at once.
const HostileText = "a|b\n::error::x\x1b[31m\u202e`*_[x](y) <b>&amp; @all www.x.y http://z #1 ##[group]\xff$x$"

// Documents are written one after the other.
type Documents []doc.Document

// Write writes the documents in a format.
func (d Documents) Write(t *testing.T, format doc.Format, limits doc.Extent) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, one := range d {
		must.Do(t, doc.Write(&out, one, format, limits))
	}
	return out.Bytes()
}

// CheckReport holds a report in all its forms against golden files.
func CheckReport(t *testing.T, name string, tell func(verbose bool) Documents) {
	t.Helper()
	checkWidths(t, name, tell)
	for _, form := range []struct {
		name    string
		format  doc.Format
		verbose bool
		rows    int
	}{
		{".txt", doc.PlainText, false, 0},
		{"-verbose.txt", doc.PlainText, true, 0},
		{".md", doc.Markdown, false, 0},
		{"-verbose-rows.md", doc.Markdown, true, 3},
	} {
		t.Run(name+form.name, func(t *testing.T) {
			CheckFile(t, name+form.name, tell(form.verbose).Write(t, form.format, doc.Extent{Rows: form.rows}))
		})
	}
}

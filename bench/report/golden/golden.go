// Package golden compares reports with golden files, in text and Markdown and on terminals of several widths.
// Tests alone import it.
package golden

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// CheckFile compares got with a golden file in testdata, or writes that anew.
func CheckFile(t *testing.T, name string, got []byte) {
	t.Helper()
	golden.Check(t, filepath.Join("testdata", name), got)
}

// HostileText is a text that tries everything at once.
const HostileText = "a|b\n::error::x\x1b[31m\u202e`*_[x](y) <b>&amp; @all www.x.y http://z #1 ##[group]\xff$x$"

// Write returns a document in a format.
func Write(t *testing.T, d doc.Document, format doc.Format, limits doc.Extent) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, doc.Write(&out, d, format, limits))
	return out.Bytes()
}

// Several returns documents one after the other, each with its own verdicts.
func Several(all ...doc.Document) doc.Document { return doc.Document{doc.Sections{All: all}} }

// CheckReport compares a report in text and Markdown with golden files, and checks it on terminals of several widths.
func CheckReport(t *testing.T, name string, d doc.Document) {
	t.Helper()
	checkWidths(t, name, d)
	checkForms(t, name, d)
}

// CheckVerbose is CheckReport of a report that tells more with verbose, which has a golden file of its own in text.
func CheckVerbose(t *testing.T, name string, tell func(verbose bool) doc.Document) {
	t.Helper()
	checkWidths(t, name, tell(true))
	checkForms(t, name, tell(false))
	CheckFile(t, name+"-verbose.txt", Write(t, tell(true), doc.PlainText, doc.Extent{}))
}

func checkForms(t *testing.T, name string, d doc.Document) {
	t.Helper()
	CheckFile(t, name+".txt", Write(t, d, doc.PlainText, doc.Extent{}))
	CheckFile(t, name+".md", Write(t, d, doc.Markdown, doc.Extent{}))
}

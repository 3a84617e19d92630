package main

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// Bounds on the lines of Go. Raising one is a decision to let the code grow.
const (
	maxCommandLines = 2_500   // of this package, without tests
	maxPackageLines = 4_700   // of the largest package, without tests
	maxLines        = 101_000 // of all packages, without tests
	maxTestLines    = 68_500
)

// TestLines: the code does not grow beyond the bounds unnoticed.
func TestLines(t *testing.T) {
	packages, tests := make(map[string]int), 0
	must.Do(t, eachGoFile(os.DirFS("../.."), func(name string, text []byte) error {
		if n := bytes.Count(text, []byte("\n")); strings.HasSuffix(name, "_test.go") {
			tests += n
		} else {
			packages[path.Dir(name)] += n
		}
		return nil
	}))
	all, largest := 0, ""
	for name, n := range packages {
		if all += n; n > packages[largest] {
			largest = name
		}
	}
	for _, bound := range []struct {
		what      string
		has, most int
	}{
		{"cmd/zugwatch", packages["cmd/zugwatch"], maxCommandLines},
		{largest, packages[largest], maxPackageLines},
		{"all packages", all, maxLines},
		{"tests", tests, maxTestLines},
	} {
		if bound.has > bound.most {
			t.Errorf("%s: %d lines (expected at most %d)", bound.what, bound.has, bound.most)
		}
		if bound.has < bound.most/2 {
			t.Errorf("%s: %d lines (expected more than half of %d: the files are not found, or the bound is out of date)", bound.what, bound.has, bound.most)
		}
	}
}

// eachGoFile calls each for every Go file below a folder, in the order of their names. It leaves out folders of test
// data and hidden ones, except that of the tools.
func eachGoFile(root fs.FS, each func(name string, text []byte) error) error {
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".github"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return each(name, text)
	})
}

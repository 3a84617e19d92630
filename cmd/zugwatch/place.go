package main

import (
	"os"
	"path/filepath"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/suites"
)

// place is a line of a file as annotations name it: from the root of the
// repository, which is that of GITHUB_WORKSPACE or else the working directory.
// What is no file below the root has no place.
func (to *publication) place(file string, line int) report.Place {
	if path := to.path(file); path != "" {
		return report.Place{File: path, Line: line}
	}
	return report.Place{}
}

func (to *publication) path(file string) string {
	if stat, err := os.Stat(file); err != nil || !stat.Mode().IsRegular() {
		return ""
	}
	root, errRoot := filepath.Abs(to.root)
	whole, errFile := filepath.Abs(file)
	if errRoot != nil || errFile != nil {
		return ""
	}
	path, err := filepath.Rel(root, whole)
	if err != nil || !filepath.IsLocal(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

// locate fills in where the positions of a suite stand: in its file or, for a
// suite that Zugwatch brings, at the entry of the suite.
func (to *publication) locate(trial *report.Trial, suite *suites.Suite, entry report.Place) {
	trial.Entry = entry
	if suite.Path == "" {
		return
	}
	trial.File = to.path(suite.Path)
	trial.Lines = make([]int, len(suite.Records))
	for i := range suite.Records {
		trial.Lines[i] = suite.Records[i].Line
	}
}

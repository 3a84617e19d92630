package report

import (
	"os"
	"path/filepath"

	"github.com/zugwatch/zugwatch/suites"
)

// Root is the folder of a repository, from which annotations name files; empty: the
// working directory.
type Root string

// Place returns a line of a file from the root. What is no file below it has no place.
func (r Root) Place(file string, line int) Place {
	if path := r.path(file); path != "" {
		return Place{File: path, Line: line}
	}
	return Place{}
}

func (r Root) path(file string) string {
	if stat, err := os.Stat(file); err != nil || !stat.Mode().IsRegular() {
		return ""
	}
	root, errRoot := filepath.Abs(string(r))
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

// Locate fills in the suite of a trial and where its positions stand: in its file or, for a
// suite that Zugwatch brings, at the entry of the suite.
func (r Root) Locate(trial *Trial, suite *suites.Suite, entry Place) {
	trial.Entry, trial.Suite = entry, suite
	if suite.Path == "" {
		return
	}
	trial.File = r.path(suite.Path)
	trial.Lines = make([]int, len(suite.Records))
	for i := range suite.Records {
		trial.Lines[i] = suite.Records[i].Line
	}
}

package report

import (
	"os"
	"path/filepath"
)

// Place is a line of a file.
type Place struct {
	File string `json:"file,omitempty"` // relative to the root of the repository, with slashes; empty: no place
	Line int    `json:"line,omitempty"` // from 1; 0: the file as a whole
}

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

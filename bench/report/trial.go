package report

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Trial is one suite as it was searched and, with a base, judged.
type Trial struct {
	Engine string // its name among several that searched one suite; empty: it is the only one

	Run    *bench.Run
	Timing *bench.Timing // of the run; nil: no times are shown

	Warnings []string // problems around the searches, if Timing is of a judged run: see WarningsOf

	Base       *bench.Run          // the run that this one was compared with; nil: none
	Comparison *compare.Comparison // of Base and Run; nil without Base

	Explanation *explain.Explanation // of the first lost position; nil: none is explained
	Unexplained string               // why there is no explanation, if one was tried

	Entry Place  // of the suite: its line of the configuration
	File  string // that holds the positions, as Place.File; empty: they stand at Entry
	Lines []int  // of each position in File

	Suite *suites.Suite // that was searched; nil: it is not known, as of many stored runs
}

// Title tells a trial from the others.
func (t *Trial) Title() string {
	if t.Engine == "" {
		return t.Run.Suite.Name
	}
	return t.Run.Suite.Name + " on " + t.Engine
}

// record returns the record of a position, nil where the suite is not known.
func (t *Trial) record(index int) *epd.Record {
	if t.Suite == nil || index < 0 || index >= len(t.Suite.Records) {
		return nil
	}
	return &t.Suite.Records[index]
}

// FEN returns a position as it was searched, empty where the suite is not known.
func (t *Trial) FEN(index int) string {
	if r := t.record(index); r != nil {
		return r.Position.String()
	}
	return ""
}

// fenOf is FEN by the ID of a position.
func (t *Trial) fenOf(id string) string {
	if t.Suite == nil {
		return ""
	}
	return t.FEN(slices.IndexFunc(t.Suite.Records, func(r epd.Record) bool { return r.Key() == id }))
}

// Place returns where a position stands.
func (t *Trial) Place(index int) Place {
	if t.File != "" && index < len(t.Lines) {
		return Place{File: t.File, Line: t.Lines[index]}
	}
	return t.Entry
}

// Locate fills in the suite of a trial and the places of its positions. A position is in the file of the suite, or
// for a built-in suite at its entry.
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

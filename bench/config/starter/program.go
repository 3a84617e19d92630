package starter

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// program is one of several programs in a repository. One of them is the engine.
type program struct {
	folder, name string
	text         string // its source, without that of packages below
}

// likeliest returns the program that is most likely the engine, nil if there is none. It prefers the program of the
// root, then one named like the whole or nearly so, then one with UCI in its source. Otherwise it takes the first of
// the least deep.
func likeliest(programs []program, whole string) *program {
	if len(programs) == 0 {
		return nil
	}
	whole = strings.ToLower(whole)
	rank := func(p program) int {
		name := strings.ToLower(p.name)
		switch {
		case p.folder == ".":
			return 0
		case name == whole:
			return 1
		case isAlike(name, whole):
			return 2
		case uciWord().MatchString(p.text):
			return 3
		}
		return 4 + strings.Count(p.folder, "/")
	}
	best := slices.MinFunc(programs, func(a, b program) int { return rank(a) - rank(b) })
	return &best
}

// isAlike reports whether one of two names is a part of the other.
func isAlike(name, whole string) bool {
	name, whole = strings.ToLower(name), strings.ToLower(whole)
	return name != "" && whole != "" && (strings.Contains(whole, name) || strings.Contains(name, whole))
}

// likeliestName returns the executable of several that is the engine: no test, if there is another, and
// then as likeliest chooses by names. It is empty where there is none.
func likeliestName(names []string, whole string) string {
	isTest := func(name string) bool { return testName().MatchString(name) && !strings.EqualFold(name, whole) }
	if engines := slices.DeleteFunc(slices.Clone(names), isTest); len(engines) > 0 {
		names = engines
	}
	var programs []program
	for _, name := range names {
		programs = append(programs, program{folder: "x", name: name})
	}
	if chosen := likeliest(programs, whole); chosen != nil {
		return chosen.name
	}
	return ""
}

// testName finds names of programs beside an engine: tests, tuners, generators of data, builds for a debugger.
var testName = text.Pattern(`(?i)test|unit|bench|perft|tun(e|ing)|datagen|debug`)

// uciWord finds the name of the protocol.
var uciWord = text.Pattern(`(?i)(\b|_)uci(ok|\b|_)`)

// filesIn returns the files of a folder whose names end in ext.
func filesIn(tree fs.FS, folder, ext string) (files []string) {
	entries, _ := fs.ReadDir(tree, folder)
	for _, entry := range entries {
		if path.Ext(entry.Name()) == ext {
			files = append(files, path.Join(folder, entry.Name()))
		}
	}
	return files
}

// parts returns the text of several files, one after the other.
func parts(tree fs.FS, files []string) string {
	var b strings.Builder
	for _, file := range files {
		text, _ := readPart(tree, file)
		b.WriteString(text)
	}
	return b.String()
}

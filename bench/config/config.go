// Package config reads zugwatch.yaml: the engines, the suites to measure on them, and the losses that
// are allowed. It measures nothing.
package config

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/engine/text"
)

// FileName is the file that the commands read from the working directory
// when no --config names another.
const FileName = "zugwatch.yaml"

// maxConfigBytes bounds a configuration file.
const maxConfigBytes = 64 << 10

// defaults is the configuration used where there is no zugwatch.yaml. A
// test keeps the repository's own zugwatch.yaml equal to it.
//
//go:embed default.yaml
var defaults []byte

// Config is a zugwatch.yaml.
type Config struct {
	File    string          // where it was read; "built-in defaults" without a file
	Dir     string          // the folder that its relative paths start from
	Own     builtin.Engines // the built-in engines
	Workers int             // positions searched at once; 0: as many as there are cores
	Engine  string          // the engine of what names none
	Engines []Engine
	Suites  []Suite
	Games   []Games         // suites of kind games
	Mutants []mutant.Mutant // changes of the engine by which zugwatch sensitivity tries the gates
}

// Suite is one suite of a configuration.
type Suite struct {
	Name     string   // how reports and the baseline call it
	Source   string   // name of a suite that Zugwatch brings, or an EPD file
	Forms    int      // in which each position is searched at most; 0: as it stands
	First    int      // forms that are searched before any others; 0: all of them
	Related  bool     // preludes of later forms are positions behind the record's own moves
	Without  []string // ids of positions that are left out
	Limit    bench.Limits
	Engine   string       // who searches it; empty: the engine of the configuration
	Baseline string       // file of the accepted run
	Gate     compare.Gate // what may become worse; its axis is the kind of the suite
	Tier     Tier         // how often it is run
	Optional bool         // a verdict may do without it where a budget leaves it out
	Profile  ProfileUse   // what a shift of the hot spots means
	Samples  int          // of its profile; 0: profile.ShiftSamples
	Line     int          // where it stands in the file, from 1
	Col      int          // byte of the line, from 1
}

// misspelledName is a frequent misspelling of FileName. The built-in defaults would judge another
// engine in its place.
const misspelledName = "zugwatch.yml"

// Load reads the file, or zugwatch.yaml when file is empty, or the
// built-in defaults when that does not exist.
func Load(file string) (*Config, error) {
	name := cmp.Or(file, FileName)
	text, err := readFile(name)
	if errors.Is(err, fs.ErrNotExist) && file == "" {
		if err := checkMisspelled(); err != nil {
			return nil, err
		}
		return Parse("built-in defaults", defaults)
	}
	if err != nil {
		return nil, failure.Inputf("configuration: %w", err)
	}
	c, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	c.Dir = filepath.Dir(name)
	return c, nil
}

// checkMisspelled returns an error for a configuration with a misspelled name, and for a broken link.
func checkMisspelled() error {
	if _, err := os.Lstat(FileName); err == nil {
		return failure.Inputf("configuration: %s is a symbolic link to nothing (expected a file)", FileName)
	}
	if _, err := os.Lstat(misspelledName); err == nil {
		return failure.Inputf("configuration: %s is not read (expected the name %s, or --config %s)", misspelledName, FileName, misspelledName)
	}
	return nil
}

// readFile reads a file that is not larger than a configuration may be.
func readFile(name string) ([]byte, error) {
	opened, err := input.Open(name, 0)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, maxConfigBytes+1))
	if err == nil && len(text) > maxConfigBytes {
		err = fmt.Errorf("%s is larger than %d KiB", name, maxConfigBytes>>10)
	}
	return text, err
}

// Path returns a path of the configuration as seen from the working directory.
func (c *Config) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Dir, filepath.FromSlash(name))
}

// suiteNames returns the names of the suites of positions.
func (c *Config) suiteNames() (names []string) {
	for i := range c.Suites {
		names = append(names, c.Suites[i].Name)
	}
	return names
}

// gamesNames returns the names of the suites of kind games.
func (c *Config) gamesNames() (names []string) {
	for i := range c.Games {
		names = append(names, c.Games[i].Name)
	}
	return names
}

// Select returns the suites with the names, all without a name.
func (c *Config) Select(names []string) ([]Suite, error) {
	if len(c.Suites) == 0 {
		return nil, failure.Inputf("%s lists no suite (expected suites: with at least one entry)", c.File)
	}
	if len(names) == 0 {
		return c.Suites, nil
	}
	known := c.suiteNames()
	var selected []Suite
	for _, name := range names {
		at := slices.IndexFunc(c.Suites, func(s Suite) bool { return s.Name == name })
		switch {
		case at >= 0:
			selected = append(selected, c.Suites[at])
		case slices.Contains(c.gamesNames(), name):
			return nil, failure.Inputf("suite %q is of kind games, which ci and ab judge (expected %s)", name, text.JoinOr(known))
		default:
			return nil, failure.Inputf("suite %q is not in %s (expected %s%s)", name, c.File, text.JoinOr(known), text.DidYouMean(name, known))
		}
	}
	return selected, nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// raceFileFlags are the flags for what a race has measured as a file.
func raceFileFlags() []cli.Flag {
	return []cli.Flag{
		outFlag("write what was measured to `FILE`, to judge it again"),
		&cli.PathFlag{Name: "stored", Usage: "judge what --out wrote to `FILE`, and measure nothing"},
	}
}

// checkRaceFiles refuses what --stored would pass over, and a file that can not be
// written, before anything is measured.
func checkRaceFiles(c *cli.Context) error {
	if c.IsSet("stored") {
		for _, name := range []string{"base", "head", "base-folder", "base-option", "head-option", "depth", "nodes", "budget", "seed", "out"} {
			if c.IsSet(name) {
				return badInput("flag --%s beside --stored, which measures nothing (expected one of the two)", name)
			}
		}
	}
	if out := c.Path("out"); out != "" {
		if stat, err := os.Stat(filepath.Dir(out)); err != nil || !stat.IsDir() {
			return badInput("flag --out=%s: %s is no folder (expected one that exists)", out, filepath.Dir(out))
		}
	}
	return nil
}

// keepRace writes what was measured where --out asks for it.
func keepRace(c *cli.Context, suite string, measured *speed.Report) error {
	out := c.Path("out")
	if out == "" {
		return nil
	}
	return streamFile(out, func(w io.Writer) error { return speed.Encode(w, suite, measured) })
}

// storedRace reads what was measured and judges it.
func storedRace(file, suite string, allowed compare.Growth) (*speed.Report, error) {
	text, err := os.Open(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s: file is missing", file)
		}
		return nil, withCode(codeBaseline, err)
	}
	defer text.Close()
	measured, err := speed.Decode(text, suite, allowed)
	var wrong *speed.FileError
	if errors.As(err, &wrong) {
		return nil, &failure{code: codeBaseline, err: fmt.Errorf("%s: %w", file, err)}
	}
	return measured, withCode(codeMachine, err)
}

package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
)

// mergeCommand makes one run of shards.
func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "make one run of the files of all shards",
		ArgsUsage: "FILE.json...",
		Description: "Puts the files that run --shard i/n -o wrote for all i together. Their order does\n" +
			"not matter, and the result is to the byte what one run of the whole suite writes.\n" +
			"A missing position, results that differ, or a file of another run, another build of\n" +
			"the engine or another version of zugwatch is an error and nothing is written.\n\n" +
			"The files of match --shard i/n are merged in the same way.\n\n" +
			"   zugwatch merge ecm-1.json ecm-2.json ecm-3.json ecm-4.json -o ecm.json",
		Flags: concat([]cli.Flag{
			outFlag("write the run to `FILE`"),
			pgnFlag(),
			&cli.BoolFlag{Name: "any-program", Usage: "take shards of programs that differ to the byte, such as of builds on several machines"},
		}, reportFlags()),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, -1, "the run files of all shards")
			if err != nil {
				return err
			}
			if c.Path("out") == "" {
				return badInput("%s: no output is named (expected --out FILE)", c.Command.HelpName)
			}
			if store.IsMatch(args[0]) {
				return conclude(c, func() (conclusion, error) { return mergeMatches(c, args) })
			}
			return publish(c, func(*publication) (finding, error) { return mergeFiles(c, args) })
		},
	}
}

// mergeFiles merges run files and writes the run.
func mergeFiles(c *cli.Context, files []string) (found finding, err error) {
	parts := make([]*bench.Run, len(files))
	for i, file := range files {
		if parts[i], err = store.Load(file); err != nil {
			return found, err
		}
		if c.Bool("any-program") {
			parts[i].Origin.Program = ""
		}
	}
	run, err := bench.Merge(parts)
	if err != nil {
		return found, mergeError(files, err)
	}
	found.conclusion = conclusion{verdict: "complete", fields: report.RunFields(run)}
	found.trials = []report.Trial{{Run: run}}
	if err := outputError(store.Save(c.Path("out"), run)); err != nil {
		return found, err
	}
	if err = faultError(run, nil); err != nil {
		found.maxRows, found.told = maxRowsOfBroken, true
	}
	return found, err
}

// mergeError gives the errors of a merge their exit codes and names the file
// that does not belong.
func mergeError(files []string, err error) error {
	var foreign *bench.ForeignError
	var setup *bench.SetupError
	switch {
	case errors.As(err, &foreign):
		return &failure{code: codeBaseline, err: fmt.Errorf("%s: %w (expected the shards of one run; %s is the first)", files[foreign.Part], err, files[0])}
	case errors.As(err, &setup):
		return &failure{code: codeBaseline, err: err}
	}
	return &failure{code: codeUndecided, err: err}
}

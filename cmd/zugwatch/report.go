package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
)

// reportCommand renders stored runs.
func reportCommand() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "show stored runs again, in any format",
		ArgsUsage: "FILE.json...",
		Description: "Reads files that run -o, merge or ci --save wrote, or baselines, and prints what\n" +
			"the run itself would have printed, with the same verdict and exit code. Two runs\n" +
			"of one suite are compared by zugwatch compare, which knows the same formats.\n\n" +
			"   zugwatch report wac.json --verbose\n" +
			"   zugwatch report wac.json ecm.json --format junit\n" +
			"   zugwatch report wac.json --report jsonl=wac.jsonl --report bench=wac.txt",
		Flags: concat(reportFlags(), []cli.Flag{noTimesFlag()}),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, -1, "run files")
			if err != nil {
				return err
			}
			return publish(c, func(*publication) (finding, error) { return reportFiles(c, args) })
		},
	}
}

// noTimesFlag leaves out what differs between equal runs.
func noTimesFlag() cli.Flag {
	return &cli.BoolFlag{Name: "no-times", Usage: "leave out times, so that equal runs give equal reports"}
}

// reportFiles loads runs with their times.
func reportFiles(c *cli.Context, files []string) (found finding, err error) {
	found.verdict = "complete"
	var faults, holes []error
	var runs []*bench.Run
	for _, file := range files {
		run, err := store.Load(file)
		if err != nil {
			return found, err
		}
		timing, err := timesOf(c, file, run)
		if err != nil {
			return found, err
		}
		runs = append(runs, run)
		found.trials = append(found.trials, report.Trial{Run: run, Timing: timing})
		faults = append(faults, faultError(run, timing))
		if totals := run.Totals(); !run.Finished() {
			holes = append(holes, &bench.IncompleteError{Finished: totals.Positions - totals.Unfinished, Total: totals.Positions})
		}
	}
	found.fields = report.RunsFields(runs)
	err = errors.Join(faults...)
	found.told = err != nil && len(holes) == 0
	return found, errors.Join(append(holes, err)...)
}

// timesOf are the times beside a run file, nil when there are none.
func timesOf(c *cli.Context, file string, run *bench.Run) (*bench.Timing, error) {
	if c.Bool("no-times") {
		return nil, nil
	}
	timing, err := store.LoadTiming(file)
	var fault *store.FileError
	switch {
	case errors.As(err, &fault) && fault.Reason == store.Missing:
		return nil, nil
	case err != nil:
		return nil, err
	case len(timing.Positions) != len(run.Outcomes):
		return nil, &failure{code: codeBaseline, err: errors.New(store.TimingPath(file) + ": times are of another run (expected as many positions as in " + file + "; --no-times does without)")}
	}
	return timing, nil
}

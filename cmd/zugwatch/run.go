package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/suites"
)

// maxRowsOfBroken is how many positions are listed of a run that was cut short.
const maxRowsOfBroken = 20

// runCommand runs one suite.
func runCommand() *cli.Command {
	return command.New("run SUITE|FILE.epd", "run one suite and show the result of each position",
		command.Publishing(command.Takes(1, 1, "one suite or EPD file"), runSuite), flags.Limits(), []cli.Flag{
			&cli.StringSliceFlag{Name: "filter", Usage: "run only what `PATTERN` names: an id, 'WAC.1*', a range of places such as 1-50, or kind:bm, am, dm, points or none"},
			&cli.IntFlag{Name: "forms", Value: 1, Usage: "search each position in up to `N` forms that mean the same: flipped, mirrored and turned"},
			&cli.StringFlag{Name: "shard", Usage: "run only `i/n` of the suite, for zugwatch merge; slurm, kubernetes or github reads it from the environment"},
			&cli.IntFlag{Name: "max-faults", DefaultText: "10, or one in 20 positions if that is more", Usage: "give the run up when more than `N` positions have an engine fault"},
			&cli.IntFlag{Name: "repeat", Value: 1, Usage: "search each position `N` times, and fault those whose results differ"},
			&cli.BoolFlag{Name: "answers", Usage: "keep the answer of each iteration in the file too"},
			&cli.BoolFlag{Name: "counters", Usage: "show what the null-move family did, and keep it by depth in the file too"},
			flags.Out("write the run to `FILE`, and its times beside it; {engine} in it stands for the name of the engine"),
			&cli.StringSliceFlag{Name: "engine", Usage: "run `ENGINE`: zugwatch, a name in " + config.FileName + " or a program that speaks UCI, with arguments in one word as in 'gnuchess --uci'"},
			flags.Option(), flags.NoBuild(),
		}, flags.Checkpoint(), flags.Runner(), flags.Farm(), command.ReportFlags(), []cli.Flag{flags.NoTimes()})
}

// runSuite runs one suite as the command line says, on one engine after the other.
func runSuite(in *flags.Reader, args []string, to *command.Publication) (found command.Finding, err error) {
	contest, r, err := newContest(in, args[0])
	if err != nil {
		return found, err
	}
	found.Told, err = contest.Run(in.Ctx(), r, func(place int, run *bench.Run, timing *bench.Timing) {
		on := contest.Engines[place]
		tellFaults(in.Context, on, contest.Files[place], run, timing)
		trial := report.Trial{Run: run}
		if !in.Bool("no-times") {
			trial.Timing = timing
		}
		to.Locate(&trial, contest.Suite, report.Place{})
		found.Verdict = "complete"
		if len(contest.Engines) == 1 {
			found.Report.Trials, found.Fields = []report.Trial{trial}, report.RunFields(run)
			return
		}
		trial.Engine = on.Name
		found.Report.Trials = append(found.Report.Trials, trial)
		found.Fields = report.ContestFields(found.Report.Trials)
	})
	if err != nil {
		found.MaxRows = maxRowsOfBroken
	}
	return found, err
}

// newContest reads the command line. Nothing is searched or written yet.
func newContest(in *flags.Reader, name string) (*runner.Contest, *runner.Runner, error) {
	suite, err := bench.OpenSuite(name, in.Number("forms", 1, suites.MaxForms), in.StringSlice("filter")...)
	if in.Keep(err); in.Err() != nil {
		return nil, nil, in.Err()
	}
	limit, _ := in.Limit(bench.DefaultLimits(suite))
	contest := &runner.Contest{Suite: suite, Mode: in.Mode(), Config: bench.Config{
		Limits: limit, Shard: in.Shard(), Repeat: in.Number("repeat", 1, bench.MaxRepeat),
		CountDepths: in.Bool("counters"), Iterations: in.Bool("answers"), MaxFaults: in.Number("max-faults", 1, math.MaxInt),
	}}
	r := in.Runner()
	if in.IsSet("farm") && !limit.Exact() {
		in.Failf("flag --farm: limits %s read a clock, and machines differ (expected depth, nodes or mate)", limit)
	}
	if err := in.Err(); err != nil {
		return nil, nil, err
	}
	return contest, r, contest.Enter(in.Ctx(), r, in.StringSlice("engine"), in.Path("out"))
}

// tellFaults says of the first faults of an engine how to see them again: by the command line without what has
// nothing to do with how one position is searched.
func tellFaults(c *cli.Context, on engines.Engine, file string, run *bench.Run, timing *bench.Timing) {
	var more []string
	if on.Asked != "" {
		more = []string{"--engine", on.Asked}
	}
	fmt.Fprint(c.App.ErrWriter, report.Faults(run, timing, file, func(id string) string {
		return command.Again(c, append(more, "--filter", id), "engine", "no-build", "filter", "shard", "out", "resume", "fresh", "salvage",
			"workers", "farm", "format", "report", "github", "verbose", "no-times")
	}))
}

package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// ciCommand returns the main job.
func ciCommand() *cli.Command {
	return &cli.Command{
		Name:      "ci",
		Usage:     "run the suites of zugwatch.yaml and judge them by their baselines",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			flags.Runner(), flags.Farm(),
			[]cli.Flag{
				&cli.StringFlag{Name: "engine", Usage: "judge `ENGINE` instead of that of " + config.FileName + ": zugwatch, a name in it or a program that speaks UCI, with arguments in one word"},
				flags.Tier(),
				&cli.DurationFlag{Name: "budget", DefaultText: "none", Usage: "run what fits into `TIME`, such as 10m, and say what was left out"},
				&cli.BoolFlag{Name: "list", Usage: "print the names of the suites that would be run, one on a line, and run none"},
				flags.Exact(""),
				flags.Folder("save", "write the runs into `FOLDER`, as far as they went, to compare them later"),
				flags.Again(),
				flags.NoBuild(),
			},
			command.ReportFlags(), []cli.Flag{flags.NoTimes()}),
		Action: func(c *cli.Context) error {
			if c.Bool("list") {
				return listSuites(c)
			}
			return command.Publishing(command.Anything(), judgeByBaselines)(c)
		},
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// listSuites prints the names of the suites that ci would run, for scripts that run
// each in a job of its own. One that ci could not open is an error.
func listSuites(c *cli.Context) error {
	in := flags.Read(c)
	settings := in.Config()
	chosen := in.Suites(settings)
	for i := range chosen {
		_, err := settings.OpenJudged(&chosen[i], flags.Today())
		in.Keep(err)
	}
	if err := in.Err(); err != nil {
		return err
	}
	for _, suite := range chosen {
		fmt.Fprintln(c.App.Writer, suite.Name)
	}
	return nil
}

// judgeByBaselines runs and compares the suites.
func judgeByBaselines(c *cli.Context, args []string, to *command.Publication) (found command.Finding, err error) {
	in := flags.Read(c)
	options, r := gateOptions(in)
	if options.Budget = c.Duration("budget"); c.IsSet("budget") && options.Budget < gate.MinBudget {
		in.Failf("flag --budget=%v (expected %v or more)", options.Budget, gate.MinBudget)
	}
	if err := in.Err(); err != nil {
		return found, err
	}
	options.Engine, options.All = c.String("engine"), len(args) == 0
	result, err := gate.Judge(c.Context, r, options)
	return judged(c, to, r, result, err), err
}

// gateOptions reads the flags that ci and ab have in common.
func gateOptions(in *flags.Reader) (*gate.Options, *runner.Runner) {
	o := &gate.Options{Save: in.Path("save"), Again: in.Number("again", 0, gate.MaxAgain), EqualOptions: in.EqualOptions(), Today: flags.Today(), Answers: in.Path("html") != ""}
	r := in.Runner()
	if r != nil {
		o.Suites = in.Asked(r.Config, in.Suites(r.Config))
	}
	return o, r
}

// judged returns what a judgement found. One that ended early has fewer fields.
func judged(c *cli.Context, to *command.Publication, r *runner.Runner, result *gate.Result, err error) (found command.Finding) {
	found.Report = report.Judged(result, to.Root, r.Config.File, !c.Bool("no-times"))
	found.Fields = report.JudgedFields(result, err == nil)
	found.Verdict, found.Kind = result.Verdict.String(), result.Failure
	return found
}

// abCommand builds two revisions and compares them.
func abCommand() *cli.Command {
	return &cli.Command{
		Name:      "ab",
		Usage:     "build two revisions of the engine, run the suites on both and judge the difference",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "base", Usage: "the `REVISION` to be held against"},
				&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the `REVISION` to be judged"},
				&cli.StringFlag{Name: "since", Usage: "judge the head by the release at `REVISION` as well, where small losses add up"},
				flags.Tier(),
				flags.Exact("; asked without this flag too where every commit since the base says so, as with \"No functional change\", unless --exact=false"),
				flags.Folder("save", "write the runs into `FOLDER`, as SUITE-base.json and SUITE-head.json"),
				flags.Again(),
				&cli.DurationFlag{Name: "speed", Value: time.Minute, Usage: "race the two for about a `TIME` on each suite whose gate has a speed; 0 does not"},
				&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "order the searches of a race by `N`"},
				&cli.BoolFlag{Name: "accept-worse", Usage: "end with exit code 0 where all that is wrong is that it is worse, and say so; faults and what is not decided fail all the same"},
				flags.Revisions(),
			},
			rangeFlags(), flags.Runner(), flags.Farm(), command.ReportFlags(), []cli.Flag{flags.NoTimes()}),
		Action:       judgeCommits,
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// judgeRevisions builds, runs and compares.
func judgeRevisions(c *cli.Context, _ []string, to *command.Publication) (found command.Finding, err error) {
	in := flags.Read(c)
	if c.String("base") == "" {
		in.Failf("flag --base is missing (expected a commit, branch or tag, such as --base main)")
	}
	refuseRangeFlags(in)
	options, r := gateOptions(in)
	if options.Race = c.Duration("speed"); options.Race != 0 && options.Race < speed.MinBudget {
		in.Failf("flag --speed=%v (expected 0 or at least %v)", options.Race, speed.MinBudget)
	}
	if err := in.Err(); err != nil {
		return found, err
	}
	options.Seed, options.RaceProgress = c.Uint64("seed"), progress.Race(c.App.ErrWriter, options.Race)
	of := gate.Revisions{Base: c.String("base"), Head: c.String("head"), Claims: !c.IsSet("exact"), Anew: c.Bool("no-cache"), Since: c.String("since")}
	result, err := gate.JudgeRevisions(c.Context, r, of, options)
	if c.Bool("accept-worse") && err == nil {
		result.AcceptWorse()
	}
	found = judged(c, to, r, result, err)
	found.Fields = append(found.Fields, report.RevisionFields(result.Revisions)...)
	return found, err
}

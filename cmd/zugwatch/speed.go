package main

import (
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/bench/speed/race"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/suites"
)

// speedCommand races two engines.
func speedCommand() *cli.Command {
	return &cli.Command{
		Name:         "speed",
		Usage:        "measure two engines side by side and judge whether one is slower",
		ArgsUsage:    "[SUITE|FILE.epd]",
		Flags:        flags.Concat(speedFlags(), flags.Farm(), command.ReportFlags()),
		Action:       command.Publishing(command.Takes(0, 1, "at most one suite or EPD file"), measureSpeed),
		BashComplete: command.Complete(suites.Names),
	}
}

// measureSpeed races two engines on a suite, or judges a race again.
func measureSpeed(c *cli.Context, args []string, to *command.Publication) (found command.Finding, err error) {
	in := flags.Read(c)
	checkRaceFiles(in)
	r := in.Runner()
	if err := in.Err(); err != nil {
		return found, err
	}
	options := raceOptions(in, r.Config.Engine)
	if err := in.Err(); err != nil {
		return found, err
	}
	options.Suite = race.DefaultSuite
	if len(args) > 0 {
		options.Suite = args[0]
	}
	result, err := race.Run(c.Context, r, options)
	if err != nil {
		return found, err
	}
	measured := result.Measured
	shown := report.Race{Suite: result.Suite, Measured: measured}
	if result.Line > 0 {
		shown.Entry = to.Place(r.Config.File, result.Line)
	}
	found.Report.Races = []report.Race{shown}
	verdict := measured.Assessment.Result()
	found.Conclusion = command.Conclusion{
		Verdict: verdict.Verdict.String(),
		Kind:    verdict.Verdict.Failure(false),
		Fields:  append([]report.Field{{Key: "suite", Value: result.Suite}}, report.SpeedFields(measured)...),
	}
	found.Fields = append(found.Fields, report.AxisFields([]compare.Result{verdict})...)
	return found, nil
}

// speedFlags say which engines race, what is measured, how long, and where it goes.
func speedFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "base", Value: builtin.Name, Usage: "the `ENGINE` to be held against: zugwatch, or a program that speaks UCI, with arguments in one word"},
		&cli.StringFlag{Name: "head", Value: builtin.Name, Usage: "the `ENGINE` to be judged"},
		&cli.PathFlag{Name: "base-folder", Usage: "the base is the engine of the head as it was built in `FOLDER`, which holds another revision of the working directory; the head then is the engine of " + config.FileName + " if --head does not say"},
		&cli.StringSliceFlag{Name: "base-option", Usage: "set a UCI option of the base, `NAME=VALUE`"},
		&cli.StringSliceFlag{Name: "head-option", Usage: "set a UCI option of the head, `NAME=VALUE`"},
		&cli.StringFlag{Name: "depth", Usage: "search to depth `N` in plies"},
		&cli.StringFlag{Name: "nodes", Usage: "search at most `N` nodes (default: 5000)"},
		&cli.DurationFlag{Name: "budget", Value: time.Minute, Usage: "measure for about a `TIME`"},
		&cli.StringFlag{Name: "allowed", Usage: "how much slower the head may be, such as `2%` (default: speed in the gate of the suite in " + config.FileName + ", or else 2%)"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "order the searches by `N`"},
		flags.Config(),
		flags.NoBuild(),
		&cli.Uint64Flag{Name: "slower", Hidden: true, Usage: "make the head slower by `N` percent: see selftest"},
		flags.Out("write what was measured to `FILE`, to judge it again"),
		&cli.PathFlag{Name: "stored", Usage: "judge what --out wrote to `FILE`, and measure nothing"},
	}
}

// checkRaceFiles refuses what --stored would pass over.
func checkRaceFiles(in *flags.Reader) {
	in.Alone("stored", "which measures nothing", "base", "head", "base-folder", "base-option", "head-option", "depth", "nodes", "budget", "seed", "out", "farm")
}

// raceOptions reads the flags; configured is the engine of the configuration.
func raceOptions(in *flags.Reader, configured string) *race.Options {
	budget := in.Duration("budget")
	o := &race.Options{
		Stored: in.Path("stored"), Out: in.Path("out"), BaseFolder: in.Path("base-folder"), Budget: budget, Seed: in.Uint64("seed"),
		Slower: in.Uint64("slower"), Progress: progress.Race(in.App.ErrWriter, budget),
		Allowed: flags.Given(in, "allowed", compare.ParseGrowth), Limits: in.ExactLimit(engine.Limits{Nodes: speed.DefaultNodes}),
	}
	if budget < speed.MinBudget {
		in.Failf("flag --budget=%v (expected at least %v)", budget, speed.MinBudget)
	}
	o.Base.Engine, o.Head.Engine = in.String("base"), in.String("head")
	switch {
	case in.IsSet("farm") && o.Slower > 0:
		in.Failf("flag --slower beside --farm (expected one of the two)")
	case o.BaseFolder == "":
	case in.IsSet("base"):
		in.Failf("flag --base beside --base-folder (expected one of the two)")
	case !in.IsSet("head"):
		o.Head.Engine = configured
	}
	o.Base.Options, o.Head.Options = in.Options("base-option"), in.Options("head-option")
	return o
}

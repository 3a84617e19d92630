package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// calibrateCommand measures chance on an engine and concludes limits from it.
func calibrateCommand() *cli.Command {
	return &cli.Command{
		Name:      "calibrate",
		Usage:     "measure how far chance alone scatters on an engine, and set limits and forms by it",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "engine", Usage: "measure `ENGINE` instead of that of " + config.FileName},
				&cli.IntFlag{Name: "forms", Value: calibrate.DefaultForms, Usage: "search each position in `N` forms for each of the two draws"},
				&cli.DurationFlag{Name: "budget", Value: calibrate.DefaultBudget, Usage: "choose the forms so that all suites together stay within `TIME`"},
				&cli.BoolFlag{Name: "ab", Usage: "the time is that of ab, which searches base and head, instead of ci"},
				&cli.BoolFlag{Name: "leave-out", Usage: "leave out positions of which no form is solved"},
				&cli.BoolFlag{Name: "write", Usage: "write forms and limits into the configuration, each with its reason above it"},
				flags.Format("report", "text", "markdown", "json"),
				flags.Tier(), flags.NoTimes(), flags.NoBuild(),
			},
			flags.Runner(), flags.Farm()),
		Action:       command.Measure(command.Anything(), measureChance),
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// measureChance measures, prints what follows, and writes it where that is asked for.
func measureChance(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	format := tableFormat(in)
	options, r := calibrateOptions(in)
	into := ""
	if in.Bool("write") {
		into = cmp.Or(in.Path("config"), config.FileName)
		in.Keep(calibrate.CheckTarget(into))
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := calibrate.Measure(c.Context, r, options)
	if err != nil {
		return end, err
	}
	written := false
	if into != "" {
		if written, err = found.Write(into); err != nil {
			return end, err
		}
	}
	shown := found
	if c.Bool("no-times") {
		shown = found.WithoutTimes()
	}
	end = command.Conclusion{Verdict: "complete", Fields: report.CalibrationFields(found, written)}
	return end, export.Calibration(c.App.Writer, shown, command.Exported(c, format))
}

// calibrateOptions reads the flags.
func calibrateOptions(in *flags.Reader) (*calibrate.Options, *runner.Runner) {
	o := &calibrate.Options{
		Engine: in.String("engine"), Forms: in.Number("forms", calibrate.MinForms, calibrate.MaxForms),
		Budget: in.Duration("budget"), Both: in.Bool("ab"), LeaveOut: in.Bool("leave-out"), Command: calibratedBy(in), Today: flags.Today(),
	}
	if o.Budget < time.Second {
		in.Failf("flag --budget=%v (expected 1s or more)", o.Budget)
	}
	r := in.Runner()
	if r != nil {
		o.Suites = in.Suites(r.Config)
	}
	return o, r
}

// calibratedBy returns the command line as far as it says what is measured, for the reasons.
func calibratedBy(in *flags.Reader) string {
	text := "zugwatch calibrate"
	for _, name := range []string{"engine", "forms", "budget", "ab", "leave-out", "tier", "workers", "threads", "nullmove", "search", "eval", "eval-file", "hash"} {
		if in.IsSet(name) {
			text += fmt.Sprintf(" --%s=%v", name, in.Value(name))
		}
	}
	return strings.Join(append([]string{text}, in.Args().Slice()...), " ")
}

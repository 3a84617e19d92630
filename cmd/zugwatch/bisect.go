package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/bisect"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/suites"
)

// bisectCommand finds the commit that changed a position.
func bisectCommand() *cli.Command {
	return &cli.Command{
		Name:  "bisect",
		Usage: "find the commit since which a position is lost, or costs other nodes",
		Flags: flags.Concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "position", Usage: "the `ID` of a position in a suite of " + config.FileName},
				&cli.StringFlag{Name: "good", Usage: "a `REVISION` at which it was right"},
				&cli.StringFlag{Name: "bad", Usage: "a later `REVISION` at which it is wrong"},
				flags.OneOf(&cli.StringFlag{Name: "metric", Value: "solved", Usage: "what went wrong: `solved`, or nodes"}, "solved", "nodes"),
				&cli.StringFlag{Name: "suite", Usage: "the `SUITE` that the position is of, where there are several"},
				&cli.StringFlag{Name: "limit", DefaultText: "that of the suite", Usage: "search to `LIMIT`, such as depth=12"},
				&cli.IntFlag{Name: "forms", DefaultText: strconv.Itoa(bisect.DefaultForms), Usage: "judge a revision by `N` forms of the position that mean the same, or by one search with 1"},
				flags.Revisions(),
			},
			flags.Runner(), flags.Farm()),
		Action: command.Measure(command.None(), findCommit),
	}
}

// findCommit bisects as the command line asks for.
func findCommit(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	for _, name := range []string{"position", "good", "bad"} {
		if c.String(name) == "" {
			in.Failf("flag --%s is missing (expected --position ID --good REVISION --bad REVISION)", name)
		}
	}
	options := &bisect.Options{
		Position: c.String("position"), Suite: c.String("suite"), Good: c.String("good"), Bad: c.String("bad"), Metric: flags.Kept(in, "metric", bisect.ParseMetric),
		Forms: in.Number("forms", 1, suites.MaxForms),
		Limit: flags.Given(in, "limit", bench.ParseLimits), Anew: c.Bool("no-cache"), Observer: progress.Bisect(c.App.Writer),
	}
	r := in.Runner()
	if err := in.Err(); err != nil {
		return end, err
	}
	result, err := bisect.Run(c.Context, r, options)
	if result == nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "found", Fields: report.BisectFields(result)}
	if len(result.Suspects) > 1 {
		end.Verdict, end.Kind = "inconclusive", failure.Undecided
	}
	return end, err
}

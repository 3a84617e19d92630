package main

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
)

// The rule of profile diff without flags.
const (
	defaultFalseAlarms = 0.01
	defaultLeast       = 0.2 // percent of the base's time
)

func profileDiffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "show which functions became slower or faster",
		ArgsUsage: "BASE HEAD",
		Description: "Compares two CPU profiles by function, in nanoseconds of CPU time for each node\n" +
			"searched where both are of one machine since its start with 3 passes or more, else\n" +
			"in shares of the whole time. Every change has its standard error; only what chance\n" +
			"does not give is shown.\n\n" +
			"   zugwatch profile diff base.pb.gz head.pb.gz",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Value: "text", Usage: "print the report as `text`, markdown or json"},
			&cli.BoolFlag{Name: "verbose", Usage: "show every function, also those that may not have changed"},
			&cli.BoolFlag{Name: "shares", Usage: "compare shares of the time also where nanoseconds per node could be"},
			&cli.Float64Flag{Name: "false-alarms", Value: defaultFalseAlarms, Usage: "how often two equal profiles may show any change, a `RATE` between 0 and 1"},
			&cli.Float64Flag{Name: "least", Value: defaultLeast, Usage: "leave out changes below `PERCENT` of the base's time"},
		},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 2, 2, "two profiles")
			if err != nil {
				return err
			}
			return diffProfiles(c, args[0], args[1])
		},
	}
}

// diffProfiles compares two profiles and shows the difference.
func diffProfiles(c *cli.Context, base, head string) error {
	asJSON := c.String("format") == "json"
	var options report.Options
	if !asJSON {
		var err error
		if options, err = pageOptions(c); err != nil {
			return err
		}
	}
	rule := profile.Rule{FalseAlarms: c.Float64("false-alarms"), Least: c.Float64("least") / 100}
	if !(rule.FalseAlarms > 0 && rule.FalseAlarms < 1) {
		return badInput("flag --false-alarms=%v (expected a number between 0 and 1)", rule.FalseAlarms)
	}
	if !(rule.Least >= 0 && rule.Least <= 1) {
		return badInput("flag --least=%v (expected percent from 0 to 100)", c.Float64("least"))
	}
	before, err := summarise(base)
	if err != nil {
		return err
	}
	after, err := summarise(head)
	if err != nil {
		return err
	}
	if profile.Comparable(before, after) == nil && !c.Bool("shares") {
		rule.Measure = profile.PerNode
	}
	difference, err := profile.Compare(before, after, rule)
	if err != nil {
		return profileError(err)
	}
	if asJSON {
		return report.ProfileJSON(c.App.Writer, difference)
	}
	return report.ProfileDifference(c.App.Writer, difference, options)
}

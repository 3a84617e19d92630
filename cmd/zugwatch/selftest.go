package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
)

// selftestCommand proves that the gates can fail.
func selftestCommand() *cli.Command {
	return &cli.Command{
		Name:      "selftest",
		Usage:     "inject known regressions and prove that every gate goes red",
		ArgsUsage: "[SUITE]...",
		Description: "A gate that can not fail is worse than none. For every suite of " + configName + ", or\n" +
			"those named, copies of its baseline are made worse by just more than its gate allows,\n" +
			"and judged by that gate: lost positions, more nodes, faults, other positions. Then the\n" +
			"program itself is run in a temporary folder, with a small suite and the built-in\n" +
			"engine: lost positions, more nodes, engines that are silent or hang, baselines that are\n" +
			"missing, edited or cut, empty results, a missing shard. Nothing else is measured or\n" +
			"written; it takes seconds. Exit code 1: something was not found.\n\n" +
			"   zugwatch selftest",
		Flags: concat(
			[]cli.Flag{&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName}},
			pageFlags()),
		Action: func(c *cli.Context) error {
			return conclude(c, func() (conclusion, error) { return selftest(c) })
		},
	}
}

// selftest makes all injections and counts those that were not found.
func selftest(c *cli.Context) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return end, err
	}
	selected, err := settings.selection(c.Args().Slice())
	if err != nil {
		return end, err
	}
	baselines := make([]*store.Baseline, len(selected))
	var bad []error
	for i, chosen := range selected {
		var err error
		baselines[i], err = store.LoadBaseline(settings.path(chosen.Baseline))
		bad = append(bad, withHint(err, settings))
	}
	if err := errors.Join(bad...); err != nil {
		return end, err
	}
	var all []report.Injection
	for i, chosen := range selected {
		chosen.Gate.Today = today()
		g := &gateTest{suite: chosen, base: baselines[i].Run}
		all = append(all, g.run()...)
	}
	own, err := testProgram(c.Context)
	if err != nil {
		return end, interruption(c.Context, err)
	}
	all = append(all, own...)
	return selftestEnd(all), report.Injections(c.App.Writer, all, options)
}

// selftestEnd counts what was found.
func selftestEnd(all []report.Injection) conclusion {
	missed := 0
	for _, injection := range all {
		if !injection.Found {
			missed++
		}
	}
	end := conclusion{verdict: compare.Pass.String(), fields: []report.Field{
		{Key: "injected", Value: strconv.Itoa(len(all))},
		{Key: "missed", Value: strconv.Itoa(missed)},
	}}
	if missed > 0 || len(all) == 0 {
		end.verdict, end.code = compare.Fail.String(), codeRegression
	}
	return end
}

// firstLine is a message in short.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

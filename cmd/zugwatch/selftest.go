package main

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
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
			"and judged by that gate, key by key: lost positions and controls, fewer points, more\n" +
			"nodes, slower times, shifted hot spots, faults, a quarantine that has expired, other\n" +
			"positions. Then the program itself is run in a temporary folder, with small suites that\n" +
			"have every key and the built-in engine: the same again, engines that are silent or\n" +
			"hang, baselines that are missing, edited or cut, empty results, a missing shard, and a\n" +
			"race against an engine that is really slower. Nothing else is measured or written; it\n" +
			"takes seconds. Exit code 1: something was not found.\n\n" +
			"   zugwatch selftest",
		Flags: concat(
			[]cli.Flag{
				&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
				&cli.DurationFlag{Name: "speed", Value: raceTime, Usage: "race the engine for about a `TIME` with an equal and with a slower one, for longer where that decides nothing; 0 does not"},
			},
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
	if budget := c.Duration("speed"); budget != 0 && budget < speed.MinBudget {
		return end, badInput("flag --speed=%v (expected 0 or at least %v)", budget, speed.MinBudget)
	}
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return end, err
	}
	selected, err := settings.selection(c.Args().Slice())
	if err != nil {
		return end, err
	}
	all, err := testSuites(settings, selected, theJudges())
	if err != nil {
		return end, err
	}
	path, err := os.Executable()
	if err != nil {
		return end, err
	}
	own, err := testProgram(c.Context, program{path, inProcess}, c.Duration("speed"), c.App.ErrWriter)
	if err != nil {
		return end, interruption(c.Context, err)
	}
	all = append(all, own...)
	return selftestEnd(all), report.Injections(c.App.Writer, all, options)
}

// testSuites makes every injection into the suites of a configuration.
func testSuites(settings *config, selected []suiteConfig, by judges) (all []report.Injection, err error) {
	tests := make([]gateTest, len(selected))
	var bad []error
	for i, chosen := range selected {
		chosen.Gate.Today = today()
		baseline, missing := store.LoadBaseline(settings.path(chosen.Baseline))
		accepted, unread := loadProfileBaseline(settings, chosen)
		bad = append(bad, withHint(missing, settings), unread)
		tests[i] = gateTest{judges: by, suite: chosen, profile: accepted}
		if missing == nil {
			tests[i].base = baseline.Run
		}
	}
	if err := errors.Join(bad...); err != nil {
		return nil, err
	}
	for i := range tests {
		all = append(all, tests[i].run()...)
	}
	return all, nil
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

// lastLine is what a program that failed has to say.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

package main

import (
	"errors"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/suites"
)

const (
	// speedSuite is searched when no suite is named.
	speedSuite = "crafty"
	// speedNodes is the limit of each search when none is named.
	speedNodes = "nodes=5000"
	// speedLoss is what is allowed where nothing is said, in permille.
	speedLoss compare.Growth = 20
)

// speedCommand races two engines.
func speedCommand() *cli.Command {
	return &cli.Command{
		Name:      "speed",
		Usage:     "measure two engines side by side and judge whether one is slower",
		ArgsUsage: "[SUITE|FILE.epd]",
		Description: "Searches the same positions with both engines, in turns and in random order, and\n" +
			"the base against itself in between, which shows how noisy the machine is. Judged is\n" +
			"the time for each node, CPU time where it is known: what a change costs in nodes is\n" +
			"another axis. A loss has to be seen twice.\n\n" +
			"   zugwatch speed --base ./engine-main --head ./engine\n" +
			"   zugwatch speed --head-option NullMove=r3\n" +
			"   zugwatch speed wac --nodes 5000 --base ./old --head ./new --allowed 1%",
		Flags: concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "base", Value: builtinName, Usage: "the `ENGINE` to be held against: zugwatch, or a program that speaks UCI, with arguments in one word"},
				&cli.StringFlag{Name: "head", Value: builtinName, Usage: "the `ENGINE` to be judged"},
				raceFolderFlag(),
				&cli.StringSliceFlag{Name: "base-option", Usage: "set a UCI option of the base, `NAME=VALUE`"},
				&cli.StringSliceFlag{Name: "head-option", Usage: "set a UCI option of the head, `NAME=VALUE`"},
				&cli.StringFlag{Name: "depth", Usage: "search to depth `N` in plies"},
				&cli.StringFlag{Name: "nodes", Usage: "search at most `N` nodes (default: 5000)"},
				&cli.DurationFlag{Name: "budget", Value: time.Minute, Usage: "measure for about a `TIME`"},
				&cli.StringFlag{Name: "allowed", Usage: "how much slower the head may be, such as `2%` (default: speed in the gate of the suite in " + configName + ", or else 2%)"},
				&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "order the searches by `N`"},
				&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
				slowerFlag(),
			},
			raceFileFlags(), reportFlags()),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 0, 1, "at most one suite or EPD file")
			if err != nil {
				return err
			}
			name := speedSuite
			if len(args) > 0 {
				name = args[0]
			}
			return publish(c, func(to *publication) (finding, error) { return measureSpeed(c, to, name) })
		},
		BashComplete: completeSuites,
	}
}

// measureSpeed races two engines on a suite, or judges a race again.
func measureSpeed(c *cli.Context, to *publication, name string) (found finding, err error) {
	if err := checkRaceFiles(c); err != nil {
		return found, err
	}
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return found, err
	}
	suite, allowed, entry, err := speedGate(c, settings, name)
	if err != nil {
		return found, err
	}
	measured, err := raceOf(c, settings, suite, allowed)
	if err != nil {
		return found, err
	}
	race := report.Race{Suite: suite.Name, Measured: measured}
	if entry > 0 {
		race.Entry = to.place(settings.File, entry)
	}
	found.races = []report.Race{race}
	result := measured.Finding.Result()
	found.conclusion = conclusion{
		verdict: result.Verdict.String(),
		code:    verdictCode(result.Verdict, false),
		fields:  append([]report.Field{{Key: "suite", Value: suite.Name}}, report.SpeedFields(measured)...),
	}
	found.fields = append(found.fields, report.AxisFields([]compare.Result{result})...)
	return found, nil
}

// raceOf is the race of the flags, measured or read.
func raceOf(c *cli.Context, settings *config, suite *suites.Suite, allowed compare.Growth) (*speed.Report, error) {
	if c.IsSet("stored") {
		return storedRace(c.Path("stored"), suite.Name, allowed)
	}
	config, err := speedConfig(c, settings, suite)
	if err != nil {
		return nil, err
	}
	config.Allowed = allowed
	measured, err := speed.Run(c.Context, config)
	if err != nil {
		return nil, interruption(c.Context, speedError(err))
	}
	return measured, keepRace(c, suite.Name, measured)
}

// speedError gives what an engine has done wrong its exit code.
func speedError(err error) error {
	var setup *speed.SetupError
	if errors.As(err, &setup) {
		return err
	}
	return withCode(codeEngine, err)
}

// speedGate opens a suite, one of the configuration first, and finds out how much
// slower an engine may be on it, and its line in the configuration, 0 for none.
func speedGate(c *cli.Context, settings *config, name string) (suite *suites.Suite, allowed compare.Growth, entry int, err error) {
	allowed = speedLoss
	open := func() (*suites.Suite, error) { return openRecords(name, nil) }
	for _, chosen := range settings.Suites {
		if chosen.Name == name {
			entry = chosen.Line
			open = func() (*suites.Suite, error) { return settings.open(chosen) }
			if chosen.Gate.Speed != nil {
				allowed = *chosen.Gate.Speed
			}
		}
	}
	if text := c.String("allowed"); text != "" {
		if allowed, err = compare.ParseGrowth(text); err != nil {
			return nil, 0, 0, badInput("flag --allowed: %w", err)
		}
	}
	suite, err = open()
	return suite, allowed, entry, err
}

// speedConfig reads the flags that say what is measured and how long.
func speedConfig(c *cli.Context, settings *config, suite *suites.Suite) (config speed.Config, err error) {
	limits, err := speedLimit(c)
	if err != nil {
		return config, err
	}
	config = speed.Config{Limits: limits, Budget: c.Duration("budget"), Seed: c.Uint64("seed"), Now: time.Now}
	config.Progress = raceProgress(c.App.ErrWriter, config.Budget)
	if config.Budget < speed.MinBudget {
		return config, badInput("flag --budget=%v (expected at least %v)", config.Budget, speed.MinBudget)
	}
	config.Positions = suite.Positions()
	config.Base, config.Head, err = raceEngines(c, settings)
	config.Head = slowedBy(c.Uint64("slower"), config.Head)
	return config, err
}

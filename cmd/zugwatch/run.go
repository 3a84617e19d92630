package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/suites"
)

// defaultNodes is the limit of a run that is given none.
const defaultNodes = "nodes=50000"

// maxRowsOfBroken is how many positions are listed of a run that was cut short.
const maxRowsOfBroken = 20

// runCommand runs one suite.
func runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run one suite and show the result of each position",
		ArgsUsage: "SUITE|FILE.epd",
		Description: "Searches every position of a suite that Zugwatch brings, or of an EPD file, and\n" +
			"says which were solved. Without a limit each position is searched to the depth\n" +
			"that the suite names, or else with " + defaultNodes + ". A limit by depth or nodes is exact:\n" +
			"the run can be repeated to the node.\n\n" +
			"   zugwatch run wac --nodes 20000\n" +
			"   zugwatch run own.epd --depth 10 --nullmove off -o off.json\n" +
			"   zugwatch run ecm --filter 'ECM.0*' --cputime 100ms --verbose\n\n" +
			"Any engine that speaks UCI can be measured, one of " + configName + " by its name or a\n" +
			"program by its path; several are shown side by side:\n\n" +
			"   zugwatch run wac --nodes 20000 --engine zugwatch --engine /usr/games/stockfish\n\n" +
			"With -o a journal beside the file keeps what is finished, so that a run that was\n" +
			"killed or interrupted goes on with the same command and --resume. A part of a suite\n" +
			"for each of several machines is a shard:\n\n" +
			"   zugwatch run ecm --depth 12 --shard 2/4 -o ecm-2.json",
		Flags: concat(
			limitFlags(),
			[]cli.Flag{
				&cli.StringSliceFlag{Name: "filter", Usage: "run only what `PATTERN` names: an id, 'WAC.1*', a range of places such as 1-50, or kind:bm, am, dm, points or none"},
				&cli.StringFlag{Name: "shard", Usage: "run only `i/n` of the suite, for zugwatch merge; slurm, kubernetes or github reads it from the environment"},
				&cli.IntFlag{Name: "max-faults", DefaultText: "10, or one in 20 positions if that is more", Usage: "give the run up when more than `N` positions have an engine fault"},
				&cli.IntFlag{Name: "repeat", Value: 1, Usage: "search each position `N` times, and fault those whose results differ"},
				&cli.BoolFlag{Name: "counters", Usage: "show what the null-move family did, and keep it by depth in the file too"},
				outFlag("write the run to `FILE`, and its times beside it; {engine} in it stands for the name of the engine"),
			},
			engineFlags(),
			checkpointFlags(),
			measurementFlags(), reportFlags(), []cli.Flag{noTimesFlag()}),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "one suite or EPD file")
			if err != nil {
				return err
			}
			return publish(c, func(to *publication) (finding, error) { return runSuite(c, to, args[0]) })
		},
		BashComplete: completeSuites,
	}
}

// engineFlags are the flags that choose the engines of a run.
func engineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "engine", Usage: "run `ENGINE`: zugwatch, a name in " + configName + " or a program that speaks UCI, with arguments in one word as in 'gnuchess --uci'"},
		optionFlag(),
		&cli.BoolFlag{Name: "build", Usage: "run the build commands of the engines first"},
	}
}

// ciEngineFlag puts one engine in the place of those of the configuration.
func ciEngineFlag() cli.Flag {
	return &cli.StringFlag{Name: "engine", Usage: "judge `ENGINE` instead of that of " + configName + ": zugwatch, a name in it or a program that speaks UCI, with arguments in one word"}
}

// optionFlag sets UCI options.
func optionFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "option", Usage: "set a UCI option of every engine, `NAME=VALUE`"}
}

// concat joins lists of flags.
func concat(lists ...[]cli.Flag) []cli.Flag {
	var all []cli.Flag
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// limitFlags are the flags that limit a search.
func limitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "depth", Usage: "search to depth `N` in plies"},
		&cli.StringFlag{Name: "nodes", Usage: "search at most `N` nodes"},
		&cli.StringFlag{Name: "movetime", Usage: "search for a `TIME` on the clock, such as 100ms"},
		&cli.StringFlag{Name: "cputime", Usage: "search for a `TIME` of the engine's own CPU clock"},
		&cli.StringFlag{Name: "limit", Usage: "the same in one `TEXT`, such as depth=20,nodes=50000, or sd for the depth that the suite names and acd for that of its analysis"},
		&optionalFlag{&cli.StringFlag{Name: "stop-when-solved", Usage: "end a search when `N` iterations in a row had the right answer, 3 without a number; given with ="}, "3"},
	}
}

// flagLimit reads the limit flags, and what to do without any.
func flagLimit(c *cli.Context, suite *suites.Suite) (bench.Limits, error) {
	var parts []string
	if text := c.String("limit"); text != "" {
		parts = append(parts, text)
	}
	for _, name := range []string{"depth", "nodes", "movetime", "cputime"} {
		if text := c.String(name); text != "" {
			parts = append(parts, name+"="+text)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, defaultLimit(suite))
	}
	if c.IsSet("stop-when-solved") {
		parts = append(parts, "stop-when-solved="+c.String("stop-when-solved"))
	}
	chosen, err := bench.ParseLimits(strings.Join(parts, ","))
	return chosen, withCode(codeInput, err)
}

// defaultLimit is the depth that every record names, or a number of nodes.
func defaultLimit(suite *suites.Suite) string {
	for i := range suite.Records {
		if suite.Records[i].Depth == 0 {
			return defaultNodes
		}
	}
	return "sd"
}

// runConfig reads the flags that say what to search and how far.
func runConfig(c *cli.Context, suite *suites.Suite) (bench.Config, error) {
	limits, err := flagLimit(c, suite)
	if err != nil {
		return bench.Config{}, err
	}
	shard, err := flagShard(c.String("shard"), os.Getenv)
	if err != nil {
		return bench.Config{}, err
	}
	if repeat := c.Int("repeat"); repeat < 1 || repeat > bench.MaxRepeat {
		return bench.Config{}, badInput("flag --repeat=%d (expected a number from 1 to %d)", repeat, bench.MaxRepeat)
	}
	if c.IsSet("max-faults") && c.Int("max-faults") < 1 {
		return bench.Config{}, badInput("flag --max-faults=%d (expected a number from 1)", c.Int("max-faults"))
	}
	return bench.Config{
		Limits: limits, Shard: shard, Repeat: c.Int("repeat"), CountDepths: c.Bool("counters"), MaxFaults: c.Int("max-faults"),
	}, nil
}

// openRecords opens a suite, or the part of it that patterns name.
func openRecords(name string, patterns []string) (*suites.Suite, error) {
	suite, err := suites.Resolve(name)
	if err == nil && len(patterns) > 0 {
		suite, err = suite.Filter(patterns...)
	}
	var unknown *suites.UnknownError
	if errors.As(err, &unknown) {
		if _, statErr := os.Stat(name); statErr == nil {
			err = fmt.Errorf("%w; the file %s needs a path, such as ./%s", err, name, name)
		}
	}
	return suite, withCode(codeInput, err)
}

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
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
			"   zugwatch run ecm --filter 'ECM.0*' --cputime 100ms --verbose",
		Flags: concat(
			limitFlags(),
			[]cli.Flag{
				&cli.StringSliceFlag{Name: "filter", Usage: "run only the records whose id matches `PATTERN`, such as WAC.001 or 'WAC.1*'"},
				outFlag("write the run to `FILE`, and its times beside it"),
			},
			measurementFlags(), reportFlags(),
			[]cli.Flag{&cli.BoolFlag{Name: "no-times", Usage: "leave out times, so that equal runs give equal reports"}}),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "one suite or EPD file")
			if err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return runSuite(c, args[0]) })
		},
		BashComplete: completeSuites,
	}
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
		&cli.StringFlag{Name: "limit", Usage: "the same in one `TEXT`, such as depth=20,nodes=50000, or sd for the depth that the suite names"},
	}
}

// flagLimit reads the limit flags, and what to do without any.
func flagLimit(c *cli.Context, suite *suites.Suite) (limit, error) {
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
	chosen, err := parseLimit(strings.Join(parts, ","))
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

// runSuite executes one suite as the flags say.
func runSuite(c *cli.Context, name string) (conclusion, error) {
	options, err := reportOptions(c)
	if err != nil {
		return conclusion{}, err
	}
	suite, err := openRecords(name, c.StringSlice("filter"))
	if err != nil {
		return conclusion{}, err
	}
	chosen, err := flagLimit(c, suite)
	if err != nil {
		return conclusion{}, err
	}
	_, measurement, err := setUp(c)
	if err != nil {
		return conclusion{}, err
	}
	run, timing, err := measurement.run(c.Context, suite, chosen)
	if run == nil {
		return conclusion{}, err
	}
	end := conclusion{verdict: "complete", fields: report.RunFields(run)}
	if saving := save(c.Path("out"), run, timing); saving != nil {
		return end, errors.Join(err, saving)
	}
	if err == nil {
		err = faultError(run, timing)
	}
	if err != nil && !options.Verbose {
		options.MaxRows = maxRowsOfBroken
	}
	if c.Bool("no-times") {
		timing = nil
	}
	if broken := report.Run(c.App.Writer, run, timing, options); broken != nil {
		return end, broken
	}
	return end, err
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

// save writes a run and its times to a file, if one is named.
func save(file string, run *bench.Run, timing *bench.Timing) error {
	if file == "" {
		return nil
	}
	if err := store.Save(file, run); err != nil {
		return withCode(codeMachine, fmt.Errorf("output: %w", err))
	}
	if err := store.SaveTiming(file, timing); err != nil {
		return withCode(codeMachine, fmt.Errorf("output: %w", err))
	}
	return nil
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// maxShownMisses is how many misses of a baseline are shown in short.
const maxShownMisses = 10

// baselineCommand groups what is done to accepted runs.
func baselineCommand() *cli.Command {
	return &cli.Command{
		Name:        "baseline",
		Usage:       "accept runs as the measure of later ones, check or show those accepted",
		Subcommands: []*cli.Command{baselineAcceptCommand(), baselineCheckCommand(), baselineShowCommand()},
	}
}

func baselineAcceptCommand() *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "measure suites and make the runs their baselines",
		ArgsUsage: "[SUITE]...",
		Description: "Runs the suites of " + configName + ", or those named, and replaces their baselines.\n" +
			"A baseline whose run has not changed is left as it is. A run that was written\n" +
			"by run -o or by ci --save can be accepted without measuring again.\n\n" +
			"   zugwatch baseline accept --reason 'wider futility margin, agreed in the review'\n" +
			"   zugwatch baseline accept wac --from new.json --reason 'the same'\n" +
			"   zugwatch baseline accept wac --only WAC.002 --only WAC.092 --reason 'found now'",
		Flags: concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "reason", Usage: "why the new results are right, one line of `TEXT`"},
				&cli.StringSliceFlag{Name: "only", Usage: "take over the position `ID` alone, of the one suite named; may be given again"},
				&cli.PathFlag{Name: "from", Usage: "accept the run in `FILE` for the one suite named"},
			},
			measurementFlags()),
		Action: func(c *cli.Context) error {
			return conclude(c, func() (conclusion, error) { return accept(c) })
		},
	}
}

// accept replaces the baselines of the suites named.
func accept(c *cli.Context) (conclusion, error) {
	if strings.TrimSpace(c.String("reason")) == "" {
		return conclusion{}, badInput("flag --reason is missing (expected why the new results are right)")
	}
	settings, measurement, err := setUp(c)
	if err != nil {
		return conclusion{}, err
	}
	selected, err := settings.selection(c.Args().Slice())
	if err != nil {
		return conclusion{}, err
	}
	if c.Path("from") != "" && (len(selected) != 1 || c.NArg() != 1) {
		return conclusion{}, badInput("flag --from (expected the name of the one suite that the run is of)")
	}
	engines, err := measurement.engines(c, selected)
	if err != nil {
		return conclusion{}, err
	}
	if len(c.StringSlice("only")) > 0 && (len(selected) != 1 || c.NArg() != 1) {
		return conclusion{}, badInput("flag --only (expected the name of the one suite that the positions are of)")
	}
	accepted := provenance(c)
	var names []string
	changed := 0
	for i, chosen := range selected {
		run, err := candidateRun(c, measurement, engines[i], chosen)
		if err != nil {
			return conclusion{}, err
		}
		replaced, err := replaceBaseline(c, settings.path(chosen.Baseline), run, accepted)
		if err != nil {
			return conclusion{}, err
		}
		if err := acceptProfile(c, measurement, engines[i], chosen, accepted); err != nil {
			return conclusion{}, err
		}
		names = append(names, chosen.Name)
		if replaced {
			changed++
		}
	}
	return conclusion{verdict: "accepted", fields: []report.Field{
		{Key: "suite", Value: strings.Join(names, ",")},
		{Key: "changed", Value: strconv.Itoa(changed)},
	}}, nil
}

// candidateRun is the run to accept for a suite: that of the file, if one is
// named, or one measured now.
func candidateRun(c *cli.Context, measurement *measurement, on contender, chosen suiteConfig) (*bench.Run, error) {
	settings, file := measurement.settings, c.Path("from")
	suite, err := settings.open(chosen)
	if err != nil {
		return nil, err
	}
	if len(c.StringSlice("only")) > 0 {
		return graftedRun(c, measurement, on, chosen, suite)
	}
	if file == "" {
		run, timing, err := measurement.run(c.Context, on, suite, chosen.Limit)
		if err == nil {
			err = faultError(run, timing)
		}
		return run, err
	}
	return storedRun(settings, chosen, suite, file)
}

// storedRun is the run in a file if it is one of the suite.
func storedRun(settings *config, chosen suiteConfig, suite *suites.Suite, file string) (*bench.Run, error) {
	run, err := store.Load(file)
	if err != nil {
		return nil, err
	}
	limit, err := bench.ParseLimits(run.Limits)
	if err != nil || limit != chosen.Limit || run.Suite.Digest != suite.Digest {
		return nil, badInput("%s: run is not of suite %s under its limit (found suite %s, digest %.12s, limits %s; expected digest %.12s and the limit of %s:%d)",
			file, chosen.Name, run.Suite.Name, run.Suite.Digest, run.Limits, suite.Digest, settings.File, chosen.Line)
	}
	run.Suite.Name = chosen.Name
	if totals := run.Totals(); !run.Complete {
		return nil, fmt.Errorf("%s: %w", file, &bench.IncompleteError{Finished: totals.Positions - totals.Unfinished, Total: totals.Positions})
	}
	return run, nil
}

// replaceBaseline writes the run as the baseline in the file, unless the one
// there holds the same run, and tells whether it did.
func replaceBaseline(c *cli.Context, file string, run *bench.Run, accepted store.Accepted) (bool, error) {
	line := fmt.Sprintf("%s: %s: %s", file, run.Suite.Name, sums(run))
	old, err := store.LoadBaseline(file)
	if err == nil && sameRun(old.Run, run) {
		_, err := fmt.Fprintln(c.App.Writer, line+" (unchanged)")
		return false, err
	}
	baseline, err := store.Accept(run, accepted)
	if err != nil {
		return false, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return false, withCode(codeMachine, err)
	}
	if err := store.SaveBaseline(file, baseline); err != nil {
		return false, withCode(codeMachine, err)
	}
	if old != nil {
		line += fmt.Sprintf(" (before: %s)", sums(old.Run))
	}
	_, err = fmt.Fprintln(c.App.Writer, line)
	return true, err
}

// sums is a run in few words.
func sums(run *bench.Run) string {
	totals := run.Totals()
	if totals.Asked == 0 {
		return fmt.Sprintf("nodes %d", totals.Nodes)
	}
	return fmt.Sprintf("solved %d of %d, nodes %d", totals.Solved, totals.Asked, totals.Nodes)
}

// sameRun tells whether two runs are equal to the byte.
func sameRun(a, b *bench.Run) bool {
	first, err := store.Encode(a)
	if err != nil {
		return false
	}
	second, err := store.Encode(b)
	return err == nil && bytes.Equal(first, second)
}

func baselineShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show what was accepted, when and why",
		ArgsUsage: "[SUITE]...",
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
			&cli.BoolFlag{Name: "verbose", Usage: "show every position"},
		},
		Action: func(c *cli.Context) error {
			settings, err := loadConfig(c.Path("config"))
			if err != nil {
				return err
			}
			selected, err := settings.selection(c.Args().Slice())
			if err != nil {
				return err
			}
			var bad []error
			for _, chosen := range selected {
				bad = append(bad, showBaseline(c, settings, chosen))
			}
			return errors.Join(bad...)
		},
	}
}

// showBaseline prints one baseline.
func showBaseline(c *cli.Context, settings *config, chosen suiteConfig) error {
	file := settings.path(chosen.Baseline)
	baseline, err := store.LoadBaseline(file)
	if err != nil {
		return withHint(err, settings)
	}
	fmt.Fprintf(c.App.Writer, "%s: accepted %s: %s\n", file, baseline.Accepted.Date, printable(baseline.Accepted.Reason))
	if text := origin(baseline.Accepted); text != "" {
		fmt.Fprintln(c.App.Writer, "measured by "+text)
	}
	options := report.Options{Verbose: c.Bool("verbose")}
	if !options.Verbose {
		options.MaxRows = maxShownMisses
	}
	return report.Run(c.App.Writer, baseline.Run, nil, options)
}

package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
)

// compareCommand compares two stored runs.
func compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "compare two runs of one suite and judge the difference",
		ArgsUsage: "BASE.json CANDIDATE.json",
		Description: "Compares two files that run -o wrote, or a baseline with one, position by\n" +
			"position. The runs have to be of the same positions under the same limits.\n\n" +
			"   zugwatch compare off.json r3.json\n" +
			"   zugwatch compare --kind zugzwang --lost 1 bench/baselines/zugzwang.json new.json",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "kind", Value: "tactics", Usage: "what the suite speaks for: `tactics`, zugzwang or nodes"},
			&cli.IntFlag{Name: "lost", Usage: "positions that may be lost, `N`"},
			&cli.IntFlag{Name: "faults", Usage: "positions that may have an engine fault, `N`"},
			&cli.StringFlag{Name: "nodes-total", Usage: "how much the sum of the nodes may grow, such as `5%`, or off (default: 5%, or off where the limit fixes the nodes)"},
			&cli.StringFlag{Name: "nodes-position", Value: "off", Usage: "how much the nodes of a single position may grow, such as `50%`"},
			&cli.IntFlag{Name: "nodes-floor", Usage: "positions with fewer nodes count as having `N`"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "print the report as `text`, markdown or json"},
			&cli.BoolFlag{Name: "verbose", Usage: "show every position that changed"},
		},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 2, 2, "two run files")
			if err != nil {
				return err
			}
			if c.String("format") == "json" {
				return compareJSON(c, args[0], args[1])
			}
			return conclude(c, func() (conclusion, error) { return compareText(c, args[0], args[1]) })
		},
	}
}

// compareText prints the comparison for people.
func compareText(c *cli.Context, base, head string) (conclusion, error) {
	options, err := reportOptions(c)
	if err != nil {
		return conclusion{}, err
	}
	comparison, err := compareFiles(c, base, head)
	if err != nil {
		return conclusion{}, err
	}
	end := conclusion{
		verdict: comparison.Verdict.String(),
		code:    comparisonCode(comparison),
		fields:  report.ComparisonFields(comparison),
	}
	if err := report.Comparison(c.App.Writer, comparison, options); err != nil {
		return end, err
	}
	return end, report.Gates(c.App.Writer, comparison.Suite.Name, comparison.Gates, options)
}

// compareJSON prints the comparison as one JSON object and nothing else.
func compareJSON(c *cli.Context, base, head string) error {
	comparison, err := compareFiles(c, base, head)
	if err != nil {
		return err
	}
	if err := report.JSON(c.App.Writer, comparison); err != nil {
		return err
	}
	if code := comparisonCode(comparison); code != codePass {
		return &failure{code: code}
	}
	return nil
}

// comparisonCode is the exit code of one comparison.
func comparisonCode(c *compare.Comparison) int {
	return verdictCode(c.Verdict, c.Head.Totals.Faulted > 0)
}

// compareFiles loads two runs and compares them under the gate of the flags.
func compareFiles(c *cli.Context, base, head string) (*compare.Comparison, error) {
	before, err := store.Load(base)
	if err != nil {
		return nil, err
	}
	now, err := store.Load(head)
	if err != nil {
		return nil, err
	}
	gate, err := flagGate(c, before)
	if err != nil {
		return nil, err
	}
	return compareRuns(before, now, gate)
}

// compareRuns compares two runs; its errors carry their exit codes.
func compareRuns(base, head *bench.Run, gate compare.Gate) (*compare.Comparison, error) {
	comparison, err := compare.Runs(base, head, gate)
	var unlike *compare.NotComparableError
	if errors.As(err, &unlike) {
		return nil, &failure{code: codeBaseline, err: err}
	}
	var wrong *compare.GateError
	if errors.As(err, &wrong) {
		return nil, &failure{code: codeInput, err: err}
	}
	return comparison, err
}

// flagGate is the gate of the flags for runs like the one given.
func flagGate(c *cli.Context, run *bench.Run) (compare.Gate, error) {
	axis, err := parseKind(c.String("kind"))
	if err != nil {
		return compare.Gate{}, badInput("flag --kind: %w", err)
	}
	limits, err := bench.ParseLimits(run.Limits)
	if err != nil {
		return compare.Gate{}, withCode(codeBaseline, err)
	}
	gate := compare.Gate{Axis: axis, MaxLost: c.Int("lost"), MaxFaults: c.Int("faults"), Total: defaultGrowth(limits)}
	for name, growth := range map[string]*compare.Growth{"nodes-total": &gate.Total, "nodes-position": &gate.Position} {
		if text := c.String(name); text != "" {
			if *growth, err = compare.ParseGrowth(text); err != nil {
				return compare.Gate{}, badInput("flag --%s: %w", name, err)
			}
		}
	}
	if c.Int("nodes-floor") < 0 {
		return compare.Gate{}, badInput("flag --nodes-floor=%d (expected 0 or more)", c.Int("nodes-floor"))
	}
	gate.Floor = uint64(c.Int("nodes-floor"))
	return gate, nil
}

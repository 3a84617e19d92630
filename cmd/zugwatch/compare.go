package main

import (
	"cmp"
	"errors"
	"sync"

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
		ArgsUsage: "[BASE.json] CANDIDATE.json",
		Description: "Compares two files that run -o wrote, or a baseline with one, position by\n" +
			"position. The runs have to be of the same positions under the same limits. No engine is\n" +
			"run: under a limit by time what was lost can not be searched again, as ci and ab do,\n" +
			"so that more than is allowed is a failure only if chance is excluded.\n\n" +
			"   zugwatch compare off.json r3.json\n" +
			"   zugwatch compare --suite wac new.json\n" +
			"   zugwatch compare --kind zugzwang --lost 1 bench/baselines/zugzwang.json new.json",
		Flags: concat([]cli.Flag{
			&cli.StringFlag{Name: "kind", Value: "tactics", Usage: "what the suite speaks for: `tactics`, zugzwang or nodes"},
			&cli.IntFlag{Name: "lost", Usage: "positions that may be lost, `N`"},
			&cli.IntFlag{Name: "points", Usage: "points that a graded suite has to reach, `N`"},
			&cli.IntFlag{Name: "faults", Usage: "positions that may have an engine fault, `N`"},
			&cli.StringFlag{Name: "nodes-total", Usage: "how much the sum of the nodes may grow, such as `5%`, or off (default: 5%, or off where the limit fixes the nodes)"},
			&cli.StringFlag{Name: "nodes-position", Value: "off", Usage: "how much the nodes of a single position may grow, such as `50%`"},
			&cli.IntFlag{Name: "nodes-floor", Usage: "positions with fewer nodes count as having `N`"},
			&cli.StringFlag{Name: "nodes-solution", Usage: "how much the nodes to the solution may grow in geometric mean, such as `20%` (default: not judged)"},
			&cli.BoolFlag{Name: "any-options", Usage: "compare runs with other Hash or Threads too"},
		}, suiteGateFlags(), reportFlags()),
		Action: func(c *cli.Context) error {
			args, err := comparedArguments(c)
			if err != nil {
				return err
			}
			return publish(c, func(*publication) (finding, error) { return compareStored(c, args) })
		},
	}
}

// compareStored compares two run files.
func compareStored(c *cli.Context, args []string) (finding, error) {
	base, head, err := comparedFiles(c, args)
	if err != nil {
		return finding{}, err
	}
	trial, err := compareFiles(c, base, head)
	if err != nil {
		return finding{}, err
	}
	comparison := trial.Comparison
	end := conclusion{
		verdict: comparison.Verdict.String(),
		code:    comparisonCode(comparison),
		fields:  append(report.ComparisonFields(comparison), report.AxisFields(comparison.Gates)...),
	}
	return finding{conclusion: end, trials: []report.Trial{trial}}, nil
}

// comparisonCode is the exit code of one comparison.
func comparisonCode(c *compare.Comparison) int {
	return verdictCode(c.Verdict, c.Overrun())
}

// compareFiles loads two runs and compares them under the gate of the flags.
func compareFiles(c *cli.Context, base, head string) (trial report.Trial, err error) {
	if trial.Base, trial.Run, err = both(store.Load, base, head); err != nil {
		return trial, err
	}
	gate, err := gateOf(c, trial.Base)
	if err != nil {
		return trial, err
	}
	var evidence compare.Evidence
	if !trial.Base.Exact() || !trial.Run.Exact() { // else times are not compared
		if evidence, err = fileEvidence(base, head); err != nil {
			return trial, err
		}
	}
	if !c.Bool("any-options") {
		evidence.Alike = alikeOptions(c)
	}
	trial.Comparison, err = compareRuns(trial.Base, trial.Run, gate, evidence)
	return trial, err
}

// both loads two files side by side. The error is that of the base if both have one.
func both[T any](load func(string) (T, error), base, head string) (b, h T, err error) {
	var group sync.WaitGroup
	var headErr error
	group.Go(func() { b, err = load(base) })
	group.Go(func() { h, headErr = load(head) })
	group.Wait()
	return b, h, cmp.Or(err, headErr)
}

// fileEvidence is what the files beside two run files add to them: their times,
// where both are there.
func fileEvidence(base, head string) (evidence compare.Evidence, err error) {
	evidence.Base, evidence.Head, err = both(fileTiming, base, head)
	return evidence, err
}

// fileTiming is the timing beside a run file, nil when there is none.
func fileTiming(file string) (*bench.Timing, error) {
	timing, err := store.LoadTiming(file)
	var missing *store.FileError
	if errors.As(err, &missing) && missing.Reason == store.Missing {
		return nil, nil
	}
	return timing, err
}

// compareRuns compares two runs; its errors carry their exit codes.
func compareRuns(base, head *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error) {
	comparison, err := compare.Judge(base, head, gate, evidence)
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
	gate := compare.Gate{Axis: axis, MaxLost: c.Int("lost"), MaxFaults: c.Int("faults"), MinPoints: c.Int("points"), Total: defaultGrowth(limits)}
	if c.IsSet("nodes-solution") {
		gate.Solution = new(compare.Growth)
	}
	for name, growth := range map[string]*compare.Growth{"nodes-total": &gate.Total, "nodes-position": &gate.Position, "nodes-solution": gate.Solution} {
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

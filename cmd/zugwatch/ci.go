package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// ciCommand is the main job.
func ciCommand() *cli.Command {
	return &cli.Command{
		Name:      "ci",
		Usage:     "run the suites of zugwatch.yaml and judge them by their baselines",
		ArgsUsage: "[SUITE]...",
		Description: "Runs every suite of " + configName + ", or of the built-in defaults where there is none,\n" +
			"or only the suites named, and compares each with its baseline. Ends with one line\n" +
			"for each gate and an exit code: 0 when nothing became worse, 1 when something did.\n" +
			"Writes no file unless --save names a folder. Suites of higher tiers are run only\n" +
			"with --tier or by their name; with --budget those that are likely to tell most for\n" +
			"their time come first, and what does not fit is left out and named.\n\n" +
			"   zugwatch ci\n" +
			"   zugwatch ci --tier nightly --budget 10m\n" +
			"   zugwatch ci zugzwang --nullmove r4,guard=none,min=1",
		Flags: concat(
			measurementFlags(),
			[]cli.Flag{
				ciEngineFlag(),
				tierFlag(smoke.String(), "run the suites of `TIER` (smoke, full or nightly) and of those below"),
				budgetFlag(),
				&cli.BoolFlag{Name: "list", Usage: "print the names of the suites that would be run, one on a line, and run none"},
				&cli.PathFlag{Name: "save", Usage: "write the runs into `FOLDER`, to compare or accept them later"},
				againFlag(),
			},
			reportFlags(), []cli.Flag{noTimesFlag()}),
		Action: func(c *cli.Context) error {
			if c.Bool("list") {
				return listSuites(c)
			}
			return publish(c, func(to *publication) (finding, error) { return judge(c, to) })
		},
	}
}

// trial is one suite of the configuration with what it takes to judge it.
type trial struct {
	config   suiteConfig
	suite    *suites.Suite
	engine   contender
	baseline *store.Baseline
	profile  *profile.Baseline // nil: the suite is not profiled
}

// judge runs and compares the suites.
func judge(c *cli.Context, to *publication) (found finding, err error) {
	if err := checkAgain(c); err != nil {
		return found, err
	}
	settings, measurement, err := setUp(c)
	if err != nil {
		return found, err
	}
	trials, err := prepare(c, settings, measurement, today())
	if err != nil {
		return found, err
	}
	agenda, err := newAgenda(c, settings, measurement, trials)
	if err != nil {
		return found, err
	}
	defer agenda.close()
	var comparisons []*compare.Comparison
	for trial := agenda.next(); trial != nil; trial = agenda.next() {
		result, err := trial.run(agenda.ctx, c, measurement)
		if agenda.cut(err) {
			continue
		}
		if err != nil {
			found.fields = report.SumFields(comparisons)
			return found, err
		}
		if c.Bool("no-times") {
			result.Timing = nil
		}
		agenda.done(result.Comparison)
		to.locate(&result, trial.suite, to.place(settings.File, trial.config.Line))
		found.trials = append(found.trials, result)
		comparisons = append(comparisons, result.Comparison)
		if err := trial.profileShifts(c.Context, to, measurement, &found); err != nil {
			found.fields = report.SumFields(comparisons)
			return found, err
		}
	}
	found.left, found.beyond = agenda.left, agenda.beyond
	found.conclusion = verdict(comparisons)
	found.judgeShifts()
	found.fields = append(found.fields, agenda.fields()...)
	return found, nil
}

// prepare opens the suites and their baselines before anything is measured, so
// that what is wrong with them is known at once.
func prepare(c *cli.Context, settings *config, measurement *measurement, today string) ([]trial, error) {
	selected, err := settings.chosen(c)
	if err != nil {
		return nil, err
	}
	engines, err := measurement.engines(c, selected)
	if err != nil {
		return nil, err
	}
	var trials []trial
	for i, chosen := range selected {
		suite, err := settings.open(chosen)
		if err != nil {
			return nil, err
		}
		chosen.Gate.Today = today
		if err := settings.fits(chosen, suite); err != nil {
			return nil, err
		}
		trials = append(trials, trial{config: chosen, suite: suite, engine: engines[i]})
	}
	var bad []error
	for i := range trials {
		baseline, err := store.LoadBaseline(settings.path(trials[i].config.Baseline))
		bad = append(bad, withHint(err, settings))
		trials[i].baseline = baseline
		trials[i].profile, err = loadProfileBaseline(settings, trials[i].config)
		bad = append(bad, err)
	}
	return trials, errors.Join(bad...)
}

// engines finds the engine of each suite.
func (m *measurement) engines(c *cli.Context, selected []suiteConfig) ([]contender, error) {
	var engines []contender
	for _, chosen := range selected {
		e, err := m.contender(c.Context, cmp.Or(c.String("engine"), chosen.Engine, m.settings.Engine))
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	return engines, checkBuiltin(c, engines)
}

// withHint says how to make a baseline that is missing.
func withHint(err error, settings *config) error {
	var file *store.FileError
	if !errors.As(err, &file) || file.Reason != store.Missing {
		return err
	}
	return fmt.Errorf("%w (expected the accepted run of a suite in %s; make one with: zugwatch baseline accept --reason TEXT)", err, settings.File)
}

// open opens a suite of the configuration: one that Zugwatch brings, or a file
// in the configuration's folder.
func (c *config) open(chosen suiteConfig) (*suites.Suite, error) {
	suite, err := suites.Open(chosen.Source)
	var unknown *suites.UnknownError
	if errors.As(err, &unknown) && filepath.Ext(chosen.Source) != "" {
		suite, err = suites.LoadFile(c.path(chosen.Source))
	}
	if err != nil {
		what := fmt.Sprintf("suite %s: %v", chosen.Name, err)
		return nil, withCode(codeInput, &epd.SyntaxError{File: c.File, Line: chosen.Line, Col: chosen.Col, What: what})
	}
	suite.Name = chosen.Name
	return suite, nil
}

// fits finds out whether the gate of a suite can be asked of its positions.
func (c *config) fits(chosen suiteConfig, suite *suites.Suite) error {
	err := chosen.Gate.Check(func(yield func(string) bool) {
		for i := range suite.Records {
			if !yield(suite.Records[i].Key()) {
				return
			}
		}
	})
	if err == nil {
		return nil
	}
	what := fmt.Sprintf("suite %s: %v", chosen.Name, err)
	return withCode(codeInput, &epd.SyntaxError{File: c.File, Line: chosen.Line, Col: chosen.Col, What: what})
}

// today is the date in UTC.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

// run measures the suite and compares the run with the baseline.
func (t *trial) run(ctx context.Context, c *cli.Context, measurement *measurement) (result report.Trial, err error) {
	run, timing, err := measurement.execute(ctx, t.engine, t.suite, bench.Config{
		Limits: t.config.Limit, MaxFaults: max(t.config.Gate.MaxFaults, bearable(len(t.suite.Records))),
	})
	if err != nil {
		return result, err
	}
	if folder := c.Path("save"); folder != "" {
		if err := outputError(saveAll(filepath.Join(folder, t.config.Name+".json"), run, timing)); err != nil {
			return result, err
		}
	}
	if faults := run.Totals().Faulted; faults > t.config.Gate.MaxFaults {
		fmt.Fprintln(measurement.diagnostics, message(faultError(run, timing)))
	}
	comparison, err := t.compare(ctx, c, measurement, run)
	if err != nil {
		return result, err
	}
	return report.Trial{Run: run, Timing: timing, Base: t.baseline.Run, Comparison: comparison}, nil
}

// saveAll writes a run, its times and the circumstances of its faults.
func saveAll(file string, run *bench.Run, timing *bench.Timing) error {
	if err := store.Save(file, run); err != nil {
		return err
	}
	if err := store.SaveTiming(file, timing); err != nil {
		return err
	}
	return store.SaveCapsules(file, timing)
}

// verdict sums up the gates of all suites, and others.
func verdict(comparisons []*compare.Comparison, others ...compare.Result) conclusion {
	var verdicts []compare.Verdict
	results := others
	for _, other := range others {
		verdicts = append(verdicts, other.Verdict)
	}
	faulted := false
	for _, comparison := range comparisons {
		verdicts, results = append(verdicts, comparison.Verdict), append(results, comparison.Gates...)
		faulted = faulted || comparison.Overrun() && comparison.Verdict == compare.Inconclusive
	}
	worst := compare.Worst(verdicts...)
	return conclusion{
		verdict: worst.String(),
		code:    verdictCode(worst, faulted),
		fields:  append(report.SumFields(comparisons), report.AxisFields(results)...),
	}
}

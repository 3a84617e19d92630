package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// abCommand builds two revisions and compares them.
func abCommand() *cli.Command {
	return &cli.Command{
		Name:      "ab",
		Usage:     "build two revisions of the engine, run the suites on both and judge the difference",
		ArgsUsage: "[SUITE]...",
		Description: "Checks both revisions out into a temporary folder, builds each with the build: of\n" +
			"the engine in " + configName + " (the built-in engine with go build), runs the suites on\n" +
			"both under the same limits and judges the head by the gates. No baseline is needed,\n" +
			"and the work tree is only read. Suites, limits and gates are those of the work tree.\n\n" +
			"   zugwatch ab --base main\n" +
			"   zugwatch ab --base v1.2 --head v1.3 zugzwang",
		Flags: concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "base", Usage: "the `REVISION` to be held against"},
				&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the `REVISION` to be judged"},
				tierFlag(smoke.String(), "run the suites of `TIER` (smoke, full or nightly) and of those below"),
				&cli.PathFlag{Name: "save", Usage: "write the runs into `FOLDER`, as SUITE-base.json and SUITE-head.json"},
				againFlag(),
			},
			[]cli.Flag{
				&cli.DurationFlag{Name: "speed", Value: time.Minute, Usage: "race the two for about a `TIME` on each suite whose gate has a speed; 0 does not"},
				&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "order the searches of a race by `N`"},
			},
			workshopFlags(), measurementFlags(), reportFlags(), []cli.Flag{noTimesFlag()}),
		Action: func(c *cli.Context) error {
			return publish(c, func(to *publication) (finding, error) { return judgeRevisions(c, to) })
		},
	}
}

// duel is one suite with the engines of both revisions.
type duel struct {
	config     suiteConfig
	suite      *suites.Suite
	base, head contender
}

// judgeRevisions builds, runs and compares.
func judgeRevisions(c *cli.Context, to *publication) (found finding, err error) {
	if c.String("base") == "" {
		return found, badInput("flag --base is missing (expected a commit, branch or tag, such as --base main)")
	}
	if err := checkAgain(c); err != nil {
		return found, err
	}
	if budget := c.Duration("speed"); budget != 0 && budget < speed.MinBudget {
		return found, badInput("flag --speed=%v (expected 0 or at least %v)", budget, speed.MinBudget)
	}
	settings, measurement, err := setUp(c)
	if err != nil {
		return found, err
	}
	selected, err := settings.chosen(c)
	if err != nil {
		return found, err
	}
	w, err := openWorkshop(c, settings)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, w.close(c.Context)) }()
	base, head, err := w.sides(c)
	if err != nil {
		return found, err
	}
	found.revisions = []report.Revision{base.told(), head.told()}
	defer func() {
		found.fields = append(found.fields,
			report.Field{Key: "base", Value: base.commit.Short()},
			report.Field{Key: "head", Value: head.commit.Short()},
			report.Field{Key: "dirty", Value: strconv.Itoa(len(head.dirty))})
	}()
	duels, err := w.duels(c, measurement, selected, base, head)
	if err != nil {
		return found, err
	}
	return found, fight(c, to, measurement, duels, &found)
}

// sides finds both revisions.
func (w *workshop) sides(c *cli.Context) (base, head variant, err error) {
	if base, err = w.find(c.Context, "base", c.String("base")); err != nil {
		return base, head, err
	}
	if c.IsSet("head") {
		head, err = w.find(c.Context, "head", c.String("head"))
		return base, head, err
	}
	head, err = w.present(c.Context, "head")
	return base, head, err
}

// told is the variant as a report shows it.
func (s variant) told() report.Revision {
	return report.Revision{Label: s.label, Commit: s.commit.Short(), Subject: s.commit.Subject, WorkTree: s.tree, Changed: s.dirty}
}

// duels opens the suites and builds the engines that they need, each once.
func (w *workshop) duels(c *cli.Context, m *measurement, selected []suiteConfig, base, head variant) ([]duel, error) {
	var duels []duel
	for _, chosen := range selected {
		suite, err := w.settings.open(chosen)
		if err != nil {
			return nil, err
		}
		chosen.Gate.Today = today()
		if err := w.settings.fits(chosen, suite); err != nil {
			return nil, err
		}
		duels = append(duels, duel{config: chosen, suite: suite})
	}
	for _, of := range []variant{base, head} {
		tree, err := w.checkout(c.Context, of)
		if err != nil {
			return nil, err
		}
		made := make(map[string]contender)
		for i := range duels {
			name := cmp.Or(duels[i].config.Engine, w.settings.Engine)
			if _, there := made[name]; !there {
				r, err := w.recipe(m, name)
				if err != nil {
					return nil, err
				}
				if made[name], err = w.make(c.Context, tree, r, of); err != nil {
					return nil, err
				}
			}
			duels[i].head = made[name]
			if of.label == base.label {
				duels[i].base = made[name]
			}
		}
	}
	engines := make([]contender, len(duels))
	for i := range duels {
		engines[i] = duels[i].base
	}
	return duels, checkBuiltin(c, engines)
}

// fight runs every suite on both engines, races them where their speed is
// judged, and sums up.
func fight(c *cli.Context, to *publication, m *measurement, duels []duel, found *finding) error {
	var comparisons []*compare.Comparison
	var races []compare.Result
	faulted := false
	for i := range duels {
		d := &duels[i]
		entry := to.place(m.settings.File, d.config.Line)
		trial, err := d.run(c, m)
		if err != nil {
			found.fields = report.SumFields(comparisons)
			return err
		}
		to.locate(&trial, d.suite, entry)
		found.trials = append(found.trials, trial)
		comparisons = append(comparisons, trial.Comparison)
		faulted = faulted || trial.Comparison.Base.Totals.Faulted > 0
		measured, err := d.race(c)
		if err != nil {
			found.fields = report.SumFields(comparisons)
			return err
		}
		if measured != nil {
			found.races = append(found.races, report.Race{Suite: d.config.Name, Entry: entry, Measured: measured})
			races = append(races, measured.Finding.Result())
		}
		shifts, err := d.profileShifts(c.Context, m)
		if err != nil {
			found.fields = report.SumFields(comparisons)
			return err
		}
		if shifts != nil {
			shifts.Entry = entry
			found.shifts = append(found.shifts, *shifts)
		}
	}
	found.conclusion = verdict(comparisons, races...)
	found.judgeShifts()
	if found.code == codeUndecided && faulted {
		found.code = codeEngine
	}
	return nil
}

// race measures how fast both engines are on the suite, nil when that is not
// judged.
func (d *duel) race(c *cli.Context) (*speed.Report, error) {
	allowed := d.config.Gate.Speed
	if allowed == nil || *allowed < 0 || c.Duration("speed") == 0 {
		return nil, nil
	}
	limits, err := engine.ParseLimits(speedNodes)
	if err != nil {
		return nil, err
	}
	config := speed.Config{
		Base: d.base.open, Head: d.head.open, Positions: d.suite.Positions(), Limits: limits,
		Budget: c.Duration("speed"), Allowed: *allowed, Seed: c.Uint64("seed"), Now: time.Now,
	}
	config.Progress = raceProgress(c.App.ErrWriter, config.Budget)
	measured, err := speed.Run(c.Context, config)
	if err != nil {
		return nil, interruption(c.Context, speedError(err))
	}
	return measured, nil
}

// run measures both engines and compares the runs.
func (d *duel) run(c *cli.Context, m *measurement) (trial report.Trial, err error) {
	base, head, timing, err := d.measure(c.Context, m, c.Path("save"))
	if err != nil {
		return trial, err
	}
	trial = report.Trial{Run: head, Base: base}
	if !c.Bool("no-times") {
		trial.Timing = timing
	}
	trial.Comparison, err = d.compare(c, m, base, head)
	return trial, err
}

// measure runs the suite on both. Under exact limits, where nothing can come of
// it, one goes after the other; else they search side by side, each with half
// of the workers, so that what slows the machine down slows both.
func (d *duel) measure(ctx context.Context, m *measurement, folder string) (base, head *bench.Run, timing *bench.Timing, err error) {
	if d.config.Limit.Exact() {
		if base, _, err = d.side(ctx, m, d.base, "base", folder); err == nil {
			head, timing, err = d.side(ctx, m, d.head, "head", folder)
		}
		return base, head, timing, err
	}
	half, quiet := *m, *m
	half.workers = max(1, m.workers/2)
	quiet.workers, quiet.diagnostics = half.workers, io.Discard
	var both sync.WaitGroup
	var baseErr, headErr error
	both.Go(func() { base, _, baseErr = d.side(ctx, &quiet, d.base, "base", folder) })
	both.Go(func() { head, timing, headErr = d.side(ctx, &half, d.head, "head", folder) })
	both.Wait()
	return base, head, timing, errors.Join(baseErr, headErr)
}

// side runs the suite on one engine.
func (d *duel) side(ctx context.Context, m *measurement, on contender, label, folder string) (*bench.Run, *bench.Timing, error) {
	run, timing, err := m.execute(ctx, on, d.suite, bench.Config{
		Limits: d.config.Limit, MaxFaults: max(d.config.Gate.MaxFaults, bearable(len(d.suite.Records))),
	})
	if err != nil {
		return nil, nil, &failure{code: codeOf(err), err: fmt.Errorf("%s: %w", label, err)}
	}
	if folder != "" {
		err = outputError(saveAll(filepath.Join(folder, d.config.Name+"-"+label+".json"), run, timing))
	}
	if faults := run.Totals().Faulted; faults > d.config.Gate.MaxFaults {
		fmt.Fprintf(m.diagnostics, "%s: %s\n", label, message(faultError(run, timing)))
	}
	return run, timing, err
}

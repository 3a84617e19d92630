package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// Machine is the engines of this machine.
type Machine struct {
	Finder   engines.Finder
	Allowed  []string       // names of engines that are run; none: all of the configuration and the built-in one
	Mutants  *MutantBuilder // of mutants; nil: their jobs are refused
	Programs *ProgramStore  // of programs that are sent; nil: their jobs are refused
	Now      func() time.Time
	Tell     engines.Logf
	Machine  string // the name of the worker and its machine, for races
	// Calibrate measures this machine, while it does nothing else.
	Calibrate func(ctx context.Context) (farm.Calibration, error)
}

// Prepare finds and builds the engines of a job and has them search its references.
func (w *Machine) Prepare(ctx context.Context, job *farm.Job) (made *Preparation, err error) {
	c := &preparation{}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.close())
		}
	}()
	for _, of := range job.Engines() {
		found, err := w.findEngine(ctx, c, of)
		if err != nil {
			return nil, err
		}
		c.engines, c.ids = append(c.engines, found), append(c.ids, of.ID)
	}
	switch {
	case job.Suite != nil:
		err = c.suite(job.Suite, w.Now)
	case job.Match != nil:
		err = c.match(ctx, w, job.Match)
	case job.Race != nil:
		err = c.race(job.Race, w.Now, w.Machine)
	default:
		err = c.sample(job.Sampling)
	}
	if err != nil {
		return nil, err
	}
	return &Preparation{c.runner, c.close}, c.verifyReferences(ctx, job.References)
}

// findEngine finds an engine, or builds it, or fetches it.
func (w *Machine) findEngine(ctx context.Context, c *preparation, of farm.Engine) (engines.Engine, error) {
	if of.Program != nil {
		return w.fetchProgram(ctx, c, of.Program)
	}
	origin := of.Origin
	if err := w.Finder.CheckOrigin(origin, w.Allowed); err != nil {
		return engines.Engine{}, err
	}
	switch {
	case origin.Mutant != "":
		return w.buildMutant(ctx, c, origin)
	case origin.Revision == "":
		return w.Finder.FindOrigin(ctx, origin)
	}
	if c.builder == nil {
		var err error
		if c.builder, err = engines.NewBuilder(ctx, w.Finder.Config, false, w.Tell); err != nil {
			return engines.Engine{}, err
		}
	}
	return c.builder.BuildOrigin(ctx, &w.Finder, origin)
}

func (w *Machine) buildMutant(ctx context.Context, c *preparation, origin engines.Origin) (engines.Engine, error) {
	if w.Mutants == nil {
		return engines.Engine{}, errNoSource
	}
	program, release, err := w.Mutants.buildShared(ctx, origin.Mutant)
	if err != nil {
		return engines.Engine{}, err
	}
	c.releases = append(c.releases, release)
	return engines.NewMutant(ctx, origin.Mutant, program, origin.Options), nil
}

func (w *Machine) fetchProgram(ctx context.Context, c *preparation, sent *farm.SignedProgram) (engines.Engine, error) {
	if w.Programs == nil {
		return engines.Engine{}, errNoTrust
	}
	program, file, err := w.Programs.take(ctx, sent)
	if err != nil {
		return engines.Engine{}, err
	}
	c.releases = append(c.releases, func() { os.Remove(file) })
	return program.EngineAt(ctx, file), nil
}

// preparation is the engines of a job and what they are to do.
type preparation struct {
	engines  []engines.Engine
	ids      []engine.ID      // that they have to have
	builder  *engines.Builder // nil: nothing was built
	releases []func()         // of mutants and of programs that were sent
	runner   func() ItemRunner
}

// suite has the engine search positions.
func (c *preparation) suite(job *farm.SuiteJob, now func() time.Time) error {
	limits, err := bench.ParseLimits(job.Limits)
	if err != nil {
		return err
	}
	if !limits.Exact() || job.Repeat < 0 || job.Repeat > bench.MaxRepeat {
		return fmt.Errorf("limits %s, %d times, are not what a worker takes", limits, job.Repeat)
	}
	config := bench.Config{Limits: limits, Repeat: job.Repeat, CountDepths: job.CountDepths, Iterations: job.Iterations, Now: now}
	c.runner = func() ItemRunner {
		return newSuiteRunner(bench.NewSearcher(c.engines[0].Open, c.ids[0], config), job.Forms, job.Related)
	}
	return nil
}

// match has the engines play.
func (c *preparation) match(ctx context.Context, w *Machine, job *farm.MatchJob) error {
	if len(job.Players) < 2 {
		return fmt.Errorf("a match of %d players", len(job.Players))
	}
	factor := 0.
	if job.Reference != 0 {
		measured, err := w.Calibrate(ctx)
		if err != nil {
			return err
		}
		if factor, err = measured.ClockFactor(job.Reference); err != nil {
			return fmt.Errorf("games on a clock: %w", err)
		}
		w.Tell("times of games are multiplied by %.2f: %s", factor, measured)
	}
	players := make([]match.Player, len(job.Players))
	for i, p := range job.Players {
		control, err := controlOf(&p, factor)
		if err != nil {
			return err
		}
		open := c.engines[i].Open
		players[i] = match.Player{Name: p.Name, Control: control, Open: func(int) (engine.Engine, error) { return open() }}
	}
	config := match.Config{Rules: job.Rules, Margin: job.Margin, Now: w.Now}
	c.runner = func() ItemRunner {
		at := match.NewTable(players, c.ids, config)
		return ItemRunner{Close: at.Close, Do: func(ctx context.Context, item *farm.Item) (farm.Result, error) {
			return farm.PlayPair(ctx, at, item.Index, item.Games)
		}}
	}
	return nil
}

// controlOf returns the control of a player with its times multiplied; by 0: it must have none.
func controlOf(p *farm.Player, factor float64) (match.Control, error) {
	control, err := match.ParseControl(p.Control)
	switch {
	case err != nil || control.Exact():
		return control, err
	case factor == 0:
		return control, fmt.Errorf("player %.60q has a clock, for a speed that is not said", p.Name)
	}
	return control.Scale(factor), nil
}

// race has the engines race.
func (c *preparation) race(job *farm.RaceJob, now func() time.Time, machine string) error {
	limits, err := engine.ParseLimits(job.Limits)
	if err != nil {
		return err
	}
	if job.Budget > farm.MaxRace {
		return fmt.Errorf("a race of %v is not what a worker takes", job.Budget)
	}
	config := speed.Config{
		Base: c.engines[0].Open, Head: c.engines[1].Open, Limits: limits, Budget: job.Budget, Allowed: job.Allowed, Seed: job.Seed, Now: now,
	}
	c.runner = func() ItemRunner {
		return ItemRunner{Close: func() {}, Do: func(ctx context.Context, item *farm.Item) (farm.Result, error) { // each session has its own engines
			return runRace(ctx, config, item, job.Suite, machine)
		}}
	}
	return nil
}

// sample has the engine play games against itself.
func (c *preparation) sample(job *farm.SampleJob) error {
	limits, err := engine.ParseLimits(job.Limits)
	if err == nil && !limits.Exact() {
		err = fmt.Errorf("limits %s are not what a worker takes", job.Limits)
	}
	c.runner = func() ItemRunner {
		p := &farm.SamplePlayer{Open: c.engines[0].Open, Limits: limits, Seed: job.Seed}
		return ItemRunner{p.Do, p.Close}
	}
	return err
}

// verifyReferences has the engines search the references of a job.
func (c *preparation) verifyReferences(ctx context.Context, references []farm.Reference) error {
	searchers := make([]*bench.Searcher, len(c.engines))
	for i, e := range c.engines {
		searchers[i] = bench.NewSearcher(e.Open, c.ids[i], bench.Config{})
		defer searchers[i].Close()
	}
	ask := func(player int, t engine.Task) (engine.Result, error) { return searchers[player].Probe(ctx, t) }
	for _, r := range references {
		if r.Player < 0 || r.Player >= len(c.engines) {
			return fmt.Errorf("reference of player %d of %d", r.Player+1, len(c.engines))
		}
		if err := r.Verify(ask); err != nil {
			return fmt.Errorf("engine %s: %w", c.engines[r.Player].Name, err)
		}
	}
	return nil
}

// close removes what was built.
func (c *preparation) close() error {
	for _, release := range c.releases {
		release()
	}
	if c.builder == nil {
		return nil
	}
	return c.builder.Close(context.Background())
}

// newSuiteRunner returns what searches the positions of a suite.
func newSuiteRunner(s *bench.Searcher, forms int, related bool) ItemRunner {
	return ItemRunner{Close: func() { s.Close() }, Do: func(ctx context.Context, item *farm.Item) (farm.Result, error) {
		suite, err := suites.Load(strings.NewReader(item.Record+"\n"), "farm.epd")
		if err != nil {
			return farm.Result{}, err
		}
		suite.InForms, suite.Related = forms, related
		a, warnings, err := s.Search(ctx, suite, 0)
		if err != nil {
			return farm.Result{}, err
		}
		return farm.NewSuiteResult(item.Index, a, warnings)
	}}
}

// runRace races the engines of a configuration on the positions of an item.
func runRace(ctx context.Context, config speed.Config, item *farm.Item, suite, machine string) (farm.Result, error) {
	for _, text := range item.Positions {
		p, err := game.ParsePosition(text)
		if err != nil {
			return farm.Result{}, err
		}
		config.Positions = append(config.Positions, p)
	}
	report, err := speed.Run(ctx, config)
	switch {
	case err == nil:
		report.Machine = machine
	case failure.Of(err) != failure.Engine || bench.IsOfMachine(err):
		return farm.Result{}, err
	}
	return farm.NewRaceResult(item.Index, suite, report, err)
}

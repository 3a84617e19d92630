package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// engineMark stands for the name of the engine in the name of a run file.
const engineMark = "{engine}"

// plan is what a command line of run asks for.
type plan struct {
	suite       *suites.Suite
	config      bench.Config
	measurement *measurement
	engines     []contender
	files       []string // of the engines' runs; empty ones without --out
	mode        store.Mode
}

// newPlan reads the command line. Nothing is searched or written yet.
func newPlan(c *cli.Context, name string) (*plan, error) {
	suite, err := openRecords(name, c.StringSlice("filter"))
	if err != nil {
		return nil, err
	}
	config, err := runConfig(c, suite)
	if err != nil {
		return nil, err
	}
	_, measurement, err := setUp(c)
	if err != nil {
		return nil, err
	}
	mode, err := checkpointMode(c)
	if err != nil {
		return nil, err
	}
	p := &plan{suite: suite, config: config, measurement: measurement, mode: mode}
	if err := p.choose(c); err != nil {
		return nil, err
	}
	return p, nil
}

// choose finds the engines and names their files.
func (p *plan) choose(c *cli.Context) error {
	names := c.StringSlice("engine")
	if len(names) == 0 {
		names = []string{p.measurement.settings.Engine}
	}
	seen := make(map[string]bool)
	for _, name := range names {
		e, err := p.measurement.contender(c.Context, name)
		if err != nil {
			return err
		}
		if c.IsSet("engine") {
			e.flag = name
		}
		if seen[e.name] {
			return badInput("flag --engine=%s: there are two engines of the name %s (expected different ones; names can be given in %s)", name, e.name, configName)
		}
		seen[e.name] = true
		p.engines = append(p.engines, e)
		p.files = append(p.files, strings.ReplaceAll(c.Path("out"), engineMark, e.name))
	}
	if out := c.Path("out"); len(names) > 1 && out != "" && !strings.Contains(out, engineMark) {
		return badInput("flag --out=%s: %d engines need as many files (expected %s in the name)", out, len(names), engineMark)
	}
	return checkBuiltin(c, p.engines)
}

// build runs the build commands of the engines.
func (p *plan) build(c *cli.Context) error {
	for i := range p.engines {
		if err := p.engines[i].make(c.Context, c.App.ErrWriter); err != nil {
			return err
		}
	}
	return nil
}

// measure runs the suite on one engine and writes its file. The run comes with
// an error too, if anything was measured.
func (p *plan) measure(c *cli.Context, index int) (run *bench.Run, timing *bench.Timing, err error) {
	on := p.engines[index]
	checkpoint, err := openCheckpoint(p.files[index], p.mode, on, p.config.Repeat, c.App.ErrWriter)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if closing := checkpoint.close(); err == nil { // else it has been told, or follows from what was
			err = closing
		}
	}()
	config := p.config
	config.Recorder = checkpoint.recorder()
	run, timing, err = p.measurement.execute(c.Context, on, p.suite, config)
	if run == nil {
		return nil, nil, checkpointError(err)
	}
	return run, timing, checkpoint.save(run, timing, err)
}

// runSuite runs one suite as the command line says, on one engine after the
// other. One with faults does not keep the others from their turn.
func runSuite(c *cli.Context, to *publication, name string) (found finding, err error) {
	p, err := newPlan(c, name)
	if err != nil {
		return found, err
	}
	if c.Bool("build") {
		if err := p.build(c); err != nil {
			return found, err
		}
	}
	for i := range p.engines {
		faults, broken := p.try(c, to, i, &found)
		if broken == nil {
			continue
		}
		if len(p.engines) > 1 {
			broken = &failure{code: codeOf(broken), err: fmt.Errorf("engine %s: %w", p.engines[i].name, broken)}
		}
		if found.told = faults; !faults {
			err = errors.Join(broken, err) // its code counts
			break
		}
		err = errors.Join(err, broken)
	}
	if err != nil {
		found.maxRows = maxRowsOfBroken
	}
	return found, err
}

// try measures one engine and adds what it found. Faults tells whether the error
// is that of faults, which the positions tell.
func (p *plan) try(c *cli.Context, to *publication, index int, found *finding) (faults bool, err error) {
	run, timing, err := p.measure(c, index)
	if run == nil {
		return false, err
	}
	if err == nil {
		err = faultError(run, timing)
		faults = err != nil
	}
	tellFaults(c, p.engines[index], p.files[index], run, timing)
	trial := report.Trial{Run: run}
	if !c.Bool("no-times") {
		trial.Timing = timing
	}
	to.locate(&trial, p.suite, report.Place{})
	if len(p.engines) == 1 {
		found.trials = []report.Trial{trial}
		found.conclusion = conclusion{verdict: "complete", fields: report.RunFields(run)}
		return faults, err
	}
	trial.Engine = p.engines[index].name
	found.trials = append(found.trials, trial)
	found.conclusion = conclusion{verdict: "complete", fields: report.ContestFields(found.trials)}
	return faults, err
}

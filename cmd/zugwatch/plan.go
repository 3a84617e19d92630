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
	options     report.Options
	suite       *suites.Suite
	config      bench.Config
	measurement *measurement
	engines     []contender
	files       []string // of the engines' runs; empty ones without --out
	mode        store.Mode
}

// newPlan reads the command line. Nothing is searched or written yet.
func newPlan(c *cli.Context, name string) (*plan, error) {
	options, err := reportOptions(c)
	if err != nil {
		return nil, err
	}
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
	p := &plan{options: options, suite: suite, config: config, measurement: measurement, mode: mode}
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
	if err = checkpoint.save(run, timing, err); err == nil {
		err = faultError(run, timing)
	}
	return run, timing, err
}

// runSuite runs one suite as the command line says.
func runSuite(c *cli.Context, name string) (end conclusion, err error) {
	p, err := newPlan(c, name)
	if err != nil {
		return end, err
	}
	if c.Bool("build") {
		for i := range p.engines {
			if err := p.engines[i].make(c.Context, c.App.ErrWriter); err != nil {
				return end, err
			}
		}
	}
	if len(p.engines) > 1 {
		return p.several(c)
	}
	run, timing, err := p.measure(c, 0)
	if run == nil {
		return end, err
	}
	if err != nil && !p.options.Verbose {
		p.options.MaxRows = maxRowsOfBroken
	}
	if broken := report.Run(c.App.Writer, run, toldTimes(c, timing), p.options); broken != nil {
		return end, errors.Join(err, broken)
	}
	tellFaults(c, p.engines[0], p.files[0], run, timing)
	return conclusion{verdict: "complete", fields: report.RunFields(run)}, err
}

// toldTimes are the times that a report shows.
func toldTimes(c *cli.Context, timing *bench.Timing) *bench.Timing {
	if c.Bool("no-times") {
		return nil
	}
	return timing
}

// several runs the suite on one engine after the other and shows them side by
// side. An engine with faults does not keep the others from their turn.
func (p *plan) several(c *cli.Context) (end conclusion, err error) {
	var sides []report.Contestant
	var told []func()
	for i := range p.engines {
		run, timing, broken := p.measure(c, i)
		if run != nil {
			sides = append(sides, report.Contestant{Name: p.engines[i].name, Run: run, Timing: toldTimes(c, timing)})
			told = append(told, func() { tellFaults(c, p.engines[i], p.files[i], run, timing) })
		}
		if broken == nil {
			continue
		}
		broken = &failure{code: codeOf(broken), err: fmt.Errorf("engine %s: %w", p.engines[i].name, broken)}
		if run == nil || !run.Finished() || codeOf(broken) != codeEngine {
			err = errors.Join(broken, err) // its code counts
			break
		}
		err = errors.Join(err, broken)
	}
	if len(sides) == 0 {
		return end, err
	}
	if broken := report.SideBySide(c.App.Writer, sides, p.options); broken != nil {
		return end, errors.Join(err, broken)
	}
	for _, tell := range told {
		tell()
	}
	return conclusion{verdict: "complete", fields: report.ContestFields(sides)}, err
}

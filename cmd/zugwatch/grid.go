package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// grid is what a command line of matrix asks for.
type grid struct {
	measurement *measurement
	preset      string
	rows        []gridRow
	columns     []gridColumn
	table       *matrix.Table
	dir         string // empty: nothing is kept
	shard       bench.Shard
	sample      uint64 // 0: no audit
}

// gridRow is an engine as one row has it.
type gridRow struct {
	on      contender
	own     builtin // of the built-in engine
	builtin bool
}

// gridColumn is a suite under a limit.
type gridColumn struct {
	suite  *suites.Suite
	limits bench.Limits
}

// depths are those that the records name.
func (k *gridColumn) depths() []int {
	depths := make([]int, len(k.suite.Records))
	for i := range depths {
		depths[i] = k.suite.Records[i].Depth
	}
	return depths
}

// newGrid reads the command line and opens the suites. Nothing is searched yet.
func newGrid(c *cli.Context) (*grid, error) {
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return nil, err
	}
	m, err := newMatrixMeasurement(c, settings)
	if err != nil {
		return nil, err
	}
	g := &grid{measurement: m, preset: c.String("preset"), dir: c.Path("dir"), table: new(matrix.Table)}
	plan, err := newPreset(g.preset)
	if err != nil {
		return nil, err
	}
	plan.add(c)
	if g.shard, err = flagShard(c.String("shard"), os.Getenv); err != nil {
		return nil, err
	}
	if g.shard != (bench.Shard{}) && g.dir == "" {
		return nil, badInput("flag --shard is of no use without --dir, which keeps the cells")
	}
	if c.IsSet("sample") {
		if g.sample, err = parseSample(c.String("sample")); err != nil {
			return nil, err
		}
	}
	if err := g.addColumns(plan); err != nil {
		return nil, err
	}
	if err := g.addRows(c, plan); err != nil {
		return nil, err
	}
	return g, g.choose(plan.reference)
}

// newMatrixMeasurement is a measurement whose built-in engine the rows set.
func newMatrixMeasurement(c *cli.Context, settings *config) (*measurement, error) {
	own := builtin{params: search.Modern(), hash: c.Int("hash"), threads: 1}
	if own.hash < 1 || own.hash > search.MaxHashMB {
		return nil, badInput("flag --hash=%d (expected a number from 1 to %d)", own.hash, search.MaxHashMB)
	}
	return measurementOf(c, settings, own)
}

// addColumns opens the suites.
func (g *grid) addColumns(plan *preset) error {
	if len(plan.suites) == 0 {
		return badInput("matrix: no suite is given (expected --suite SUITE@LIMIT or --preset)")
	}
	for _, text := range plan.suites {
		name, limit, found := strings.Cut(text, "@")
		suite, err := openRecords(name, nil)
		if err != nil {
			return err
		}
		limits := plan.limits
		if found {
			limits = []string{limit}
		}
		if len(limits) == 0 {
			limits = []string{defaultLimit(suite)}
		}
		for _, text := range limits {
			parsed, err := bench.ParseLimits(text)
			if err != nil {
				return badInput("suite %s: %w", name, err)
			}
			g.columns = append(g.columns, gridColumn{suite, parsed})
			g.table.Columns = append(g.table.Columns, matrix.Column{Suite: suite.Name, Kind: suite.Kind, Limits: parsed.String()})
		}
	}
	return nil
}

// addRows finds the engines.
func (g *grid) addRows(c *cli.Context, plan *preset) error {
	for _, name := range plan.searches {
		params, err := search.ParseParams(name)
		if err != nil {
			return badInput("flag --search: %w", err)
		}
		for _, p := range plan.policies {
			policy, err := nullmove.Parse(p.text)
			if err != nil {
				return badInput("flag --nullmove: %w", err)
			}
			own := g.measurement.own
			own.policy, own.params = policy, params
			if name != paperSearch {
				p.published = ""
			}
			on, err := builtinContender(c.Context, own, false)
			if err != nil {
				return err
			}
			on.open = timed(on.open)
			g.addRow(gridRow{on: on, own: own, builtin: true},
				matrix.Row{Engine: builtinName, Search: params.String(), Policy: policy.String(), Published: p.published, Verifies: policy.Response == nullmove.Verify})
		}
	}
	for _, e := range plan.engines {
		variants := plan.variants
		if len(variants) == 0 {
			variants = []figure{{}}
		}
		for _, v := range variants {
			if err := g.addEngine(c, e, v); err != nil {
				return err
			}
		}
	}
	if len(g.rows) == 0 {
		return badInput("matrix: no policy and no engine is given (expected --nullmove, --engine or --preset)")
	}
	return nil
}

// addEngine adds an engine with options.
func (g *grid) addEngine(c *cli.Context, e, variant figure) error {
	m := *g.measurement
	for text := range strings.SplitSeq(variant.text, ";") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		option, err := parseOption(text)
		if err != nil {
			return badInput("flag --variant: %w", err)
		}
		m.options = override(m.options, []engine.Option{option})
	}
	if e.text == builtinName {
		m.own.policy = search.Defaults().Policy
	}
	on, err := m.contender(c.Context, e.text)
	if err != nil {
		return err
	}
	published := variant.published
	if published == "" {
		published = e.published
	}
	g.addRow(gridRow{on: on}, matrix.Row{Engine: on.name, Policy: variant.text, Published: published})
	return nil
}

func (g *grid) addRow(r gridRow, shown matrix.Row) {
	shown.Cells = make([]matrix.Cell, len(g.columns))
	g.rows = append(g.rows, r)
	g.table.Rows = append(g.table.Rows, shown)
}

// choose finds the reference.
func (g *grid) choose(text string) error {
	if text == "" {
		return nil
	}
	if policy, err := nullmove.Parse(text); err == nil {
		text = policy.String()
	}
	for i := range g.table.Rows {
		if g.table.Rows[i].Policy == text {
			g.table.Reference = i
			return nil
		}
	}
	return badInput("flag --reference=%s: no row has that policy", text)
}

// measure runs a cell, or reads what an earlier run kept. Readonly leaves what is
// not kept alone.
func (g *grid) measure(c *cli.Context, r *gridRow, k *gridColumn, readonly bool) (run *bench.Run, timing *bench.Timing, err error) {
	file, err := g.file(r, k)
	if err != nil {
		return nil, nil, err
	}
	if file != "" {
		switch run, err = store.Load(file); {
		case err == nil && run.Complete:
			timing, _ := store.LoadTiming(file) // speeds are left out where it is gone
			return run, timing, faultError(run, nil)
		case err != nil && !missing(err):
			return nil, nil, err
		}
	}
	if readonly {
		return nil, nil, nil
	}
	checkpoint, err := openCheckpoint(file, store.Resume, r.on, 1, c.App.ErrWriter)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if closing := checkpoint.close(); err == nil {
			err = closing
		}
	}()
	run, timing, err = g.measurement.execute(c.Context, r.on, k.suite, bench.Config{Limits: k.limits, Recorder: checkpoint.recorder()})
	if run == nil {
		return nil, nil, checkpointError(err)
	}
	if err = checkpoint.save(run, timing, err); err == nil {
		err = faultError(run, timing)
	}
	return run, timing, err
}

// missing tells of a file that is not there.
func missing(err error) bool {
	var file *store.FileError
	return errors.As(err, &file) && file.Reason == store.Missing
}

// file is where the run of a cell is kept: its name depends on everything that
// the run does.
func (g *grid) file(r *gridRow, k *gridColumn) (string, error) {
	if g.dir == "" {
		return "", nil
	}
	if err := os.MkdirAll(g.dir, 0o777); err != nil {
		return "", outputError(err)
	}
	program, err := r.on.digest()
	if err != nil {
		return "", &failure{code: codeEngine, err: fmt.Errorf("engine %s: %w", r.on.name, err)}
	}
	command := r.on.command
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%q\n%q\n%q\n%q\n%q\n%v\n%s\n%s",
		program, command.Args, command.Options, r.on.set, command.Env, command.Dir, command.Limits, k.suite.Digest, k.limits))
	return filepath.Join(g.dir, fmt.Sprintf("%s-%s-%x.json", r.on.name, k.suite.Name, sum[:8])), nil
}

// audit checks claims on a cell, or reads what an earlier command kept beside its
// run. Readonly leaves what is not kept alone.
func (g *grid) audit(c *cli.Context, r *gridRow, k *gridColumn, readonly bool) (*audit.Count, error) {
	if !k.limits.Exact() || k.limits.StopSolved > 0 {
		return nil, nil
	}
	file, err := g.file(r, k)
	if err != nil {
		return nil, err
	}
	if file != "" {
		file = fmt.Sprintf("%s.audit-%d", file, g.sample)
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			found, err := loadAudit(file)
			if err != nil {
				return nil, err
			}
			return &found.Total, nil
		}
	}
	if readonly {
		return nil, nil
	}
	options := search.Defaults()
	options.HashMB, options.Policy, options.Params = r.own.hash, r.own.policy, r.own.params
	found, err := audit.Suite(c.Context, k.suite, audit.Config{Options: options, Limits: k.limits, Every: g.sample, Workers: g.measurement.workers})
	if err != nil {
		return nil, interruption(c.Context, err)
	}
	if file != "" {
		err = writeAudit(file, found)
	}
	return &found.Total, err
}

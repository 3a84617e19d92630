package matrix

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/suites"
)

// Run measures the cells of a matrix, or reads those that are kept, one after the other.
// The rows use the built-in engine of the runner for the game of the suites, with their
// own policy and search. Faults of engines are an error that comes with the table.
func Run(ctx context.Context, r *runner.Runner, o Options) (*Table, error) {
	g := &grid{Runner: r, options: o, table: new(Table)}
	if err := g.addColumns(); err != nil {
		return nil, err
	}
	if err := g.addRows(ctx); err != nil {
		return nil, err
	}
	if err := g.setReference(o.Reference); err != nil {
		return nil, err
	}
	var faults []error
	for i := range g.rows {
		for j := range g.columns {
			err := g.fillCell(ctx, i, j)
			if err != nil && failure.Of(err) != failure.Engine {
				return nil, err
			}
			faults = append(faults, err)
		}
	}
	g.table.sumRows()
	return g.table, errors.Join(faults...)
}

// grid is a table with what its rows and columns stand for.
type grid struct {
	*runner.Runner
	options Options
	rows    []player
	columns []task
	table   *Table
}

// player is the engine of a row.
type player struct {
	engines.Engine
	own builtin.Engine // the built-in engine of a row of a policy; nil: it is one of another
}

// task is the suite of a column with its limits.
type task struct {
	suite  *suites.Suite
	limits bench.Limits
}

// addColumns opens the suites.
func (g *grid) addColumns() error {
	if len(g.options.Suites) == 0 {
		return failure.Inputf("matrix: no suite is given (expected --suite SUITE@LIMIT or --preset)")
	}
	for _, text := range g.options.Suites {
		name, limit, found := strings.Cut(text, "@")
		suite, err := bench.OpenSuite(name, max(1, g.options.Forms))
		if err != nil {
			return err
		}
		limits := g.options.Limits
		switch {
		case found:
			limits = []string{limit}
		case len(limits) == 0:
			limits = []string{bench.DefaultLimits(suite)}
		}
		for _, text := range limits {
			parsed, err := bench.ParseLimits(text)
			if err != nil {
				return failure.Inputf("suite %s: %w", name, err)
			}
			g.columns = append(g.columns, task{suite, parsed})
			g.table.Columns = append(g.table.Columns, Column{Suite: suite.Name, Kind: suite.Kind, Forms: suite.InForms, Limits: parsed.String()})
		}
	}
	return nil
}

// game returns the game of the suites: no engine plays two.
func (g *grid) game() game.Game { return g.columns[0].suite.Game() }

func (g *grid) addRows(ctx context.Context) error {
	searches := g.options.Searches
	if len(searches) == 0 {
		searches = []string{modernSearch}
	}
	for _, name := range searches {
		for _, p := range g.options.Policies {
			if name != paperSearch {
				p.Published = ""
			}
			if err := g.addPolicy(ctx, name, p); err != nil {
				return err
			}
		}
	}
	variants := g.options.Variants
	if len(variants) == 0 {
		variants = []Entry{{}}
	}
	for _, e := range g.options.Engines {
		for _, v := range variants {
			if err := g.addEngine(ctx, e, v); err != nil {
				return err
			}
		}
	}
	if len(g.rows) == 0 {
		return failure.Inputf("matrix: no policy and no engine is given (expected --nullmove, --engine or --preset)")
	}
	return nil
}

// addPolicy adds the built-in engine with a search and a policy. It tells the CPU
// time of its searches.
func (g *grid) addPolicy(ctx context.Context, search string, p Entry) error {
	policy, err := nullmove.Parse(p.Text)
	if err != nil {
		return failure.Inputf("flag --nullmove: %w", err)
	}
	team, err := g.Own.WithSearch(search)
	if err != nil {
		return failure.Inputf("flag --search: %w", err)
	}
	team.SetPolicy(policy)
	own, err := team.Of(g.game())
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	on, err := engines.Builtin(ctx, own, false)
	if err != nil {
		return err
	}
	id, err := own.ID()
	if err != nil {
		return err
	}
	g.addRow(player{on.WithCPUTime(), own}, Row{
		Engine: on.Name, Search: id.Option(builtin.SearchOption, search), Policy: policy.String(),
		Published: p.Published, Verifies: policy.Response == nullmove.Verify,
	})
	return nil
}

func (g *grid) addEngine(ctx context.Context, e, variant Entry) error {
	finder := g.Finder
	for text := range strings.SplitSeq(variant.Text, ";") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		option, err := engine.ParseOption(text)
		if err != nil {
			return failure.Inputf("flag --variant: %w", err)
		}
		finder.Options = engine.Override(finder.Options, []engine.Option{option})
	}
	on, err := finder.Find(ctx, builtin.ResolveName(e.Text, g.game()))
	if err != nil {
		return err
	}
	g.addRow(player{Engine: on}, Row{Engine: on.Name, Policy: variant.Text, Published: cmp.Or(variant.Published, e.Published)})
	return nil
}

func (g *grid) addRow(p player, shown Row) {
	shown.Cells = make([]Cell, len(g.columns))
	g.rows = append(g.rows, p)
	g.table.Rows = append(g.table.Rows, shown)
}

func (g *grid) setReference(text string) error {
	if text == "" {
		return nil
	}
	if policy, err := nullmove.Parse(text); err == nil {
		text = policy.String()
	}
	g.table.Reference = slices.IndexFunc(g.table.Rows, func(r Row) bool { return r.Policy == text })
	if g.table.Reference < 0 {
		return failure.Inputf("flag --reference=%s: no row has that policy", text)
	}
	return nil
}

// Entry is the subject of a row, with the result that a paper reports for it.
type Entry struct {
	Text      string // a policy, an engine or the options of one
	Published string // empty: nothing
}

// Entries returns entries with these texts, and no figure of a paper.
func Entries(texts ...string) (all []Entry) {
	for _, text := range texts {
		all = append(all, Entry{Text: text})
	}
	return all
}

// Options say what a matrix is made of. Its rows are the policies of the built-in
// engine in each search, then the engines, each with every variant.
type Options struct {
	Policies  []Entry  // as nullmove.Parse reads them
	Searches  []string // as search.ParseParams reads them; none: modern
	Engines   []Entry  // as engines.Finder finds them
	Variants  []Entry  // NAME=VALUE;NAME=VALUE, UCI options; none: the engines as they are
	Suites    []string // NAME@LIMITS, or NAME for one under each of Limits
	Limits    []string // none: bench.DefaultLimits
	Forms     int      // that each position is searched in; 0: as it stands
	Reference string   // the policy or the options that ratios are to; empty: those of the first row

	Folder string      // where the runs of the cells are kept; empty: they are not
	Shard  bench.Shard // the part of the cells that is measured; the others are read where they are kept
	Sample uint64      // one of so many claims of the null-move family is checked; 0: none
}

// fillCell measures or reads one cell. One of another shard is read where it is kept
// and else left open.
func (g *grid) fillCell(ctx context.Context, row, column int) error {
	p, t := &g.rows[row], &g.columns[column]
	mine := g.options.Shard.Has(row*len(g.columns) + column)
	kept, err := g.runFile(p, t)
	if err != nil {
		return err
	}
	run, timing, err := g.measure(ctx, p, t, kept, mine)
	if run == nil {
		return err
	}
	depths := make([]int, len(t.suite.Records))
	for i := range depths {
		depths[i] = t.suite.Records[i].Depth
	}
	cell := &g.table.Rows[row].Cells[column]
	*cell = newCell(run, timing, depths)
	if err == nil && g.options.Sample > 0 && p.own != nil {
		cell.Audit, err = g.audit(ctx, p, t, kept, mine)
	}
	return err
}

// runFile returns the file of the run of a cell, "" if runs are not kept. Its name depends on
// everything that the run does.
func (g *grid) runFile(p *player, t *task) (string, error) {
	if g.options.Folder == "" {
		return "", nil
	}
	if err := file.MakeFolder(g.options.Folder); err != nil {
		return "", err
	}
	program, err := p.Digest()
	if err != nil {
		return "", failure.With(failure.Engine, fmt.Errorf("engine %s: %w", p.Name, err))
	}
	c := p.Command
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%q\n%q\n%q\n%q\n%q\n%v\n%s\n%s",
		program, c.Args, c.Options, p.BuiltinOptions(), c.Env, c.Dir, c.Allowance, t.suite.Digest, t.limits))
	return filepath.Join(g.options.Folder, fmt.Sprintf("%s-%s-%x.json", p.Name, t.suite.Name, sum[:8])), nil
}

// measure runs a cell, or reads the run that is stored. It leaves a cell alone that is not
// stored and not mine.
func (g *grid) measure(ctx context.Context, p *player, t *task, kept string, mine bool) (*bench.Run, *bench.Timing, error) {
	if kept != "" {
		run, err := store.Load(kept)
		switch {
		case err == nil && run.Complete:
			timing, _ := store.LoadTiming(kept) // speeds are left out where it is gone
			return run, timing, runner.FaultError(run, nil)
		case err != nil && !file.IsMissing(err):
			return nil, nil, err
		}
	}
	if !mine {
		return nil, nil, nil
	}
	run, timing, err := g.RunWithCheckpoint(ctx, p.Engine, t.suite, bench.Config{Limits: t.limits}, kept, store.Resume)
	if run != nil && err == nil {
		err = runner.FaultError(run, timing)
	}
	return run, timing, err
}

// audit checks claims on a cell, or reads the audit stored beside its run. It leaves a cell
// alone that is not stored and not mine.
func (g *grid) audit(ctx context.Context, p *player, t *task, kept string, mine bool) (*audit.Count, error) {
	config := audit.Config{Own: p.own, Limits: t.limits, Every: g.options.Sample, Workers: g.Workers}
	if config.Check() != nil {
		return nil, nil
	}
	if kept != "" {
		kept = fmt.Sprintf("%s.audit-%d", kept, g.options.Sample)
		if _, err := os.Stat(kept); !errors.Is(err, fs.ErrNotExist) {
			found, err := audit.Load(kept)
			if err != nil {
				return nil, err
			}
			return &found.Total, nil
		}
	}
	if !mine {
		return nil, nil
	}
	found, err := audit.Run(ctx, t.suite, config)
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	if kept != "" {
		err = runner.OutputError(audit.Save(kept, found))
	}
	return &found.Total, err
}

package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// ownSuite is a zugzwang and a position that asks nothing.
const ownSuite = `# kind: zugzwang
8/8/8/4p3/6k1/8/7K/8 w - - bm Kg2; sd 4; id "OWN.1";
r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - id "OWN.2";
`

// newRunner returns a runner of the built-in engine in a folder with own.epd.
func newRunner(t *testing.T) *runner.Runner {
	t.Helper()
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("own.epd", []byte(ownSuite), 0o666))
	settings := must.Get(config.Load(""))(t)
	own := builtin.DefaultEngines()
	own.SetHash(1)
	return &runner.Runner{
		Finder:  engines.Finder{Config: settings, Own: own},
		Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: func(string, ...any) {},
	}
}

// sameTable holds two tables against each other without their times.
func sameTable(t *testing.T, got, want *Table) {
	t.Helper()
	var texts [2]string
	for i, table := range []*Table{got, want} {
		texts[i] = string(must.Get(json.Marshal(table.WithoutTimes()))(t))
	}
	if texts[0] != texts[1] {
		t.Errorf("tables differ:\n%s\n%s", texts[0], texts[1])
	}
}

// TestRunThreat: the extension for mate threats can be asked for, and is there where the
// null moves are answered by mates.
func TestRunThreat(t *testing.T) {
	table := must.Get(Run(t.Context(), newRunner(t), Options{
		Policies: Entries("r3", "r3,threat=4"), Searches: []string{paperSearch + ",matethreat=0"}, Suites: []string{"own.epd@depth=6"},
	}))(t)
	plain, extended := &table.Rows[0], &table.Rows[1]
	if extended.Policy != "r3,threat=4" || extended.Cells[0].Counters.MateThreats == 0 || extended.Nodes == plain.Nodes {
		t.Errorf("row %+v", extended)
	}
	if plain.Policy != "r3" || plain.Cells[0].Counters.MateThreats != 0 {
		t.Errorf("row %+v", plain)
	}
}

// TestRun: policies in searches, then engines with variants; the figures of a paper
// stand beside its own search alone.
func TestRun(t *testing.T) {
	r := newRunner(t)
	table := must.Get(Run(t.Context(), r, Options{
		Policies: []Entry{{"off", "+1%"}, {"r3,guard=none,min=1", "+2%"}}, Searches: []string{"modern", paperSearch},
		Engines: []Entry{{builtin.Name, "3"}}, Variants: []Entry{{"NullMove=off", ""}, {"NullMove=r3; Hash=2", "4"}},
		Suites: []string{"own.epd", "own.epd@nodes=100"}, Limits: []string{"depth=2", "depth=3"}, Reference: "r3,min=1,guard=none",
		Sample: 1,
	}))(t)
	var rows, columns []string
	for _, r := range table.Rows {
		rows = append(rows, strings.Join([]string{r.Engine, r.Search, r.Policy, r.Published}, "/"))
		for i, c := range r.Cells {
			if !c.Finished || c.Totals.Positions != 2 || c.Totals.Nodes == 0 {
				t.Errorf("row %s, column %d: %+v", r.Policy, i, c)
			}
			if audited := c.Audit != nil; audited != (r.Search != "") {
				t.Errorf("row %s, column %d: audited %v", r.Policy, i, audited)
			}
		}
	}
	for _, c := range table.Columns {
		columns = append(columns, c.Suite+"/"+c.Kind+"/"+c.Limits)
	}
	const wantRows = "zugwatch/modern/off/ zugwatch/modern/r3,min=1,guard=none/ " +
		"zugwatch/falcon/off/+1% zugwatch/falcon/r3,min=1,guard=none/+2% " +
		"zugwatch//NullMove=off/3 zugwatch//NullMove=r3; Hash=2/4"
	const wantColumns = "own/zugzwang/depth=2 own/zugzwang/depth=3 own/zugzwang/nodes=100"
	if got := strings.Join(rows, " "); got != wantRows {
		t.Errorf("rows\n%s\nwant\n%s", got, wantRows)
	}
	if got := strings.Join(columns, " "); got != wantColumns || table.Reference != 1 {
		t.Errorf("columns %s, reference %d", got, table.Reference)
	}
	if finished, total := table.CountFinished(); finished != 18 || total != 18 {
		t.Errorf("%d of %d cells", finished, total)
	}
}

// TestKept: with a folder, shards make parts of one table, and stored cells are read, not
// measured again.
func TestKept(t *testing.T) {
	r := newRunner(t)
	o := Options{Policies: Entries("off", "r3,guard=none"), Suites: []string{"own.epd@depth=3", "own.epd@depth=2"}, Sample: 1}
	whole := must.Get(Run(t.Context(), r, o))(t)
	o.Folder = "cells"
	for i, want := range []int{2, 4} {
		o.Shard = bench.Shard{Index: i + 1, Count: 2}
		part := must.Get(Run(t.Context(), r, o))(t)
		if finished, _ := part.CountFinished(); finished != want {
			t.Errorf("shard %s: %d cells are finished, want %d", o.Shard, finished, want)
		}
	}
	o.Shard = bench.Shard{}
	r.Watch = func(suite string, _ int, _ time.Duration) (func(bench.Event), func()) {
		t.Errorf("suite %s is run again", suite)
		return runner.NoWatch(suite, 0, 0)
	}
	sameTable(t, must.Get(Run(t.Context(), r, o))(t), whole)
	for _, kind := range []string{"*.audit-1", "*[0-9a-f].json"} {
		files, err := filepath.Glob(filepath.Join("cells", kind))
		if err != nil || len(files) != 4 {
			t.Fatalf("%s: files %q, %v", kind, files, err)
		}
		must.Do(t, os.WriteFile(files[0], []byte("x"), 0o666))
		if _, err := Run(t.Context(), r, o); failure.Of(err) != failure.Baseline || !strings.Contains(err.Error(), files[0]) {
			t.Errorf("damaged %s: %v", files[0], err)
		}
	}
}

// TestRunErrors: errors in the input are reported before anything is searched.
func TestRunErrors(t *testing.T) {
	r := newRunner(t)
	r.Watch = func(string, int, time.Duration) (func(bench.Event), func()) {
		t.Error("a suite is run")
		return runner.NoWatch("", 0, 0)
	}
	own := []string{"own.epd@depth=2"}
	for _, test := range []struct {
		options Options
		want    string
	}{
		{Options{Suites: own}, "matrix: no policy and no engine is given (expected --nullmove, --engine or --preset)"},
		{Options{Policies: Entries("r3")}, "matrix: no suite is given (expected --suite SUITE@LIMIT or --preset)"},
		{Options{Policies: Entries("r3"), Suites: []string{"own.epd@depth=x"}}, "suite own.epd: "},
		{Options{Policies: Entries("r3"), Suites: []string{"wak"}}, `suite "wak" is not known`},
		{Options{Policies: Entries("r3x"), Suites: own}, "flag --nullmove: "},
		{Options{Policies: Entries("r3"), Searches: []string{"x"}, Suites: own}, "flag --search: "},
		{Options{Policies: Entries("r3"), Suites: own, Reference: "r2"}, "flag --reference=r2: no row has that policy"},
		{Options{Engines: Entries("zugwatch"), Variants: Entries("x"), Suites: own}, `flag --variant: option "x"`},
		{Options{Engines: Entries("nosuch"), Suites: own}, `engine "nosuch" is neither in`},
	} {
		table, err := Run(t.Context(), r, test.options)
		if table != nil || failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("table %v, error %v, want %s", table, err, test.want)
		}
	}
	if _, err := PresetOptions("tabel2"); failure.Of(err) != failure.Input || !strings.HasSuffix(err.Error(), "did you mean table2?)") {
		t.Errorf("unknown preset: %v", err)
	}
}

// broken is an engine that fails at every search.
type broken struct{ fittest.Base }

func (broken) Search(context.Context, engine.Task, func(engine.Info)) (engine.Result, error) {
	return engine.Result{}, errors.New("out of order")
}

// TestFaults: a cell of an engine with faults is there, and the error is the engine's.
func TestFaults(t *testing.T) {
	r := newRunner(t)
	suite := must.Get(suites.LoadFile("own.epd"))(t)
	g := &grid{Runner: r, table: new(Table), columns: []task{{suite, bench.Limits{Limits: engine.Limits{Depth: 2}}}}}
	g.addRow(player{Engine: engines.Engine{Name: "broken", Open: func() (engine.Engine, error) { return broken{}, nil }}}, Row{})
	err := g.fillCell(t.Context(), 0, 0)
	if failure.Of(err) != failure.Engine || !strings.Contains(err.Error(), "engine faults on 2 of 2 positions of suite own") {
		t.Errorf("error %v", err)
	}
	if cell := g.table.Rows[0].Cells[0]; !cell.Finished || cell.Totals.Faulted != 2 {
		t.Errorf("cell %+v", cell)
	}
}

package matrix

import (
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
)

// cell returns one that solved so many with so many nodes.
func cell(solved int, nodes uint64) Cell {
	return Cell{Totals: bench.Totals{Solved: solved, Asked: 10, Nodes: nodes}, Finished: true, NPS: nodes / 2}
}

// table has a free column, one of fixed nodes and one of zugzwangs.
func table() *Table {
	return &Table{
		Columns: []Column{{Suite: "crafty", Kind: "speed", Limits: "sd"}, {Suite: "ecm", Kind: "tactics", Limits: "nodes=100"}, {Suite: "zugzwang", Kind: "zugzwang", Limits: "nodes=100"}},
		Rows: []Row{
			{Search: "modern", Policy: "off", Cells: []Cell{cell(0, 800), cell(5, 100), cell(9, 100)}},
			{Search: "modern", Policy: "r3", Cells: []Cell{cell(0, 400), cell(6, 100), cell(4, 100)}},
			{Search: "modern", Policy: "r4", Cells: []Cell{cell(0, 400), cell(6, 100), cell(3, 100)}},
			{Search: "falcon", Policy: "off", Cells: []Cell{cell(0, 1000), cell(1, 100), cell(1, 100)}},
			{Search: "falcon", Policy: "r3", Cells: []Cell{cell(0, 250), cell(1, 100), {}}},
		},
	}
}

func TestFinish(t *testing.T) {
	m := table()
	m.sumRows()
	for i, want := range []struct {
		solved, zugzwang int
		nodes            uint64
		ratio            float64
		best, finished   bool
	}{
		{5, 9, 800, 1, true, true},
		{6, 4, 400, 0.5, true, true},
		{6, 3, 400, 0.5, false, true}, // r3 solves a zugzwang more
		{1, 1, 1000, 1, false, true},  // a reference of its own
		{1, 0, 250, 0, false, false},  // not finished: no ratio, and never best
	} {
		r := &m.Rows[i]
		if r.Solved != want.solved || r.Zugzwang != want.zugzwang || r.Nodes != want.nodes || r.Ratio != want.ratio || r.Best != want.best || r.Finished != want.finished {
			t.Errorf("row %d: %+v, want %+v", i, r, want)
		}
	}
	if m.Rows[0].NPS == 0 {
		t.Error("no speed")
	}
	// Where every limit fixes the nodes they are summed up and judge nothing.
	m = table()
	m.Columns[0].Limits = "nodes=800"
	m.Rows[2].Cells[2] = cell(4, 100)
	m.Rows[2].Cells[0] = cell(0, 500)
	m.sumRows()
	if m.Rows[0].Nodes != 1000 || !m.Rows[1].Best || !m.Rows[2].Best {
		t.Errorf("fixed nodes: %+v", m.Rows[:3])
	}
	m.Reference = -1
	m.sumRows()
}

// TestAudited: where claims were looked for, the share of wrong ones takes part in
// what nothing beats; a row without an audit is not judged by it.
func TestAudited(t *testing.T) {
	audited := func(claims, wrong uint64) *audit.Count { return &audit.Count{Claims: claims, Wrong: wrong} }
	for _, test := range []struct {
		name         string
		first, other *audit.Count
		want         [2]bool
	}{
		{"nobody looked", nil, nil, [2]bool{true, false}},
		{"one looked", audited(100, 9), nil, [2]bool{true, false}},
		{"the cheaper one is wrong as often", audited(100, 5), audited(200, 10), [2]bool{true, false}},
		{"the cheaper one is wrong less often", audited(100, 1), audited(100, 5), [2]bool{true, false}},
		{"the cheaper one is wrong more often", audited(100, 9), audited(100, 5), [2]bool{true, true}},
		{"the dearer one claims nothing", audited(100, 9), audited(0, 0), [2]bool{true, true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := &Table{Columns: []Column{{Suite: "crafty", Kind: "speed", Limits: "sd"}}, Rows: []Row{
				{Policy: "cheap", Cells: []Cell{cell(3, 100)}}, {Policy: "dear", Cells: []Cell{cell(3, 200)}},
			}}
			m.Rows[0].Cells[0].Audit, m.Rows[1].Cells[0].Audit = test.first, test.other
			m.sumRows()
			if got := [2]bool{m.Rows[0].Best, m.Rows[1].Best}; got != test.want {
				t.Errorf("best %v, want %v", got, test.want)
			}
		})
	}
}

// TestCPU: the CPU time counts where the nodes do, and only when it is known of
// every position.
func TestCPU(t *testing.T) {
	spent := func(c Cell, d time.Duration) Cell {
		c.CPU = d
		return c
	}
	m := &Table{
		Columns: []Column{{Suite: "crafty", Kind: "speed", Limits: "sd"}, {Suite: "ecm", Kind: "tactics", Limits: "nodes=100"}},
		Rows: []Row{
			{Policy: "off", Cells: []Cell{spent(cell(1, 100), 4*time.Second), spent(cell(1, 100), time.Second)}},
			{Policy: "r3", Cells: []Cell{spent(cell(1, 50), time.Second), cell(1, 100)}},
			{Policy: "r4", Cells: []Cell{cell(1, 50), spent(cell(1, 100), time.Second)}},
		},
	}
	m.sumRows()
	for i, want := range []float64{1, 0.25, 0} {
		if got := m.Rows[i].CPU; got != want {
			t.Errorf("%s: CPU time %v, want %v", m.Rows[i].Policy, got, want)
		}
	}
	run := &bench.Run{Outcomes: make([]bench.Outcome, 2)}
	timing := &bench.Timing{Positions: []bench.PositionTime{{CPU: time.Second}, {CPU: 2 * time.Second}}}
	if c := newCell(run, timing, nil); c.CPU != 3*time.Second {
		t.Errorf("CPU time %s", c.CPU)
	}
	timing.Positions[1].CPU = 0
	if c := newCell(run, timing, nil); c.CPU != 0 {
		t.Errorf("CPU time %s of one position of two", c.CPU)
	}
}

func TestNewCell(t *testing.T) {
	run := &bench.Run{Outcomes: []bench.Outcome{
		{ID: "a", Want: "e4", Verdict: bench.Solved, Nodes: 10, Stable: &bench.Point{Depth: 9}},
		{ID: "b", Want: "e4", Verdict: bench.Solved, Nodes: 20, Stable: &bench.Point{Depth: 30}},
	}}
	c := newCell(run, nil, []int{6, 0})
	if c.Excess != 3 || c.Totals.Solved != 2 || c.Totals.Nodes != 30 || c.Answer != nil || !c.Finished {
		t.Errorf("cell %+v", c)
	}
	run.Outcomes = run.Outcomes[:1]
	if c := newCell(run, nil, nil); c.Answer == nil || c.Excess != 0 {
		t.Errorf("cell of one position %+v", c)
	}
}

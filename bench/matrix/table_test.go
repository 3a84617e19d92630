package matrix

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// cell is one that solved so many with so many nodes.
func cell(solved int, nodes uint64) Cell {
	return Cell{Totals: bench.Totals{Solved: solved, Asked: 10, Nodes: nodes}, Finished: true, NPS: nodes / 2}
}

// table has a free column, one of fixed nodes and one of zugzwangs.
func table() *Table {
	return &Table{
		Columns: []Column{{"crafty", "speed", "sd"}, {"ecm", "tactics", "nodes=100"}, {"zugzwang", "zugzwang", "nodes=100"}},
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
	m.Finish()
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
	m.Finish()
	if m.Rows[0].Nodes != 1000 || !m.Rows[1].Best || !m.Rows[2].Best {
		t.Errorf("fixed nodes: %+v", m.Rows[:3])
	}
	m.Reference = -1
	m.Finish()
}

func TestNewCell(t *testing.T) {
	run := &bench.Run{Outcomes: []bench.Outcome{
		{ID: "a", Want: "e4", Verdict: bench.Solved, Nodes: 10, Stable: &bench.Point{Depth: 9}},
		{ID: "b", Want: "e4", Verdict: bench.Solved, Nodes: 20, Stable: &bench.Point{Depth: 30}},
	}}
	c := NewCell(run, nil, []int{6, 0})
	if c.Excess != 3 || c.Totals.Solved != 2 || c.Totals.Nodes != 30 || c.Answer != nil || !c.Finished {
		t.Errorf("cell %+v", c)
	}
	run.Outcomes = run.Outcomes[:1]
	if c := NewCell(run, nil, nil); c.Answer == nil || c.Excess != 0 {
		t.Errorf("cell of one position %+v", c)
	}
}

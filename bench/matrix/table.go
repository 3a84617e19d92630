package matrix

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/audit"
	"github.com/zugwatch/zugwatch/engine"
)

// Column is a suite under a limit.
type Column struct {
	Suite  string `json:"suite"`
	Kind   string `json:"kind"`            // of the suite: zugzwang counts apart
	Forms  int    `json:"forms,omitempty"` // of each position, which cells count one by one; 0: as it stands
	Limits string `json:"limits"`
}

// Cell is one engine on one column. Without a run it is not finished.
type Cell struct {
	Totals   bench.Totals    `json:"totals"`
	Counters engine.Counters `json:"counters"`
	NPS      uint64          `json:"nps,omitempty"`    // nodes in a second of wall time; 0: not known
	CPU      time.Duration   `json:"cpu_ns,omitempty"` // CPU time of all searches; 0: not known of each
	Excess   int             `json:"excess,omitempty"` // most plies beyond the record's own depth at which a solved position was solved to stay
	Answer   *bench.Outcome  `json:"answer,omitempty"` // the outcome, of a suite of one position
	Audit    *audit.Count    `json:"audit,omitempty"`  // claims that were checked; nil: none
	Finished bool            `json:"finished"`
}

// newCell sums a run up; the timing may be nil. Depths are those that the records
// of the suite name, 0 for none, and may be nil.
func newCell(run *bench.Run, timing *bench.Timing, depths []int) Cell {
	c := Cell{Totals: run.Totals(), Counters: run.Counters(), Finished: run.Finished()}
	if timing != nil {
		c.NPS, c.CPU = timing.NPS(run), cpu(timing)
	}
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if i < len(depths) && depths[i] > 0 && o.Stable != nil {
			c.Excess = max(c.Excess, o.Stable.Depth-depths[i])
		}
	}
	if len(run.Outcomes) == 1 {
		c.Answer = &run.Outcomes[0]
	}
	return c
}

// cpu returns the CPU time of a run, 0 where it is not known of every position.
func cpu(t *bench.Timing) time.Duration {
	for i := range t.Positions {
		if t.Positions[i].CPU <= 0 {
			return 0
		}
	}
	return t.CPU()
}

// Row is one engine with one policy on all columns.
type Row struct {
	Engine    string `json:"engine"`
	Search    string `json:"search,omitempty"` // of the built-in engine
	Policy    string `json:"policy,omitempty"` // of the built-in engine, or the options of another
	Published string `json:"published,omitempty"`
	Verifies  bool   `json:"verifies,omitempty"` // fail-highs are verified in the tree, as in 2002: Counters.Verified counts them apart
	Cells     []Cell `json:"cells"`              // as Table.Columns

	// sumRows sets the following fields.
	Solved   int         `json:"solved"`          // of suites that are not of zugzwangs
	Zugzwang int         `json:"zugzwang"`        // solved of those that are
	FailHigh float64     `json:"fail_high"`       // share of the null moves that failed high
	Nodes    uint64      `json:"nodes"`           // of the columns whose limits leave the nodes free, or of all when none does
	Ratio    float64     `json:"ratio,omitempty"` // of these to the reference; 0: there is none, or all limits fix the nodes
	NPS      uint64      `json:"nps,omitempty"`   // the mean over the nodes
	CPU      float64     `json:"cpu,omitempty"`   // CPU time to the reference, over the columns of Nodes; 0: not known, or all limits fix the nodes
	Audit    audit.Count `json:"audit"`
	Audited  bool        `json:"audited,omitempty"` // claims were looked for, whether there were any or not
	Best     bool        `json:"pareto_best"`       // no other row is as good in everything and better in something
	Finished bool        `json:"finished"`
}

// Name returns what a row is called: its search and policy, or else its engine.
func (r *Row) Name() string { return cmp.Or(strings.TrimSpace(r.Search+" "+r.Policy), r.Engine) }

// Table is a matrix.
type Table struct {
	Columns   []Column `json:"columns"`
	Reference int      `json:"reference"` // the row that the ratios refer to; in each search it is the row of the same policy, if there is one
	Rows      []Row    `json:"rows"`
}

// WithoutTimes returns a copy without speeds, which differ between equal runs.
func (t *Table) WithoutTimes() *Table {
	c := *t
	c.Rows = slices.Clone(t.Rows)
	for i := range c.Rows {
		row := &c.Rows[i]
		row.NPS, row.CPU = 0, 0
		row.Cells = slices.Clone(row.Cells)
		for j := range row.Cells {
			row.Cells[j].NPS, row.Cells[j].CPU = 0, 0
		}
	}
	return &c
}

// sumRows sums up the cells of all rows and marks the best.
func (t *Table) sumRows() {
	free := t.freeColumns()
	for i := range t.Rows {
		t.sum(&t.Rows[i], free)
	}
	anyFree := slices.Contains(free, true)
	for i := range t.Rows {
		base := t.referenceOf(&t.Rows[i])
		if anyFree && base != nil && base.Nodes > 0 && base.Finished && t.Rows[i].Finished {
			t.Rows[i].Ratio = float64(t.Rows[i].Nodes) / float64(base.Nodes)
			if mine, theirs := t.Rows[i].cpuTime(free), base.cpuTime(free); mine > 0 && theirs > 0 {
				t.Rows[i].CPU = mine.Seconds() / theirs.Seconds()
			}
		}
	}
	for i := range t.Rows {
		t.Rows[i].Best = t.Rows[i].Finished && !t.isDominated(i, anyFree)
	}
}

// freeColumns tells which columns have limits that leave the nodes free, all when
// none has.
func (t *Table) freeColumns() []bool {
	free := make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		limits, err := bench.ParseLimits(c.Limits)
		free[i] = err == nil && limits.Exact() && !limits.FixesNodes() && limits.StopSolved == 0
	}
	return free
}

// sum adds up the cells of a row.
func (t *Table) sum(r *Row, free []bool) {
	r.Finished = true
	counts := slices.Contains(free, true)
	var nodes, seconds float64
	for i := range r.Cells {
		c := &r.Cells[i]
		r.Finished = r.Finished && c.Finished
		if t.Columns[i].Kind == zugzwangKind {
			r.Zugzwang += c.Totals.Solved
		} else {
			r.Solved += c.Totals.Solved
		}
		if free[i] || !counts {
			r.Nodes += c.Totals.Nodes
		}
		if c.NPS > 0 {
			nodes += float64(c.Totals.Nodes)
			seconds += float64(c.Totals.Nodes) / float64(c.NPS)
		}
		if c.Audit != nil {
			r.Audit.Add(*c.Audit)
			r.Audited = true
		}
	}
	r.FailHigh = failHigh(r)
	if seconds > 0 {
		r.NPS = uint64(nodes / seconds)
	}
}

// cpuTime returns the CPU time of some columns, 0 where it is not known of each.
func (r *Row) cpuTime(columns []bool) (sum time.Duration) {
	for i := range r.Cells {
		switch {
		case !columns[i]:
		case r.Cells[i].CPU == 0:
			return 0
		default:
			sum += r.Cells[i].CPU
		}
	}
	return sum
}

// failHigh returns the share of the null moves of a row that failed high, whatever was
// done about it.
func failHigh(r *Row) float64 {
	var all engine.Counters
	for i := range r.Cells {
		all.Add(r.Cells[i].Counters)
	}
	high := all.NullCut + all.NullReduced
	if r.Verifies {
		high += all.Verified
	} else {
		high += all.Refused
	}
	if all.NullTried == 0 {
		return 0
	}
	return float64(high) / float64(all.NullTried)
}

// zugzwangKind is the kind of the suites that speak for zugzwang.
const zugzwangKind = "zugzwang"

// referenceOf returns the row by which the ratio of r is taken. It has the policy of the reference, and the engine
// and search of r. Without such a row it is the reference itself, if its engine and search are those of r.
func (t *Table) referenceOf(r *Row) *Row {
	if t.Reference < 0 || t.Reference >= len(t.Rows) {
		return nil
	}
	base := &t.Rows[t.Reference]
	for i := range t.Rows {
		o := &t.Rows[i]
		if o.Engine == r.Engine && o.Search == r.Search && o.Policy == base.Policy {
			return o
		}
	}
	if base.Engine != r.Engine || base.Search != r.Search {
		return nil
	}
	return base
}

// isDominated reports whether another row is at least as good in all figures and better in one. The figures are
// solved positions, solved zugzwangs, nodes if they are free, and the share of wrong claims if both were audited.
func (t *Table) isDominated(index int, nodes bool) bool {
	r := &t.Rows[index]
	for i := range t.Rows {
		o := &t.Rows[i]
		if i == index || !o.Finished {
			continue
		}
		differences := [...]int{cmp.Compare(o.Solved, r.Solved), cmp.Compare(o.Zugzwang, r.Zugzwang), 0, 0}
		if nodes {
			differences[2] = cmp.Compare(r.Nodes, o.Nodes)
		}
		if r.Audited && o.Audited {
			differences[3] = cmp.Compare(r.Audit.Rate(), o.Audit.Rate())
		}
		if slices.Min(differences[:]) == 0 && slices.Max(differences[:]) > 0 {
			return true
		}
	}
	return false
}

// CountFinished returns how many cells are finished, and how many there are.
func (t *Table) CountFinished() (finished, total int) {
	for i := range t.Rows {
		for j := range t.Rows[i].Cells {
			total++
			if t.Rows[i].Cells[j].Finished {
				finished++
			}
		}
	}
	return finished, total
}

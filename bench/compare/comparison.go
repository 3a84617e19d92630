package compare

import (
	"math"
	"math/bits"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// Side is one of the two runs in sum.
type Side struct {
	Engine engine.ID    `json:"engine"`
	Totals bench.Totals `json:"totals"`
}

// Change is one position as both runs have it. The outcomes are those of the
// runs themselves.
type Change struct {
	Index int            `json:"index"` // in the suite, from 0
	Base  *bench.Outcome `json:"base"`
	Head  *bench.Outcome `json:"head"`
}

// ID names the position.
func (c Change) ID() string { return c.Head.ID }

// Work is what both runs spent on the positions that have a fault in neither.
type Work struct {
	Positions int     `json:"positions"`
	Base      uint64  `json:"base"`     // nodes
	Head      uint64  `json:"head"`     // nodes
	Same      int     `json:"same"`     // positions with the same number of nodes
	GeoMean   float64 `json:"geo_mean"` // of the ratios head to base where both are above 0; 0: there is none
}

// Ratio is head to base in sum, 0 when the base has no nodes.
func (w Work) Ratio() float64 {
	if w.Base == 0 {
		return 0
	}
	return float64(w.Head) / float64(w.Base)
}

// Comparison is what changed from a base run to a head run. No list is nil.
type Comparison struct {
	Suite       bench.SuiteRef `json:"suite"`
	Limits      string         `json:"limits"`
	Exact       bool           `json:"exact"` // every difference is real
	Base        Side           `json:"base"`
	Head        Side           `json:"head"`
	Differences []Difference   `json:"engine_differences"`

	Lost     []Change `json:"lost"`     // solved before and not now, without a fault; in suite order, as all but Moved
	Gained   []Change `json:"gained"`   // solved now and not before, without a fault
	Replayed []Change `json:"replayed"` // neither of these, but with another move
	Broken   []Change `json:"broken"`   // with a fault now and none before
	Mended   []Change `json:"mended"`   // with a fault before and none now
	Moved    []Change `json:"moved"`    // with another number of nodes: the largest growth first, the largest saving last
	Work     Work     `json:"work"`

	Gates   []Result `json:"gates"` // one for each axis that is judged
	Verdict Verdict  `json:"verdict"`
}

// SignatureChanged tells whether the sums of all nodes differ.
func (c *Comparison) SignatureChanged() bool { return c.Base.Totals.Nodes != c.Head.Totals.Nodes }

// Runs compares two runs of the same positions under the same limits and judges
// the difference by the gate. The comparison points into the runs, which have
// to stay as they are.
//
// The errors are *GateError, *bench.IncompleteError for a run that is not
// finished, and *NotComparableError.
func Runs(base, head *bench.Run, gate Gate) (*Comparison, error) {
	if err := gate.check(); err != nil {
		return nil, err
	}
	if err := unlike(base, head); err != nil {
		return nil, err
	}
	if err := complete("base", base); err != nil {
		return nil, err
	}
	if err := complete("head", head); err != nil {
		return nil, err
	}
	c := &Comparison{
		Suite: head.Suite, Limits: head.Limits, Exact: base.Exact() && head.Exact(),
		Base:        Side{Engine: base.Engine, Totals: base.Totals()},
		Head:        Side{Engine: head.Engine, Totals: head.Totals()},
		Differences: engineDifferences(base.Engine, head.Engine),
		Lost:        []Change{}, Gained: []Change{}, Replayed: []Change{},
		Broken: []Change{}, Mended: []Change{}, Moved: []Change{},
	}
	c.pair(base.Outcomes, head.Outcomes)
	c.judge(gate)
	return c, nil
}

// pair sorts the positions by what became of them.
func (c *Comparison) pair(base, head []bench.Outcome) {
	var logs float64
	var ratios int
	for i := range head {
		change := Change{Index: i, Base: &base[i], Head: &head[i]}
		c.file(change)
		b, h := change.Base, change.Head
		if b.Verdict == bench.Faulted || h.Verdict == bench.Faulted {
			continue
		}
		c.Work.Positions++
		c.Work.Base += b.Nodes
		c.Work.Head += h.Nodes
		if b.Nodes == h.Nodes {
			c.Work.Same++
		} else {
			c.Moved = append(c.Moved, change)
		}
		if b.Nodes > 0 && h.Nodes > 0 {
			logs += math.Log(float64(h.Nodes) / float64(b.Nodes))
			ratios++
		}
	}
	if ratios > 0 {
		c.Work.GeoMean = math.Exp(logs / float64(ratios))
	}
	slices.SortStableFunc(c.Moved, byGrowth)
}

// file puts a position on the list it belongs to, if any.
func (c *Comparison) file(change Change) {
	before, now := change.Base.Verdict, change.Head.Verdict
	list := &c.Replayed
	switch {
	case before == bench.Faulted && now == bench.Faulted:
		return
	case now == bench.Faulted:
		list = &c.Broken
	case before == bench.Faulted:
		list = &c.Mended
	case before == bench.Solved && now != bench.Solved:
		list = &c.Lost
	case before != bench.Solved && now == bench.Solved:
		list = &c.Gained
	case change.Base.Best == change.Head.Best:
		return
	}
	*list = append(*list, change)
}

// byGrowth orders by the ratio of nodes, head to base, falling. It multiplies
// crosswise and so is exact.
func byGrowth(a, b Change) int {
	highA, lowA := bits.Mul64(a.Head.Nodes, b.Base.Nodes)
	highB, lowB := bits.Mul64(b.Head.Nodes, a.Base.Nodes)
	switch {
	case highA > highB || highA == highB && lowA > lowB:
		return -1
	case highA == highB && lowA == lowB:
		return 0
	}
	return 1
}

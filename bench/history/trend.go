package history

import (
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
)

// Series is the runs of one suite under the same limits, in the order of the file. They
// can be compared with each other.
type Series struct {
	Suite   bench.SuiteRef
	Limits  string
	Records []Record
	Release *Release         // that the last record is compared with: see SetRelease; nil: none
	Allowed map[Axis]float64 // by how much the axes may become worse: of shares the difference, of nodes the growth
}

// Group makes series of records, in the order in which they begin.
func Group(records []Record) (all []*Series) {
	known := make(map[series]*Series)
	for i := range records {
		r := &records[i]
		s := known[r.series()]
		if s == nil {
			s = &Series{Suite: r.Suite, Limits: r.Limits}
			known[r.series()] = s
			all = append(all, s)
		}
		s.Records = append(s.Records, *r)
	}
	return all
}

// Axis is the quantity that a trend follows.
type Axis uint8

// The axes.
const (
	Solved   Axis = iota // share of the positions that are solved
	Points               // share of the points of graded positions
	Nodes                // of all positions
	Solution             // nodes to the solution
)

// String returns the axis in words.
func (a Axis) String() string {
	return [...]string{"solved", "points", "nodes", "nodes to the solution"}[a]
}

// IsShare reports whether values are parts of a whole, from 0 to 1, and no nodes.
func (a Axis) IsShare() bool { return a == Solved || a == Points }

// Trend is one axis of a series.
type Trend struct {
	Axis    Axis
	Records []*Record // those of the series that have a value
	Values  []float64 // of each: a share from 0 to 1, or nodes
	Changes []Change  // of Values; means of nodes are geometric
}

// Trends returns the axes of a series that carry information: without the nodes if the limit
// fixes them, and without axes that no record has.
func (s *Series) Trends() (all []Trend) {
	for _, axis := range s.axes() {
		if t := s.trend(axis); len(t.Values) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// axes returns the axes that can change: not the nodes where the limit fixes them.
func (s *Series) axes() []Axis {
	limits, err := bench.ParseLimits(s.Limits)
	if err == nil && limits.FixesNodes() {
		return []Axis{Solved, Points, Solution}
	}
	return []Axis{Solved, Points, Nodes, Solution}
}

// trend returns one axis. Nodes grow by factors, so that their steps are looked for among the
// logarithms.
func (s *Series) trend(axis Axis) Trend {
	t := Trend{Axis: axis}
	for i := range s.Records {
		if value := axis.valueOf(&s.Records[i]); value >= 0 {
			t.Records, t.Values = append(t.Records, &s.Records[i]), append(t.Values, value)
		}
	}
	if axis.IsShare() {
		t.Changes = findChanges(t.Values)
		return t
	}
	logs := slices.Clone(t.Values)
	for i := range logs {
		logs[i] = math.Log(logs[i])
	}
	t.Changes = findChanges(logs)
	for i := range t.Changes {
		c := &t.Changes[i]
		c.Before, c.After = math.Exp(c.Before), math.Exp(c.After)
	}
	return t
}

// valueOf returns the value of a record, negative if it has none.
func (a Axis) valueOf(r *Record) float64 {
	switch {
	case a == Solved && r.Asked > 0:
		return float64(r.Solved) / float64(r.Asked)
	case a == Points && r.MaxPoints > 0:
		return float64(r.Points) / float64(r.MaxPoints)
	case a == Nodes && r.Nodes > 0:
		return float64(r.Nodes)
	case a == Solution && r.Solution > 0:
		return float64(r.Solution)
	}
	return -1
}

package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// Field is one key=value pair of the machine-readable line.
type Field struct{ Key, Value string }

// Line writes the line that ends every command that measures, for scripts:
//
//	zugwatch: verdict=pass code=0 suite=wac solved=291 total=300 faults=0 nodes=123
//
// Each value is one word; other bytes than letters, digits and ._,:/+-# are
// written as %XX.
func Line(w io.Writer, verdict string, code int, fields ...Field) error {
	pairs := []string{"zugwatch:", "verdict=" + word(verdict), "code=" + strconv.Itoa(code)}
	for _, f := range fields {
		pairs = append(pairs, word(f.Key)+"="+word(f.Value))
	}
	if _, err := io.WriteString(w, strings.Join(pairs, " ")+"\n"); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// RunFields are the pairs of a run. That of a shard names it and counts its own
// positions.
func RunFields(run *bench.Run) []Field {
	fields := append([]Field{{"suite", run.Suite.Name}}, totalFields(ownTotals(run))...)
	if run.Shard != (bench.Shard{}) {
		fields = append(fields, Field{"shard", run.Shard.String()})
	}
	return fields
}

// RunsFields are the pairs of several runs together; the suites are named with
// commas between.
func RunsFields(runs []*bench.Run) []Field {
	if len(runs) == 1 {
		return RunFields(runs[0])
	}
	var sum sums
	for _, run := range runs {
		sum.add(run.Suite.Name, ownTotals(run))
	}
	return sum.fields()
}

// ComparisonFields are the pairs of a comparison: those of the head run, the
// positions lost and gained, and the nodes of the base.
func ComparisonFields(c *compare.Comparison) []Field {
	fields := append([]Field{{"suite", c.Suite.Name}}, totalFields(c.Head.Totals)...)
	return append(fields,
		Field{"lost", strconv.Itoa(len(c.Lost))},
		Field{"gained", strconv.Itoa(len(c.Gained))},
		Field{"base_nodes", strconv.FormatUint(c.Base.Totals.Nodes, 10)})
}

// SumFields are the pairs of several comparisons together; the suites are
// named with commas between.
func SumFields(comparisons []*compare.Comparison) []Field {
	var sum sums
	for _, c := range comparisons {
		sum.add(c.Suite.Name, c.Head.Totals)
	}
	return sum.fields()
}

// sums are the totals of several suites.
type sums struct {
	names []string
	total bench.Totals
}

func (s *sums) add(name string, t bench.Totals) {
	s.names = append(s.names, name)
	s.total.Positions += t.Positions
	s.total.Solved += t.Solved
	s.total.Faulted += t.Faulted
	s.total.Nodes += t.Nodes
}

func (s *sums) fields() []Field {
	return append([]Field{{"suite", strings.Join(s.names, ",")}}, totalFields(s.total)...)
}

// SpeedFields are the pairs of a race: the time for each node and the nodes,
// head to base, and the pairs that were measured.
func SpeedFields(r *speed.Report) []Field {
	e := r.Finding.All
	number := func(ratio float64) string { return strconv.FormatFloat(ratio, 'f', 4, 64) }
	return []Field{
		{"cost", number(e.Cost.Ratio)},
		{"cost_low", number(e.Cost.Low)},
		{"cost_high", number(min(e.Cost.High, maxRatio))},
		{"nodes_ratio", number(e.Nodes)},
		{"pairs", strconv.Itoa(e.Cost.Pairs)},
	}
}

// maxRatio is what a ratio without bound is written as.
const maxRatio = 9999

// AxisFields are the pairs of the axes that were judged, such as
// gate_tactics=pass, each with the worst of its verdicts.
func AxisFields(results []compare.Result) []Field {
	verdicts := make(map[compare.Axis][]compare.Verdict)
	for _, r := range results {
		verdicts[r.Axis] = append(verdicts[r.Axis], r.Verdict)
	}
	var fields []Field
	for _, axis := range []compare.Axis{compare.Tactics, compare.Zugzwang, compare.Nodes, compare.Speed} {
		if len(verdicts[axis]) > 0 {
			fields = append(fields, Field{"gate_" + axis.String(), compare.Worst(verdicts[axis]...).String()})
		}
	}
	return fields
}

func totalFields(t bench.Totals) []Field {
	return []Field{
		{"solved", strconv.Itoa(t.Solved)},
		{"total", strconv.Itoa(t.Positions)},
		{"faults", strconv.Itoa(t.Faulted)},
		{"nodes", strconv.FormatUint(t.Nodes, 10)},
	}
}

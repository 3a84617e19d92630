package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// Field is one key=value pair of the machine-readable line.
type Field struct{ Key, Value string }

// CountField returns the pair of a count.
func CountField[N int | int64 | uint64](key string, n N) Field {
	return Field{Key: key, Value: fmt.Sprint(n)}
}

// Fields returns the pairs of keys and values that follow each other: Fields("suite", name, "nodes", n).
func Fields(pairs ...any) []Field {
	fields := make([]Field, len(pairs)/2)
	for i := range fields {
		fields[i] = Field{fmt.Sprint(pairs[2*i]), fmt.Sprint(pairs[2*i+1])}
	}
	return fields
}

// Line writes the line that ends every command that measures, for scripts:
//
//	zugwatch: verdict=pass code=0 suite=wac solved=291 total=300 faults=0 nodes=123
//
// Each value is one word; other bytes than letters, digits and ._,:/+-# are
// written as %XX.
func Line(w io.Writer, verdict string, code int, fields ...Field) error {
	pairs := []string{"zugwatch:", "verdict=" + Word(verdict), "code=" + strconv.Itoa(code)}
	for _, f := range fields {
		pairs = append(pairs, Word(f.Key)+"="+Word(f.Value))
	}
	if _, err := io.WriteString(w, strings.Join(pairs, " ")+"\n"); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// Word makes a value of the machine-readable line: one word without blanks. It writes every byte except letters,
// digits and a few signs as %XX.
func Word(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if letter || strings.IndexByte("._,:/+-#", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// RunFields returns the pairs of some runs together; the suites are named with commas between. That of a
// shard counts its own positions, and names it where it is alone.
func RunFields(runs ...*bench.Run) []Field {
	var sum sums
	for _, run := range runs {
		sum.add(run.Suite.Name, run.ShardTotals())
	}
	if len(runs) == 1 {
		return append(sum.fields(), ShardFields(runs[0].Shard)...)
	}
	return sum.fields()
}

// ComparisonFields returns the pairs of a comparison: those of the head run, the positions
// lost and gained, and the nodes of the base. In several forms, a position is lost or
// gained when fewer or more of its forms are solved.
func ComparisonFields(c *compare.Comparison) []Field {
	return slices.Concat(SumFields([]*compare.Comparison{c}), flipFields(c),
		Fields("base_nodes", c.Base.Totals.Nodes, "change", compare.ChangeOf(0, c)))
}

// flipFields returns the numbers of positions lost and gained. In several forms, a
// position is lost or gained when fewer or more of its forms are solved.
func flipFields(comparisons ...*compare.Comparison) []Field {
	lost, gained := 0, 0
	for _, c := range comparisons {
		l, g := c.CountFlips()
		lost, gained = lost+l, gained+g
	}
	return Fields("lost", lost, "gained", gained)
}

// SumFields returns the pairs of several comparisons together; the suites are
// named with commas between.
func SumFields(comparisons []*compare.Comparison) []Field {
	var sum sums
	for _, c := range comparisons {
		sum.add(c.Suite.Name, c.Head.Totals)
	}
	return sum.fields()
}

// sums are the totals of several runs, and the suites that they are of.
type sums struct {
	suites []string
	once   bool // each suite is named once
	total  bench.Totals
}

func (s *sums) add(suite string, t bench.Totals) {
	if !s.once || !slices.Contains(s.suites, suite) {
		s.suites = append(s.suites, suite)
	}
	s.total.Positions += t.Positions
	s.total.Solved += t.Solved
	s.total.Faulted += t.Faulted
	s.total.Retried += t.Retried
	s.total.Nodes += t.Nodes
}

func (s *sums) fields() []Field {
	fields := Fields(
		"suite", strings.Join(s.suites, ","), "solved", s.total.Solved, "total", s.total.Positions,
		"faults", s.total.Faulted, "nodes", s.total.Nodes)
	if s.total.Retried > 0 {
		fields = append(fields, CountField("retried", s.total.Retried))
	}
	return fields
}

// ShardFields name a shard, if it is one.
func ShardFields(shard bench.Shard) []Field {
	if shard == (bench.Shard{}) {
		return nil
	}
	return []Field{{"shard", shard.String()}}
}

// SpeedFields returns the pairs of a race: the time for each node and the nodes,
// head to base, and the pairs that were measured.
func SpeedFields(r *speed.Report) []Field {
	e := r.Assessment.All
	number := func(ratio float64) string { return strconv.FormatFloat(ratio, 'f', 4, 64) }
	return Fields(
		"cost", number(e.Cost.Ratio), "cost_low", number(e.Cost.Low), "cost_high", number(min(e.Cost.High, maxRatio)),
		"nodes_ratio", number(e.Nodes), "pairs", e.Cost.Pairs)
}

// maxRatio is the number written for an unbounded ratio.
const maxRatio = 9999

// AxisFields returns the pairs of the axes that were judged, such as
// gate_tactics=pass, each with the worst of its verdicts.
func AxisFields(results []compare.Result) []Field {
	verdicts := make(map[compare.Axis][]compare.Verdict)
	for _, r := range results {
		verdicts[r.Axis] = append(verdicts[r.Axis], r.Verdict)
	}
	var fields []Field
	for _, axis := range []compare.Axis{compare.Tactics, compare.Zugzwang, compare.Mating, compare.Rules, compare.Nodes, compare.Speed, compare.Exact, compare.Games} {
		if len(verdicts[axis]) > 0 {
			fields = append(fields, Field{"gate_" + axis.String(), compare.Worst(verdicts[axis]...).String()})
		}
	}
	return fields
}

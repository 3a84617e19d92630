package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
)

// SideBySide writes the runs of several engines on one suite: the sums in one
// table, then the positions on which the results differ, with Options.Verbose
// all. The runs have the same positions; there is at least one.
func SideBySide(w io.Writer, sides []Trial, options Options) error {
	p := &page{options: options}
	run := sides[0].Run
	p.heading(p.safe(run.Suite.Name) + ": " + plural(len(run.Outcomes), "position") + p.shard(run) + ", limits " + p.safe(run.Limits))
	for _, s := range sides {
		p.line("engine " + p.safe(s.Engine) + ": " + p.engine(s.Run.Engine))
		p.line("")
	}
	p.contest(sides)
	p.disputes(sides)
	p.blunders(sides)
	if !run.Exact() {
		p.line("limits read a clock: a difference may be chance")
		p.line("")
	}
	if options.Counters {
		for _, s := range sides {
			p.line("counters of " + p.safe(s.Engine) + ":")
			p.line("")
			p.counters(s.Run)
		}
	}
	return p.writeTo(w)
}

// ContestFields are the pairs of several runs together: the engines with commas
// between, and the sums.
func ContestFields(sides []Trial) []Field {
	var names []string
	var total bench.Totals
	for _, s := range sides {
		names = append(names, s.Engine)
		t := ownTotals(s.Run)
		total.Positions += t.Positions
		total.Solved += t.Solved
		total.Faulted += t.Faulted
		total.Nodes += t.Nodes
	}
	fields := append([]Field{{"suite", sides[0].Run.Suite.Name}}, totalFields(total)...)
	if shard := sides[0].Run.Shard; shard != (bench.Shard{}) {
		fields = append(fields, Field{"shard", shard.String()})
	}
	return append(fields, Field{"engines", strings.Join(names, ",")})
}

// contest writes the sums side by side.
func (p *page) contest(sides []Trial) {
	columns := []column{{"", false}}
	for _, s := range sides {
		columns = append(columns, column{p.safe(s.Engine), true})
	}
	var rows [][]string
	add := func(name string, value func(t bench.Totals, s *Trial) string) {
		row, used := []string{name}, false
		for i := range sides {
			cell := value(ownTotals(sides[i].Run), &sides[i])
			row, used = append(row, cell), used || cell != ""
		}
		if used {
			rows = append(rows, row)
		}
	}
	add("solved", func(t bench.Totals, _ *Trial) string { return part(t.Solved, t.Asked) })
	add("missed", func(t bench.Totals, _ *Trial) string { return some(t.Missed) })
	add("measured", func(t bench.Totals, _ *Trial) string { return some(t.Measured) })
	add("points", func(t bench.Totals, _ *Trial) string { return part(t.Points, t.MaxPoints) })
	add("faults", func(t bench.Totals, _ *Trial) string { return strconv.Itoa(t.Faulted) })
	add("unfinished", func(t bench.Totals, _ *Trial) string { return some(t.Unfinished) })
	add("nodes", func(t bench.Totals, _ *Trial) string { return grouped(t.Nodes) })
	add("time", func(_ bench.Totals, s *Trial) string {
		if s.Timing == nil {
			return ""
		}
		return clock(s.Timing.Searched())
	})
	p.table(columns, rows)
}

// some is a count, empty for none.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// part is how many of how many, empty where nothing was asked.
func part(n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", n, of)
}

// disputes writes the positions that not all engines answered with the same
// result.
func (p *page) disputes(sides []Trial) {
	columns := []column{{"position", false}, {"expected", false}}
	for _, s := range sides {
		columns = append(columns, column{p.safe(s.Engine), false})
	}
	rows := p.list()
	for i := range sides[0].Run.Outcomes {
		if sides[0].Run.Shard.Has(i) && (p.options.Verbose || disputed(sides, i)) {
			rows.add(func() []string { return p.dispute(sides, i) })
		}
	}
	rows.write(columns)
}

// disputed tells whether the engines answered a position with different results.
func disputed(sides []Trial, index int) bool {
	first := &sides[0].Run.Outcomes[index]
	for _, s := range sides {
		if o := &s.Run.Outcomes[index]; o.Verdict != first.Verdict || o.Points != first.Points {
			return true
		}
	}
	return false
}

// dispute is one row of disputes.
func (p *page) dispute(sides []Trial, index int) []string {
	first := &sides[0].Run.Outcomes[index]
	row := []string{p.safe(first.ID), p.safe(first.Want)}
	for _, s := range sides {
		row = append(row, p.result(&s.Run.Outcomes[index]))
	}
	return row
}

// result is how one position ended, in one cell.
func (p *page) result(o *bench.Outcome) string {
	switch {
	case o.Verdict == bench.Faulted:
		return o.Fault.String()
	case o.Verdict == bench.Unfinished:
		return o.Verdict.String()
	case o.MaxPoints > 0:
		return fmt.Sprintf("%s %s %d/%d", o.Verdict, p.safe(o.Best), o.Points, o.MaxPoints)
	}
	return o.Verdict.String() + " " + p.safe(o.Best)
}

// blunders writes the messages of the faults of all engines.
func (p *page) blunders(sides []Trial) {
	rows := p.list()
	for _, s := range sides {
		p.messages(s.Run, s.Timing, func(id, message string) {
			rows.add(func() []string { return []string{p.safe(s.Engine), id, p.message(message)} })
		})
	}
	rows.write([]column{{"engine", false}, {"position", false}, {"message", false}})
}

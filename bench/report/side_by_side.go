package report

import (
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// SideBySide shows the runs of several engines on one suite. The sums come first, in one table, then the positions on
// which the results differ. With Options.Verbose it shows all positions. The runs have the same positions; there is
// at least one.
func SideBySide(sides []Trial, options Options) doc.Document {
	run := sides[0].Run
	d := doc.Document{doc.Heading(runHeading(run))}
	for _, s := range sides {
		d = append(d, doc.Paragraph{doc.Textf("engine %s: %s", s.Engine, EngineText(s.Run.Engine))})
	}
	d = append(d,
		contestSums(sides),
		figure.SolvedCurves(namedRuns(sides, func(s *Trial) doc.Text { return doc.Quote(s.Engine) })),
		disputes(sides, options.Verbose),
		doc.Table{Columns: doc.Words("engine", "position", "message"), Rows: func(add func(func() doc.Row)) {
			for _, s := range sides {
				messages(s.Run, s.Timing, func(id doc.Text, message string) {
					add(func() doc.Row { return doc.Row{doc.Quote(s.Engine), id, doc.Message(message)} })
				})
			}
		}},
		doc.If(!run.Exact(), doc.Paragraph{"limits read a clock or are not kept: a difference may be chance"}))
	for i := 0; i < len(sides) && options.Counters; i++ {
		d = append(d, doc.Paragraph{doc.Textf("counters of %s:", sides[i].Engine)}, NullMoveCounters(sides[i].Run))
	}
	return d
}

func namedRuns(trials []Trial, name func(*Trial) doc.Text) []figure.Run {
	runs := make([]figure.Run, len(trials))
	for i := range trials {
		runs[i] = figure.Run{Name: name(&trials[i]), Run: trials[i].Run, Timing: trials[i].Timing}
	}
	return runs
}

// contestSums returns the sums side by side.
func contestSums(sides []Trial) doc.Table {
	columns := doc.Words("")
	rows := []doc.Row{{"solved"}, {"missed"}, {"measured"}, {"points"}, {"faults"}, {"unfinished"}, {"nodes"}, {"time"}}
	for _, s := range sides {
		columns = columns.Numbers(doc.Quote(s.Engine))
		t := s.Run.ShardTotals()
		var spent doc.Text
		if s.Timing != nil {
			spent = doc.Clock(s.Timing.Searched())
		}
		for i, cell := range []doc.Text{
			doc.OutOf(t.Solved, t.Asked), doc.CountOrNone(t.Missed), doc.CountOrNone(t.Measured), doc.OutOf(t.Points, t.MaxPoints),
			doc.Count(t.Faulted), doc.CountOrNone(t.Unfinished), doc.Grouped(t.Nodes), spent,
		} {
			rows[i] = append(rows[i], cell)
		}
	}
	rows = slices.DeleteFunc(rows, func(row doc.Row) bool {
		return !slices.ContainsFunc(row[1:], func(cell doc.Text) bool { return cell != "" })
	})
	return doc.Table{Columns: columns, Rows: doc.FixedRows(rows)}
}

// disputes returns the positions that not all engines answered with the same result,
// with verbose all.
func disputes(sides []Trial, verbose bool) doc.Table {
	columns := doc.Words("position", "expected")
	for _, s := range sides {
		columns = columns.Words(doc.Quote(s.Engine))
	}
	columns = columns.Words("FEN")
	return doc.Table{Columns: columns, Rows: func(add func(func() doc.Row)) {
		for i := range sides[0].Run.Outcomes {
			if !sides[0].Run.Shard.Has(i) || !verbose && !isDisputed(sides, i) {
				continue
			}
			add(func() doc.Row {
				first := &sides[0].Run.Outcomes[i]
				row := doc.Row{doc.Quote(first.ID), doc.Quote(first.Want)}
				for _, s := range sides {
					row = append(row, resultCell(&s.Run.Outcomes[i]))
				}
				return append(row, doc.Position(sides[0].FEN(i)))
			})
		}
	}}
}

// isDisputed reports whether the engines answered a position with different results.
func isDisputed(sides []Trial, index int) bool {
	first := &sides[0].Run.Outcomes[index]
	return slices.ContainsFunc(sides, func(s Trial) bool {
		o := &s.Run.Outcomes[index]
		return o.Verdict != first.Verdict || o.Points != first.Points
	})
}

// ContestFields returns the pairs of several runs on one suite together: the sums, and
// the engines with commas between.
func ContestFields(sides []Trial) []Field {
	sum := sums{once: true}
	var names []string
	for _, s := range sides {
		sum.add(s.Run.Suite.Name, s.Run.ShardTotals())
		names = append(names, s.Engine)
	}
	fields := append(sum.fields(), ShardFields(sides[0].Run.Shard)...)
	return append(fields, Field{"engines", strings.Join(names, ",")})
}

package report

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// Run shows the run of a trial: the engine and suite, the faults with their messages, and the sums. It also shows the
// positions that were not solved, or all with Options.Verbose. The timing adds times and messages; nil leaves them
// out.
func Run(t *Trial, options Options) doc.Document {
	run, timing := t.Run, t.Timing
	sums := doc.Lines{runSummary(run)}
	if timing != nil && timing.Wall > 0 {
		sums = append(sums, timeSummary(run, timing))
	}
	return doc.Document{
		doc.Heading(runHeading(run)),
		doc.Paragraph{"engine: " + EngineText(run.Engine)},
		figure.SolvedCurves([]figure.Run{{Name: "solved", Run: run, Timing: timing}}),
		outcomes(t, options.Verbose),
		runClaims(run),
		doc.Table{Columns: doc.Words("position", "message"), Rows: func(add func(func() doc.Row)) {
			messages(run, timing, func(id doc.Text, message string) {
				add(func() doc.Row { return doc.Row{id, doc.Message(message)} })
			})
		}},
		sums,
		doc.If(options.Counters, NullMoveCounters(run)),
	}
}

// runHeading names what was searched, and the part of it if not all.
func runHeading(run *bench.Run) doc.Text {
	return doc.Textf("%s: %s", run.Suite.Name, positionsText(run.Positions(), len(run.Outcomes))) +
		doc.When(run.Shard != (bench.Shard{}), doc.Textf(", shard %s with %d", run.Shard.String(), run.Shard.Size(len(run.Outcomes)))) +
		doc.Textf(", limits %s", run.Limits)
}

func outcomes(t *Trial, verbose bool) doc.Table {
	run, timing := t.Run, t.Timing
	columns := doc.Words("position", "result", "move", "expected").Numbers("points", "score", "depth", "nodes", "found", "stable", "time").Words("FEN").
		Spare("FEN", "stable", "found", "time", "depth", "score", "points")
	return doc.Table{Columns: columns, Rows: func(add func(func() doc.Row)) {
		for i := range run.Outcomes {
			o := &run.Outcomes[i]
			if run.Shard.Has(i) && (verbose || needsAttention(o.Verdict)) {
				add(func() doc.Row { return append(outcomeRow(o, timing.Position(i)), doc.Position(t.FEN(i))) })
			}
		}
	}}
}

// messages adds what the engines had to say for themselves, each message with its
// position.
func messages(run *bench.Run, timing *bench.Timing, add func(id doc.Text, message string)) {
	if timing == nil {
		return
	}
	for i := range run.Outcomes {
		times := timing.Position(i)
		if times.Retried != "" {
			add(doc.Quote(run.Outcomes[i].ID), "tried again after: "+times.Retried)
		}
		if times.Fault != "" {
			add(doc.Quote(run.Outcomes[i].ID), times.Fault)
		}
	}
	for _, warning := range timing.Warnings {
		add("(run)", warning)
	}
}

// runSummary returns the line of sums.
func runSummary(run *bench.Run) doc.Text {
	t := run.ShardTotals()
	return doc.When(t.Asked > 0, doc.Textf("solved %d of %d (%s), missed %d, ", t.Solved, t.Asked, doc.Share(t.Solved, t.Asked), t.Missed)) +
		doc.When(t.Measured > 0, doc.Textf("measured %d, ", t.Measured)) +
		doc.Textf("faults %d, ", t.Faulted) +
		doc.When(t.Retried > 0, doc.Textf("answered in a second attempt %d, ", t.Retried)) +
		doc.When(t.Early > 0, doc.Textf("ended long before the limit %d, ", t.Early)) +
		doc.When(t.Late > 0, doc.Textf("overran the limit %d, ", t.Late)) +
		doc.When(t.Unfinished > 0, doc.Textf("unfinished %d, ", t.Unfinished)) +
		doc.When(t.MaxPoints > 0, doc.Textf("points %d of %d, ", t.Points, t.MaxPoints)) +
		"nodes " + doc.Grouped(t.Nodes)
}

func timeSummary(run *bench.Run, timing *bench.Timing) doc.Text {
	return doc.Textf("time %s with %s, %s nodes/second each", doc.Clock(timing.Wall), doc.Plural(timing.Workers, "worker"), doc.Grouped(timing.NPS(run))) +
		doc.When(timing.CPU() > 0, ", CPU "+doc.Clock(timing.CPU()))
}

// NullMoveCounters shows the counters of the null-move family in a run: the sums, and the
// null moves by remaining depth.
func NullMoveCounters(run *bench.Run) doc.Document {
	c, nodes := run.Counters(), run.Signature()
	var rows []doc.Row
	add := func(name doc.Text, n, of uint64, noun doc.Text) {
		row := doc.Row{name, doc.Grouped(n)}
		if n > 0 && of > 0 {
			row = append(row, shareOf(n, of), noun)
		}
		rows = append(rows, row)
	}
	add("null moves tried", c.NullTried, nodes, "of the nodes")
	add("nodes cut by them", c.NullCut, c.NullTried, "of those tried")
	add("nodes below null moves", c.NullNodes, nodes, "of the nodes")
	add("fail-highs verified", c.Verified, c.NullTried, "of those tried")
	add("of these refused", c.Refused, c.Verified, "of those verified")
	add("fail-highs that reduced the node", c.NullReduced, c.NullTried, "of those tried")
	add("refuted by a second null move", c.DoubleNull, c.NullTried, "of those tried")
	add("mate threats found", c.MateThreats, c.NullTried, "of those tried")
	add("fail-high reductions", c.FailHighRed, nodes, "of the nodes")
	add("reverse futility cutoffs", c.ReverseCut, nodes, "of the nodes")
	if saved, known := run.NullSaved(); known {
		rows = append(rows, savedRow(saved, nodes))
	}
	return doc.Document{
		doc.Table{Columns: doc.Words("counter").Numbers("count", "share").Words(""), Rows: doc.FixedRows(rows)},
		nullByDepth(run),
	}
}

// savedRow returns the estimate of the nodes that null moves saved.
func savedRow(saved int64, nodes uint64) doc.Row {
	sign := doc.When(saved < 0, "-")
	row := doc.Row{"nodes saved by null moves, estimated", sign + doc.Grouped(uint64(max(saved, -saved)))}
	if without := int64(nodes) + saved; without > 0 {
		row = append(row, doc.Percent(float64(saved)/float64(without), 2), "of the nodes without them")
	}
	return row
}

// nullByDepth returns the null moves by depth, the sums of all positions.
func nullByDepth(run *bench.Run) doc.Table {
	var sums [][2]uint64
	for i := range run.Outcomes {
		counts := run.Outcomes[i].NullByDepth
		if counts == nil {
			continue
		}
		for depth, count := range *counts {
			if depth == len(sums) {
				sums = append(sums, [2]uint64{})
			}
			sums[depth][0] += count[0]
			sums[depth][1] += count[1]
		}
	}
	var rows []doc.Row
	for depth, count := range sums {
		if count[0] > 0 {
			rows = append(rows, doc.Row{doc.Count(depth), doc.Grouped(count[0]), doc.Grouped(count[1]), shareOf(count[1], count[0])})
		}
	}
	return doc.Table{Columns: doc.Numbers("depth", "tried", "cut", "rate"), Rows: doc.FixedRows(rows)}
}

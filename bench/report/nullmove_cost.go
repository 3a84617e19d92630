package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// NullMoveCosts shows the cost of the null move for engines on suites of zugzwangs. The sums of all come first, then
// the positions that are lost or gained. With Options.Verbose it shows all positions.
func NullMoveCosts(costs []matrix.Cost, options Options) doc.Document {
	d := doc.Document{doc.Heading("zugzwang: solved with null moves and without, and the nodes to solution"), costSums(costs)}
	for i := range costs {
		d = append(d, costPositions(&costs[i], options.Verbose))
	}
	inForms := slices.ContainsFunc(costs, func(c matrix.Cost) bool { return c.NullMove != nil && c.NullMove.Forms != nil })
	inexact := slices.ContainsFunc(costs, func(c matrix.Cost) bool { return !c.Run.Exact() })
	d = append(d,
		doc.If(inForms, doc.Paragraph{"chance: of such a loss, or a larger one, if null moves made no difference"}),
		doc.If(inexact, doc.Paragraph{"limits read a clock or are not kept: a difference may be chance"}))
	for _, c := range costs {
		if c.NullMove == nil {
			d = append(d, doc.Paragraph{doc.Textf("engine %s: no option is known that switches its null move off, so its cost cannot be measured", c.Engine)})
		} else if c.NullMove.Undated > 0 {
			d = append(d, doc.Paragraph{doc.Textf("engine %s on %s: nodes to solution are not known of %d of %d that are solved either way: it tells too few of its iterations", c.Engine, c.Run.Suite.Name, c.NullMove.Undated, c.NullMove.Both)})
		}
	}
	return d
}

// NullMoveCostFields returns the pairs of several costs together.
func NullMoveCostFields(costs []matrix.Cost) []Field {
	sum := sums{once: true}
	lost, gained := 0, 0
	for _, c := range costs {
		sum.add(c.Run.Suite.Name, c.Run.Totals())
		if c.NullMove != nil {
			lost += c.NullMove.Lost
			gained += c.NullMove.Gained
		}
	}
	return append(sum.fields(), CountField("lost", lost), CountField("gained", gained))
}

// costSums has one row for each engine and suite.
func costSums(costs []matrix.Cost) doc.Table {
	columns := doc.Words("engine", "suite", "limits").
		Numbers("forms", "with", "without", "lost", "gained", "chance", "faults", "nodes to solution, with", "without null moves", "node ratio").
		Spare("faults", "nodes to solution, with", "without null moves", "limits", "node ratio")
	return doc.Table{Columns: columns, Rows: doc.EachRow(costs, func(c *matrix.Cost) doc.Row {
		with := c.Run.Totals()
		row := doc.Row{
			doc.Quote(c.Engine), doc.Quote(c.Run.Suite.Name), doc.Quote(c.Run.Limits), doc.When(inForms(c.Run), doc.Count(c.Run.Suite.Forms)), doc.OutOf(with.Solved, with.Asked),
			"", "", "", "", doc.Count(with.Faulted), "", "", "",
		}
		if c.NullMove != nil {
			without := c.NullMove.Without.Totals
			row[5] = doc.OutOf(without.Solved, without.Asked)
			row[6], row[7] = doc.Count(c.NullMove.Lost), doc.Count(c.NullMove.Gained)
			if c.NullMove.Forms != nil {
				row[8] = doc.Textf("%.4f", c.NullMove.Forms.Chance)
			}
			row[9] = doc.Count(with.Faulted + without.Faulted)
			switch {
			case c.NullMove.Both == 0:
			case c.NullMove.Both == c.NullMove.Undated:
				row[12] = "not known"
			default:
				row[10], row[11], row[12] = doc.Grouped(c.NullMove.Spent[0]), doc.Grouped(c.NullMove.Spent[1]), factorText(c.NullMove.Ratio)
			}
		}
		return row
	})}
}

// factorText writes a factor, nothing for none.
func factorText(factor float64) doc.Text { return doc.When(factor != 0, doc.Textf("x%.2f", factor)) }

// costPositions returns the positions of one engine on one suite.
func costPositions(c *matrix.Cost, verbose bool) doc.Document {
	if inForms(c.Run) {
		return costForms(c, verbose)
	}
	var rows []doc.Row
	for i := range c.Run.Outcomes {
		with := &c.Run.Outcomes[i]
		row := doc.Row{doc.Quote(with.ID), doc.Quote(with.Want), resultCell(with), sinceCell(with, 0), "", "", ""}
		shown := needsAttention(with.Verdict)
		if c.NullMove != nil {
			position := &c.NullMove.Positions[i]
			row[4], row[5], row[6] = resultCell(position.Without), sinceCell(position.Without, 0), factorText(position.Ratio)
			shown = position.Lost() || position.Gained() || with.Verdict == bench.Faulted || position.Without.Verdict == bench.Faulted
		}
		if shown || verbose {
			rows = append(rows, row)
		}
	}
	return doc.If(len(rows) > 0,
		doc.Paragraph{doc.Textf("%s on %s:", c.Engine, c.Run.Suite.Name)},
		doc.Table{Columns: doc.Words("position", "expected", "with").Numbers("at").Words("without").Numbers("at", "node ratio").Spare("at", "node ratio"), Rows: doc.FixedRows(rows)})
}

// inForms reports whether positions were searched in several forms.
func inForms(run *bench.Run) bool { return run.Suite.Forms > 1 }

// costForms returns positions of one engine on one suite, each with the number of its
// solved forms. It lists those whose number differs without null moves. Where that number
// is not known, it lists those with unsolved forms. With verbose it lists all.
func costForms(c *matrix.Cost, verbose bool) doc.Document {
	var positions []compare.Position
	if c.NullMove == nil {
		positions = solvedForms(c.Run)
	} else {
		positions = c.NullMove.Forms.Positions
	}
	wants := make(map[string]string)
	for i := range c.Run.Outcomes {
		wants[c.Run.Outcomes[i].ID] = c.Run.Outcomes[i].Want
	}
	var rows []doc.Row
	for _, p := range positions {
		if p.Head == p.Base && !verbose {
			continue
		}
		row := doc.Row{doc.Quote(p.ID), doc.Quote(wants[p.ID]), "", doc.OutOf(p.Head, p.Forms), ""}
		if c.NullMove != nil {
			row[2], row[4] = doc.OutOf(p.Base, p.Forms), doc.Textf("%.4f", p.Chance)
		}
		rows = append(rows, row)
	}
	return doc.If(len(rows) > 0,
		doc.Paragraph{doc.Textf("%s on %s, solved forms:", c.Engine, c.Run.Suite.Name)},
		doc.Table{Columns: doc.Words("position", "expected").Numbers("without", "with", "chance"), Rows: doc.FixedRows(rows)})
}

// solvedForms counts the solved forms of a run: Head those that are solved, and Base
// all, so that a position that is not solved in each differs.
func solvedForms(run *bench.Run) []compare.Position {
	var all []compare.Position
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		id := run.Suite.Position(o.ID)
		if n := len(all); n == 0 || all[n-1].ID != id {
			all = append(all, compare.Position{ID: id})
		}
		p := &all[len(all)-1]
		if o.Verdict != bench.Solved && o.Verdict != bench.Missed {
			continue
		}
		p.Forms++
		p.Base++
		if o.Verdict == bench.Solved {
			p.Head++
		}
	}
	return all
}

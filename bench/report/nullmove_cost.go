package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// NullMoveCosts shows the cost of the null move for engines on suites of zugzwangs: the
// sums of all, then the positions that are lost or gained; with Options.Verbose all
// positions.
func NullMoveCosts(taxes []matrix.Cost, options Options) doc.Document {
	d := doc.Document{doc.Heading("zugzwang: solved with null moves and without, and the nodes to solution"), costSums(taxes)}
	for i := range taxes {
		d = append(d, costPositions(&taxes[i], options.Verbose))
	}
	inForms := slices.ContainsFunc(taxes, func(t matrix.Cost) bool { return t.NullMove != nil && t.NullMove.Forms != nil })
	inexact := slices.ContainsFunc(taxes, func(t matrix.Cost) bool { return !t.Run.Exact() })
	d = append(d,
		doc.If(inForms, doc.Paragraph{"chance: of such a loss, or a larger one, if null moves made no difference"}),
		doc.If(inexact, doc.Paragraph{"limits read a clock or are not kept: a difference may be chance"}))
	for _, t := range taxes {
		if t.NullMove == nil {
			d = append(d, doc.Paragraph{doc.Textf("engine %s: nothing is known that switches its null move off, so there is no tax to tell", t.Engine)})
		} else if t.NullMove.Undated > 0 {
			d = append(d, doc.Paragraph{doc.Textf("engine %s on %s: nodes to solution are not known of %d of %d that are solved either way: it tells too few of its iterations", t.Engine, t.Run.Suite.Name, t.NullMove.Undated, t.NullMove.Both)})
		}
	}
	return d
}

// NullMoveCostFields returns the pairs of several costs together.
func NullMoveCostFields(taxes []matrix.Cost) []Field {
	sum := sums{once: true}
	lost, gained := 0, 0
	for _, t := range taxes {
		sum.add(t.Run.Suite.Name, t.Run.Totals())
		if t.NullMove != nil {
			lost += t.NullMove.Lost
			gained += t.NullMove.Gained
		}
	}
	return append(sum.fields(), CountField("lost", lost), CountField("gained", gained))
}

// costSums has one row for each engine and suite.
func costSums(taxes []matrix.Cost) doc.Table {
	columns := doc.Words("engine", "suite", "limits").
		Numbers("forms", "with", "without", "lost", "gained", "chance", "faults", "nodes to solution, with", "without null moves", "tax").
		Spare("faults", "nodes to solution, with", "without null moves", "limits", "tax")
	return doc.Table{Columns: columns, Rows: doc.EachRow(taxes, func(t *matrix.Cost) doc.Row {
		with := t.Run.Totals()
		row := doc.Row{
			doc.Quote(t.Engine), doc.Quote(t.Run.Suite.Name), doc.Quote(t.Run.Limits), doc.When(inForms(t.Run), doc.Count(t.Run.Suite.Forms)), doc.OutOf(with.Solved, with.Asked),
			"", "", "", "", doc.Count(with.Faulted), "", "", "",
		}
		if t.NullMove != nil {
			without := t.NullMove.Without.Totals
			row[5] = doc.OutOf(without.Solved, without.Asked)
			row[6], row[7] = doc.Count(t.NullMove.Lost), doc.Count(t.NullMove.Gained)
			if t.NullMove.Forms != nil {
				row[8] = doc.Textf("%.4f", t.NullMove.Forms.Chance)
			}
			row[9] = doc.Count(with.Faulted + without.Faulted)
			switch {
			case t.NullMove.Both == 0:
			case t.NullMove.Both == t.NullMove.Undated:
				row[12] = "not known"
			default:
				row[10], row[11], row[12] = doc.Grouped(t.NullMove.Spent[0]), doc.Grouped(t.NullMove.Spent[1]), factorText(t.NullMove.Ratio)
			}
		}
		return row
	})}
}

// factorText writes a factor, nothing for none.
func factorText(factor float64) doc.Text { return doc.When(factor != 0, doc.Textf("x%.2f", factor)) }

// costPositions returns the positions of one engine on one suite.
func costPositions(t *matrix.Cost, verbose bool) doc.Document {
	if inForms(t.Run) {
		return costForms(t, verbose)
	}
	var rows []doc.Row
	for i := range t.Run.Outcomes {
		with := &t.Run.Outcomes[i]
		row := doc.Row{doc.Quote(with.ID), doc.Quote(with.Want), resultCell(with), sinceCell(with, 0), "", "", ""}
		shown := needsAttention(with.Verdict)
		if t.NullMove != nil {
			taxed := &t.NullMove.Positions[i]
			row[4], row[5], row[6] = resultCell(taxed.Without), sinceCell(taxed.Without, 0), factorText(taxed.Ratio)
			shown = taxed.Lost() || taxed.Gained() || with.Verdict == bench.Faulted || taxed.Without.Verdict == bench.Faulted
		}
		if shown || verbose {
			rows = append(rows, row)
		}
	}
	return doc.If(len(rows) > 0,
		doc.Paragraph{doc.Textf("%s on %s:", t.Engine, t.Run.Suite.Name)},
		doc.Table{Columns: doc.Words("position", "expected", "with").Numbers("at").Words("without").Numbers("at", "tax").Spare("at", "tax"), Rows: doc.FixedRows(rows)})
}

// inForms reports whether positions were searched in several forms.
func inForms(run *bench.Run) bool { return run.Suite.Forms > 1 }

// costForms returns positions of one engine on one suite, each with the number of its
// solved forms. It lists those whose number differs without null moves. Where that number
// is not known, it lists those with unsolved forms. With verbose it lists all.
func costForms(t *matrix.Cost, verbose bool) doc.Document {
	var positions []compare.Position
	if t.NullMove == nil {
		positions = solvedForms(t.Run)
	} else {
		positions = t.NullMove.Forms.Positions
	}
	wants := make(map[string]string)
	for i := range t.Run.Outcomes {
		wants[t.Run.Outcomes[i].ID] = t.Run.Outcomes[i].Want
	}
	var rows []doc.Row
	for _, p := range positions {
		if p.Head == p.Base && !verbose {
			continue
		}
		row := doc.Row{doc.Quote(p.ID), doc.Quote(wants[p.ID]), "", doc.OutOf(p.Head, p.Forms), ""}
		if t.NullMove != nil {
			row[2], row[4] = doc.OutOf(p.Base, p.Forms), doc.Textf("%.4f", p.Chance)
		}
		rows = append(rows, row)
	}
	return doc.If(len(rows) > 0,
		doc.Paragraph{doc.Textf("%s on %s, solved forms:", t.Engine, t.Run.Suite.Name)},
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

package report

import (
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Taxes tells what the null move costs engines on suites of zugzwangs: the
// sums of all, then the positions that are lost or gained, with
// Options.Verbose all.
func Taxes(taxes []matrix.Cost, options Options) doc.Document {
	d := doc.Document{doc.Heading("zugzwang: solved with null moves and without, and the nodes to solution"), taxSums(taxes)}
	for i := range taxes {
		d = append(d, taxedPositions(&taxes[i], options.Verbose)...)
	}
	if slices.ContainsFunc(taxes, func(t matrix.Cost) bool { return t.Tax != nil && t.Tax.Forms != nil }) {
		d = append(d, doc.Paragraph{"chance: of such a loss, or a larger one, if null moves made no difference"})
	}
	if slices.ContainsFunc(taxes, func(t matrix.Cost) bool { return !t.Run.Exact() }) {
		d = append(d, doc.Paragraph{"limits read a clock or are not kept: a difference may be chance"})
	}
	for _, t := range taxes {
		if t.Tax == nil {
			d = append(d, doc.Paragraph{doc.Textf("engine %s: nothing is known that switches its null move off, so there is no tax to tell", t.Engine)})
		} else if t.Tax.Undated > 0 {
			d = append(d, doc.Paragraph{doc.Textf("engine %s on %s: nodes to solution are not known of %d of %d that are solved either way: it tells too few of its iterations", t.Engine, t.Run.Suite.Name, t.Tax.Undated, t.Tax.Both)})
		}
	}
	return d
}

// TaxFields returns the pairs of several taxes together.
func TaxFields(taxes []matrix.Cost) []Field {
	sum := sums{once: true}
	lost, gained := 0, 0
	for _, t := range taxes {
		sum.add(t.Run.Suite.Name, t.Run.Totals())
		if t.Tax != nil {
			lost += t.Tax.Lost
			gained += t.Tax.Gained
		}
	}
	return append(sum.fields(), Field{"lost", strconv.Itoa(lost)}, Field{"gained", strconv.Itoa(gained)})
}

// taxSums has one row for each engine and suite.
func taxSums(taxes []matrix.Cost) doc.Table {
	columns := doc.Words("engine", "suite", "limits").
		Numbers("forms", "with", "without", "lost", "gained", "chance", "faults", "nodes to solution, with", "without null moves", "tax").
		Spare("faults", "nodes to solution, with", "without null moves", "limits", "tax")
	return doc.Table{Columns: columns, Rows: doc.Each(taxes, func(t *matrix.Cost) doc.Row {
		with := t.Run.Totals()
		row := doc.Row{
			doc.Quote(t.Engine), doc.Quote(t.Run.Suite.Name), doc.Quote(t.Run.Limits), doc.When(inForms(t.Run), doc.Count(t.Run.Suite.Forms)), doc.Part(with.Solved, with.Asked),
			"", "", "", "", doc.Count(with.Faulted), "", "", "",
		}
		if t.Tax != nil {
			without := t.Tax.Without.Totals
			row[5] = doc.Part(without.Solved, without.Asked)
			row[6], row[7] = doc.Count(t.Tax.Lost), doc.Count(t.Tax.Gained)
			if t.Tax.Forms != nil {
				row[8] = doc.Textf("%.4f", t.Tax.Forms.Chance)
			}
			row[9] = doc.Count(with.Faulted + without.Faulted)
			switch {
			case t.Tax.Both == 0:
			case t.Tax.Both == t.Tax.Undated:
				row[12] = "not known"
			default:
				row[10], row[11], row[12] = doc.Grouped(t.Tax.Spent[0]), doc.Grouped(t.Tax.Spent[1]), factorText(t.Tax.Ratio)
			}
		}
		return row
	})}
}

// factorText writes a factor, nothing for none.
func factorText(factor float64) doc.Text { return doc.When(factor != 0, doc.Textf("x%.2f", factor)) }

// taxedPositions returns the positions of one engine on one suite.
func taxedPositions(t *matrix.Cost, verbose bool) doc.Document {
	if inForms(t.Run) {
		return taxedForms(t, verbose)
	}
	var rows []doc.Row
	for i := range t.Run.Outcomes {
		with := &t.Run.Outcomes[i]
		row := doc.Row{doc.Quote(with.ID), doc.Quote(with.Want), result(with), since(with, 0), "", "", ""}
		shown := callsForALook(with.Verdict)
		if t.Tax != nil {
			taxed := &t.Tax.Positions[i]
			row[4], row[5], row[6] = result(taxed.Without), since(taxed.Without, 0), factorText(taxed.Ratio)
			shown = taxed.Lost() || taxed.Gained() || with.Verdict == bench.Faulted || taxed.Without.Verdict == bench.Faulted
		}
		if shown || verbose {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return doc.Document{
		doc.Paragraph{doc.Textf("%s on %s:", t.Engine, t.Run.Suite.Name)},
		doc.Table{Columns: doc.Words("position", "expected", "with").Numbers("at").Words("without").Numbers("at", "tax").Spare("at", "tax"), Rows: doc.Fixed(rows)},
	}
}

// inForms reports whether positions were searched in several forms.
func inForms(run *bench.Run) bool { return run.Suite.Forms > 1 }

// taxedForms returns positions of one engine on one suite, each with the number of its
// solved forms. It lists those whose number differs without null moves. Where that number
// is not known, it lists those with unsolved forms. With verbose it lists all.
func taxedForms(t *matrix.Cost, verbose bool) doc.Document {
	var positions []compare.Position
	if t.Tax == nil {
		positions = solvedForms(t.Run)
	} else {
		positions = t.Tax.Forms.Positions
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
		row := doc.Row{doc.Quote(p.ID), doc.Quote(wants[p.ID]), "", doc.Part(p.Head, p.Forms), ""}
		if t.Tax != nil {
			row[2], row[4] = doc.Part(p.Base, p.Forms), doc.Textf("%.4f", p.Chance)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	return doc.Document{
		doc.Paragraph{doc.Textf("%s on %s, solved forms:", t.Engine, t.Run.Suite.Name)},
		doc.Table{Columns: doc.Words("position", "expected").Numbers("without", "with", "chance"), Rows: doc.Fixed(rows)},
	}
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

package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Matrix tells a finished table: each row with its cells, then the sums. A star
// marks the rows that no other row beats.
func Matrix(t *matrix.Table) (d doc.Document) {
	columns := doc.Words("", "engine", "search", "policy")
	for _, c := range t.Columns {
		name := doc.Textf("%s%s, limits %s", c.Suite, when(c.Forms > 1, doc.Textf(" in %d forms", c.Forms)), c.Limits)
		if len(t.Columns) == 1 {
			d = append(d, doc.Heading(name))
			name = ""
		} else {
			name += ": "
		}
		columns = columns.Numbers(name+"solved").Words(name+"move").Numbers(name+"score", name+"depth", name+"beyond sd", name+"nodes")
	}
	spare := []doc.Text{"nodes/second", "claims wrong", "null moves that fail high", "CPU time to it", "published"}
	columns = columns.Numbers("nodes", "to the reference", "CPU time to it", "published", "null moves that fail high", "claims wrong", "nodes/second").Spare(spare...)
	text := doc.Text("* no other row is as good in everything and better in something")
	if slices.ContainsFunc(t.Rows, func(r matrix.Row) bool { return r.Ratio > 0 }) {
		name := t.Rows[t.Reference].Policy
		if name == "" {
			name = t.Rows[t.Reference].Engine
		}
		text += "; reference: " + doc.Quote(name)
	}
	return append(d,
		matrixHeat(t),
		doc.Table{Columns: columns, Rows: doc.Each(t.Rows, func(r *matrix.Row) doc.Row { return matrixRow(t, r) })},
		doc.Paragraph{text})
}

// MatrixFields returns the pairs of a matrix.
func MatrixFields(t *matrix.Table) []Field {
	finished, total := t.Count()
	return []Field{
		{"rows", strconv.Itoa(len(t.Rows))},
		{"columns", strconv.Itoa(len(t.Columns))},
		{"cells", strconv.Itoa(finished) + "/" + strconv.Itoa(total)},
	}
}

// matrixRow returns one row.
func matrixRow(t *matrix.Table, r *matrix.Row) doc.Row {
	several := slices.ContainsFunc(t.Rows, func(other matrix.Row) bool { return other.Engine != r.Engine })
	row := doc.Row{when(r.Best, "*"), when(several, doc.Quote(r.Engine)), doc.Quote(r.Search), doc.Quote(r.Policy)}
	for i := range r.Cells {
		row = append(row, matrixCell(&r.Cells[i])...)
	}
	return append(row,
		when(len(t.Columns) > 1, doc.Grouped(r.Nodes)),
		when(r.Ratio > 0, doc.Textf("%+.1f%%", 100*(r.Ratio-1))),
		when(r.CPU > 0, doc.Textf("%+.0f%%", 100*(r.CPU-1))),
		doc.Sentence(r.Published),
		when(r.FailHigh > 0, doc.Percent(r.FailHigh, 0)),
		when(r.Audit.Claims > 0, rate(r.Audit)),
		when(r.NPS > 0, doc.Grouped(r.NPS)))
}

// matrixCell returns one cell, which takes six columns.
func matrixCell(c *matrix.Cell) doc.Row {
	if !c.Finished {
		return doc.Row{"not finished", "", "", "", "", ""}
	}
	row := doc.Row{
		part(c.Totals.Solved, c.Totals.Asked) + when(c.Totals.Faulted > 0, ", "+doc.Plural(c.Totals.Faulted, "fault")),
		"", "", "", when(c.Excess > 0, doc.Textf("+%d", c.Excess)), doc.Grouped(c.Totals.Nodes),
	}
	if o := c.Answer; o != nil && o.Verdict != bench.Faulted {
		row[0], row[1], row[2], row[3] = toned(doc.Word(o.Verdict)), doc.Quote(o.Best), doc.Word(o.Score), doc.Count(o.Depth)
	}
	return row
}

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
			doc.Quote(t.Engine), doc.Quote(t.Run.Suite.Name), doc.Quote(t.Run.Limits), when(inForms(t.Run), doc.Count(t.Run.Suite.Forms)), part(with.Solved, with.Asked),
			"", "", "", "", doc.Count(with.Faulted), "", "", "",
		}
		if t.Tax != nil {
			without := t.Tax.Without.Totals
			row[5] = part(without.Solved, without.Asked)
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
				row[10], row[11], row[12] = doc.Grouped(t.Tax.Spent[0]), doc.Grouped(t.Tax.Spent[1]), times(t.Tax.Ratio)
			}
		}
		return row
	})}
}

// times writes a factor, nothing for none.
func times(factor float64) doc.Text { return when(factor != 0, doc.Textf("x%.2f", factor)) }

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
			row[4], row[5], row[6] = result(taxed.Without), since(taxed.Without, 0), times(taxed.Ratio)
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

// PresetNames returns the names of the presets of matrices.
func PresetNames() (names []string) {
	for _, p := range matrix.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// Presets lists the presets of matrices, a line for each.
func Presets() string {
	var b strings.Builder
	for _, p := range matrix.Presets() {
		fmt.Fprintf(&b, "   %-13s %s\n", p.Name, p.What)
	}
	return b.String()
}

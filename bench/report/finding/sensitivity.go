package finding

import (
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
)

// Sensitivity shows the verdicts of the gates on each mutant, damaging and neutral ones
// apart, and their sums. Games is the head of games that were played elsewhere, nil for
// none. With verbose every gate gives its reasons.
func Sensitivity(r *sensitivity.Report, games *sensitivity.Head, verbose bool) doc.Document {
	d := doc.Document{doc.Heading("sensitivity" + doc.When(r.Engine != "", " of "+doc.Sentence(r.Engine)))}
	for _, suite := range r.Suites {
		d = append(d, doc.Paragraph{"suite: " + doc.Quote(suite)})
	}
	for _, damaging := range []bool{true, false} {
		rows := slices.DeleteFunc(slices.Clone(r.Rows), func(row sensitivity.Row) bool { return row.Damaging() != damaging })
		d = append(d, mutants(r, rows, damaging), doc.If(verbose, mutantGates(rows)))
	}
	if games != nil {
		d = append(d, doc.Paragraph{doc.Textf("Elo: %s against the engine with bench %d, of %s, by %s; with 95 %% intervals", games.Games, games.Bench, games.Date, games.Command)})
	}
	return append(d, sensitivitySummary(r.Summary(), r.Left))
}

// mutants returns the table of the mutants of one kind.
func mutants(r *sensitivity.Report, rows []sensitivity.Row, damaging bool) doc.Table {
	title := doc.Text("damaging")
	if !damaging {
		title = "neutral"
	}
	columns := doc.Words(title, "what", "verdict")
	suites := judgedSuites(rows)
	for _, suite := range suites {
		columns = columns.Words(doc.Quote(suite))
	}
	columns = columns.Numbers("solved, one form", "bench", "nodes", "CPU s", "Elo").Spare("CPU s", "nodes", "bench", "solved, one form", "what")
	return doc.Table{Columns: columns, Rows: doc.EachRow(rows, func(row *sensitivity.Row) doc.Row {
		cells := doc.Row{doc.Quote(row.Name), doc.Sentence(row.What), mutantVerdict(row)}
		for _, suite := range suites {
			cells = append(cells, suiteCell(row, suite))
		}
		base, head := row.Solved()
		return append(cells,
			doc.When(len(row.Axes) > 0, doc.Textf("%d to %d", base, head)),
			benchCell(row.Bench, r.Bench),
			doc.When(row.Nodes > 0, doc.Grouped(row.Nodes)),
			doc.When(row.CPU > 0, doc.Textf("%.1f", row.CPU)),
			eloCell(row.Games))
	})}
}

// mutantVerdict returns the verdict, and whether anything was searched in another way.
func mutantVerdict(row *sensitivity.Row) doc.Text {
	switch {
	case row.Fault != "":
		return doc.Sentence(row.Verdict) + ": " + doc.Message(row.Fault)
	case row.Verdict != "" && !row.Changed():
		return doc.Sentence(row.Verdict) + ", searches alike"
	}
	return doc.Sentence(row.Verdict)
}

// judgedSuites returns the suites that any of the mutants was judged on.
func judgedSuites(rows []sensitivity.Row) (suites []string) {
	for i := range rows {
		for _, a := range rows[i].Axes {
			if !slices.Contains(suites, a.Suite) {
				suites = append(suites, a.Suite)
			}
		}
	}
	return suites
}

// suiteCell returns the result of the gates of a suite: the effect, and the verdict unless
// all is well.
func suiteCell(row *sensitivity.Row, suite string) (cell doc.Text) {
	for _, a := range row.Axes {
		if a.Suite != suite {
			continue
		}
		if cell != "" {
			cell += "; "
		}
		effect := doc.Sentence(a.Effect)
		if a.Verdict != compare.Pass.String() || effect == "" {
			effect = doc.Sentence(a.Verdict) + doc.When(effect != "", " "+effect)
		}
		cell += effect
	}
	return cell
}

// benchCell returns a signature, "same" if it equals that of the base.
func benchCell(bench, base uint64) doc.Text {
	switch bench {
	case 0:
		return ""
	case base:
		return "same"
	}
	return doc.Grouped(bench)
}

// eloCell is Elo with its margin.
func eloCell(g *sensitivity.Games) doc.Text {
	if g == nil {
		return ""
	}
	return withMargin(g.Pairs.Elo()) + doc.When(g.Faults > 0, doc.Textf(", %s lost by faults", doc.Plural(g.Faults, "game")))
}

func mutantGates(all []sensitivity.Row) doc.Table {
	var rows []doc.Row
	for i := range all {
		for _, a := range all[i].Axes {
			rows = append(rows, doc.Row{
				doc.Quote(all[i].Name), doc.Quote(a.Suite), doc.Sentence(a.Axis), doc.Sentence(a.Verdict),
				doc.Sentence(strings.Join(a.Reasons, "; ")), doc.Join(doc.Quote, a.Positions, ", "),
			})
		}
	}
	return doc.Table{Columns: doc.Words("mutant", "suite", "axis", "verdict", "reasons", "positions"), Rows: doc.FixedRows(rows)}
}

// sensitivitySummary returns what all mutants come to.
func sensitivitySummary(s sensitivity.Summary, left []string) doc.Document {
	var found doc.Document
	for _, a := range s.Axes {
		found = append(found, doc.Paragraph{"found by " + doc.Sentence(a.Axis) + doc.Textf(": %d, by no other axis: %d", a.Found, a.Alone)})
	}
	fresh := doc.When(s.Fresh.Of > 0 && s.Fresh.Of < s.Neutral.Of, "; of those that no setting was chosen with "+countText(s.Fresh))
	return doc.Document{
		doc.If(s.Damaging.Of > 0, doc.Paragraph{"damaging, found: " + countText(s.Damaging)}, found),
		doc.If(len(s.Missed) > 0, doc.Paragraph{"not found: " + doc.Join(doc.Quote, s.Missed, ", ")}),
		doc.If(s.Neutral.Of > 0, doc.Paragraph{"neutral, red: " + countText(s.Neutral) + fresh}),
		doc.If(len(s.Alarms) > 0, doc.Paragraph{"false alarms: " + doc.Join(doc.Quote, s.Alarms, ", ")}),
		doc.If(len(s.Same) > 0, doc.Paragraph{"searched every position as the engine does, so that nothing could be found: " + doc.Join(doc.Quote, s.Same, ", ")}),
		doc.If(len(left) > 0, doc.Paragraph{
			doc.Textf("patches of the source that were left out: %d (--source FOLDER builds them from a checkout of Zugwatch)", len(left)),
		}),
	}
}

// countText returns a count with its share and where that lies.
func countText(c sensitivity.Count) doc.Text {
	i := c.Interval()
	return doc.Textf("%d of %d (%s; 95 %%: %s to %s)", c.Red, c.Of, doc.Share(c.Red, c.Of), doc.Percent(i.Low, 1), doc.Percent(i.High, 1))
}

// SensitivityFields returns the pairs of the last line.
func SensitivityFields(r *sensitivity.Report) []report.Field {
	s := r.Summary()
	fields := report.Fields("damaging", s.Damaging.Of, "found", s.Damaging.Red, "neutral", s.Neutral.Of, "red", s.Neutral.Red)
	for _, a := range s.Axes {
		fields = append(fields, report.CountField("found_"+a.Axis, a.Found))
	}
	return fields
}

package report

import (
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// topMovers is the number of largest growths, and of largest savings, that are shown without
// Options.Verbose.
const topMovers = 5

// Comparison shows the changes between the two runs of a trial, with the sums side by side. Then come the positions
// lost, gained, broken and mended, and those whose nodes changed most. With Options.Verbose it shows all changes. The
// verdict is not part of it: see Gates.
func Comparison(t *Trial, options Options) doc.Document {
	c := t.Comparison
	d := doc.Document{
		doc.Heading(doc.Textf("%s: %s, limits %s", c.Suite.Name, positionsText(c.Positions, c.Head.Totals.Positions), c.Limits)),
		doc.Paragraph{"engine: " + EngineText(c.Head.Engine)},
		answeredSuite(c),
		comparedSums(c),
		doc.Table{Columns: doc.Words("differs", "base", "head"), Rows: doc.EachRow(c.Differences, differenceRow)},
		figures(t),
		changedPositions(t, options.Verbose),
		comparedClaims(c, options.Verbose),
		changedMates(c, options.Verbose),
	}
	if c.Forms != nil {
		return append(d, movedForms(t, options.Verbose), namedForms(c.Forms.Named))
	}
	replayed := len(c.OtherMove)
	return append(d,
		doc.If(replayed > 0 && !options.Verbose, doc.Paragraph{doc.Plural(replayed, "position") + " with another move and the same result"}),
		movers(c, options.Verbose),
		doc.If(!c.Exact, doc.Paragraph{doc.Sentence(c.InexactText()) + ": a difference may be chance"}))
}

// answeredSuite returns the question and the answer of a suite, and the outcomes that differ.
func answeredSuite(c *compare.Comparison) doc.Paragraph {
	text := answerText(c.Question(), c.Answer())
	if unlike := c.DifferencesText(); unlike != "" {
		text += "; " + doc.Sentence(unlike)
	}
	return doc.Paragraph{text}
}

func answerText(question, answer string) doc.Text {
	return "asked: " + doc.Sentence(question) + " answer: " + doc.Sentence(answer)
}

// comparedSums returns both runs side by side.
func comparedSums(c *compare.Comparison) doc.Table {
	b, h := c.Base.Totals, c.Head.Totals
	var rows []doc.Row
	count := func(name doc.Text, base, head int, always bool) {
		if always || base != 0 || head != 0 {
			rows = append(rows, doc.Row{name, doc.Count(base), doc.Count(head), doc.Signed(base, head)})
		}
	}
	count("solved", b.Solved, h.Solved, b.Asked > 0)
	count("missed", b.Missed, h.Missed, b.Asked > 0)
	count("measured", b.Measured, h.Measured, false)
	count("faults", b.Faulted, h.Faulted, true)
	count("answered in a second attempt", b.Retried, h.Retried, false)
	count("ended long before the limit", b.Early, h.Early, false)
	count("overran the limit", b.Late, h.Late, false)
	count("points", b.Points, h.Points, b.MaxPoints > 0)
	if m := c.Mates; m != nil {
		count("mates found", m.Base.Found, m.Head.Found, true)
		count("best mates", m.Base.Best, m.Head.Best, true)
		count("mate lines cut short", m.Base.CutShort, m.Head.CutShort, false)
		count("wrong claims of mates", m.Base.Wrong, m.Head.Wrong, true)
	}
	rows = append(rows, doc.Row{"nodes (signature)", doc.Grouped(b.Nodes), doc.Grouped(h.Nodes), doc.Growth(b.Nodes, h.Nodes)})
	if c.Work.GeoMean > 0 && len(c.NodesChanged) > 0 {
		rows = append(rows, doc.Row{"nodes, geometric mean", "", "", doc.Ratio(c.Work.GeoMean)})
	}
	ratio := func(name doc.Text, r *compare.Ratio) {
		if r != nil && r.Mean != 1 {
			rows = append(rows, doc.Row{name, "", doc.When(r.High > 0, doc.Ratio(r.Low)+" to "+doc.Ratio(r.High)), doc.Ratio(r.Mean)})
		}
	}
	if c.Forms == nil {
		ratio("nodes to solution, geometric mean", c.Solution)
	}
	ratio("time to solution, geometric mean", c.SolutionTime)
	return doc.Table{Columns: doc.Words("").Numbers("base", "head", "change"), Rows: doc.FixedRows(rows)}
}

// firstRows returns a table of the first values of a list, at most so many, and the number of the others; with verbose
// it has all.
func firstRows[T any](columns doc.Columns, all []T, most int, verbose bool, others doc.Text, row func(*T) doc.Row) doc.Document {
	shown := all
	if !verbose {
		shown = all[:min(most, len(all))]
	}
	hidden := len(all) - len(shown)
	return doc.Document{
		doc.Table{Columns: columns, Rows: doc.EachRow(shown, row)},
		doc.If(hidden > 0, doc.Paragraph{doc.Textf("and %d more", hidden) + others}),
	}
}

// Differences tells what keeps two runs from being compared; nothing without any.
func Differences(differences []compare.Difference) doc.Document {
	return doc.Document{doc.Table{Columns: doc.Words("not comparable", "base", "head"), Rows: doc.EachRow(differences, differenceRow)}}
}

func differenceRow(d *compare.Difference) doc.Row {
	return doc.Row{doc.Quote(d.Key), doc.Quote(d.Base), doc.Quote(d.Head)}
}

// movers returns the positions with another number of nodes that says something.
func movers(c *compare.Comparison, verbose bool) doc.Document {
	moved := c.ChangedNodes()
	shown := moved
	if !verbose && len(shown) > 2*topMovers {
		shown = append(shown[:topMovers:topMovers], shown[len(shown)-topMovers:]...)
	}
	columns := doc.Words("nodes changed").Numbers("base", "head", "change")
	hidden, limited := len(moved)-len(shown), len(c.NodesChanged)-len(moved)
	return doc.Document{
		doc.Table{Columns: columns, Rows: doc.EachRow(shown, func(change *compare.Change) doc.Row {
			b, h := change.Base.Nodes, change.Head.Nodes
			return doc.Row{doc.Quote(change.ID()), doc.Grouped(b), doc.Grouped(h), doc.Growth(b, h)}
		})},
		doc.If(hidden > 0, doc.Paragraph{doc.Textf("and %d more between these with other nodes; %d with the same", hidden, c.Work.Same)}),
		doc.If(limited > 0, doc.Paragraph{doc.Plural(limited, "position") + " with other nodes beyond the limit, which ended both searches"}),
	}
}

// figures draws a comparison: the changed positions, the nodes in which both runs solve
// them, and the change of these. It is empty without the runs.
func figures(t *Trial) doc.Document {
	if t.Base == nil || t.Run == nil {
		return nil
	}
	boards := changedBoards(t)
	runs := []figure.Run{{Name: "base", Run: t.Base}, {Name: "head", Run: t.Run}}
	return doc.Document{doc.If(len(boards) > 0, boards), figure.SolvedCurves(runs), figure.Shifts(t.Base, t.Run)}
}

// The changes of a position that a status depends on.
const (
	Lost        = "lost"
	Flaky       = "flaky"
	Quarantined = "quarantine"
)

// Changes are positions that changed in the same way.
type Changes struct {
	Word string
	List []compare.Change
}

// ChangesOf lists the positions with another answer by how they changed. No
// position is on two lists but the flaky, which are on that of the lost as well.
func ChangesOf(c *compare.Comparison) []Changes {
	return []Changes{
		{Lost, c.Lost},
		{Flaky, c.Flaky},
		{"gained", c.Gained},
		{"fault", c.Broken},
		{"fault gone", c.Fixed},
		{Quarantined, c.Quarantined},
		{"other move", c.OtherMove},
	}
}

// changedPositions returns the positions with another result, with verbose also those
// with another move.
func changedPositions(t *Trial, verbose bool) doc.Table {
	c := t.Comparison
	columns := doc.Words("change", "position", "expected", "base", "head").Numbers("base score", "head score", "base nodes", "head nodes").Words("FEN").
		Spare("FEN", "base nodes", "head nodes", "base score", "head score")
	lists := ChangesOf(c)
	if !verbose {
		lists = lists[:len(lists)-1]
	}
	return doc.Table{Columns: columns, Rows: func(add func(func() doc.Row)) {
		flaky := make(map[int]bool, len(c.Flaky))
		for _, change := range c.Flaky {
			flaky[change.Index] = true
		}
		for _, list := range lists {
			for _, change := range list.List {
				if list.Word != Lost || !flaky[change.Index] {
					add(func() doc.Row {
						b, h := sideCells(change.Base), sideCells(change.Head)
						return doc.Row{doc.MarkTone(doc.Text(list.Word)), doc.Quote(change.ID()), doc.Quote(change.Head.Want), b[0], h[0], b[1], h[1], b[2], h[2], doc.Position(t.FEN(change.Index))}
					})
				}
			}
		}
	}}
}

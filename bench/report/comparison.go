package report

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// topMovers is how many of the largest growths, and of the largest savings, are
// shown without Options.Verbose.
const topMovers = 5

// Comparison tells what changed between the two runs of a trial: the sums side by side, then
// the positions lost, gained, broken and mended and those whose nodes changed
// most; with Options.Verbose all that changed. The verdict is not part of it:
// see Gates.
func Comparison(t *Trial, options Options) doc.Document {
	c := t.Comparison
	d := doc.Document{
		doc.Heading(doc.Textf("%s: %s, limits %s", c.Suite.Name, positionsText(c.Positions, c.Head.Totals.Positions), c.Limits)),
		doc.Paragraph{"engine: " + engineText(c.Head.Engine)},
		answeredSuite(c),
		comparedSums(c),
		doc.Table{Columns: doc.Words("differs", "base", "head"), Rows: doc.Each(c.Differences, differenceRow)},
	}
	d = append(append(d, figures(t)...), changedPositions(t, options.Verbose))
	d = append(d, comparedClaims(c, options.Verbose)...)
	d = append(d, changedMates(c, options.Verbose)...)
	if c.Forms != nil {
		return append(append(d, movedForms(t, options.Verbose)...), namedForms(c.Forms.Named)...)
	}
	if n := len(c.Replayed); n > 0 && !options.Verbose {
		d = append(d, doc.Paragraph{doc.Plural(n, "position") + " with another move and the same result"})
	}
	d = append(d, movers(c, options.Verbose)...)
	if !c.Exact {
		d = append(d, doc.Paragraph{doc.Sentence(c.Inexact()) + ": a difference may be chance"})
	}
	return d
}

// topForms is how many of the positions with another number of solved forms are shown
// without Options.Verbose.
const topForms = 10

// movedForms returns the positions with another number of solved forms, those that
// lost most surely first.
func movedForms(t *Trial, verbose bool) doc.Document {
	moved := t.Comparison.MovedForms()
	shown := moved
	if !verbose {
		shown = shown[:min(topForms, len(shown))]
	}
	columns := doc.Words("position").Numbers("forms", "solved before", "solved now", "chance").Words("FEN")
	d := doc.Document{doc.Table{Columns: columns, Rows: doc.Each(shown, func(p *compare.Position) doc.Row {
		return doc.Row{doc.Quote(p.ID), doc.Count(p.Forms), doc.Count(p.Base), doc.Count(p.Head), doc.Textf("%.3f", p.Chance), doc.Position(t.fenOf(p.ID))}
	})}}
	if hidden := len(moved) - len(shown); hidden > 0 {
		d = append(d, doc.Paragraph{doc.Textf("and %d more of which another number of forms is solved", hidden)})
	}
	return d
}

// smallChance returns a probability with four digits.
func smallChance(p float64) doc.Text {
	if p < 0.0001 {
		return "<0.0001"
	}
	return doc.Textf("%.4f", p)
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
	count("stopped far behind the limit", b.Late, h.Late, false)
	count("points", b.Points, h.Points, b.MaxPoints > 0)
	if c.Mates != nil {
		rows = append(rows, mateSums(c.Mates)...)
	}
	rows = append(rows, doc.Row{"nodes (signature)", doc.Grouped(b.Nodes), doc.Grouped(h.Nodes), doc.Growth(b.Nodes, h.Nodes)})
	if c.Work.GeoMean > 0 && len(c.Moved) > 0 {
		rows = append(rows, doc.Row{"nodes, geometric mean", "", "", doc.Ratio(c.Work.GeoMean)})
	}
	ratio := func(name doc.Text, r *compare.Ratio) {
		if r != nil && r.Mean != 1 {
			rows = append(rows, doc.Row{name, "", when(r.High > 0, doc.Ratio(r.Low)+" to "+doc.Ratio(r.High)), doc.Ratio(r.Mean)})
		}
	}
	if c.Forms == nil {
		ratio("nodes to solution, geometric mean", c.Solution)
	}
	ratio("time to solution, geometric mean", c.SolutionTime)
	return doc.Table{Columns: doc.Words("").Numbers("base", "head", "change"), Rows: doc.Fixed(rows)}
}

// Differences tells what keeps two runs from being compared; nothing without any.
func Differences(differences []compare.Difference) doc.Document {
	return doc.Document{doc.Table{Columns: doc.Words("not comparable", "base", "head"), Rows: doc.Each(differences, differenceRow)}}
}

func differenceRow(d *compare.Difference) doc.Row {
	return doc.Row{doc.Quote(d.Key), doc.Quote(d.Base), doc.Quote(d.Head)}
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
		{"fault gone", c.Mended},
		{Quarantined, c.Quarantined},
		{"other move", c.Replayed},
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
					add(func() doc.Row { return append(changeRow(list.Word, change), doc.Position(t.FEN(change.Index))) })
				}
			}
		}
	}}
}

// changeRow returns one row of the table of changes.
func changeRow(what string, change compare.Change) doc.Row {
	b, h := sideCells(change.Base), sideCells(change.Head)
	return doc.Row{toned(doc.Text(what)), doc.Quote(change.ID()), doc.Quote(change.Head.Want), b[0], h[0], b[1], h[1], b[2], h[2]}
}

// sideCells returns the move, the score and the nodes of an outcome, or the class of
// its fault.
func sideCells(o *bench.Outcome) [3]doc.Text {
	if o.Verdict == bench.Faulted {
		return [3]doc.Text{doc.Bad(doc.Word(o.Fault))}
	}
	return [3]doc.Text{doc.Quote(o.Best), doc.Word(o.Score), doc.Grouped(o.Nodes)}
}

// movers returns the positions with another number of nodes that says something.
func movers(c *compare.Comparison, verbose bool) doc.Document {
	moved := c.ChangedNodes()
	shown := moved
	if !verbose && len(shown) > 2*topMovers {
		shown = append(shown[:topMovers:topMovers], shown[len(shown)-topMovers:]...)
	}
	columns := doc.Words("nodes changed").Numbers("base", "head", "change")
	d := doc.Document{doc.Table{Columns: columns, Rows: doc.Each(shown, func(change *compare.Change) doc.Row {
		b, h := change.Base.Nodes, change.Head.Nodes
		return doc.Row{doc.Quote(change.ID()), doc.Grouped(b), doc.Grouped(h), doc.Growth(b, h)}
	})}}
	if hidden := len(moved) - len(shown); hidden > 0 {
		d = append(d, doc.Paragraph{doc.Textf("and %d more between these with other nodes; %d with the same", hidden, c.Work.Same)})
	}
	if limited := len(c.Moved) - len(moved); limited > 0 {
		d = append(d, doc.Paragraph{doc.Plural(limited, "position") + " with other nodes beyond the limit, which ended both searches"})
	}
	return d
}

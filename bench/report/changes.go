package report

import (
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

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

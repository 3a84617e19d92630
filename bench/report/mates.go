package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine"
)

// topClaims is the number of wrong claims of mates, and of changed ones, that are shown without
// Options.Verbose.
const topClaims = 10

// claimColumns returns the columns of the tables of wrong claims.
func claimColumns() doc.Columns {
	return doc.Words("wrong claim", "claimed", "proven").Numbers("depth").Words("why")
}

// claimRow returns a row of a table of wrong claims.
func claimRow(id string, claim bench.MateClaim, proven engine.Score, more doc.Text) doc.Row {
	return doc.Row{doc.Quote(id), doc.Word(claim.Claim), doc.Word(proven), doc.Count(claim.Depth), doc.Text(flawText[claim.Flaw]) + more}
}

// flawText says what the flaws are.
var flawText = map[bench.Flaw]string{
	bench.CutShort:   "the line ends before the mate",
	bench.OtherMove:  "the line begins with another move than is played",
	bench.LineUnmade: "the line does not end in mate",
	bench.LineSooner: "the line mates sooner than it claims",
	bench.LineLonger: "the line goes on behind the mate that it claims",
	bench.LineBroken: "the line has a move that is not legal",
	bench.OtherSide:  "the other side mates",
	bench.Sooner:     "no mate is as near",
}

func runClaims(run *bench.Run) doc.Table {
	return doc.Table{Columns: claimColumns(), Rows: func(add func(func() doc.Row)) {
		for i := range run.Outcomes {
			o := &run.Outcomes[i]
			if proven, _ := o.Proven(); o.Mate.Flaw.Wrong() {
				add(func() doc.Row { return claimRow(o.ID, o.Mate, engine.MateIn(proven), "") })
			}
		}
	}}
}

// comparedClaims returns the wrong claims of the head, and whether the base has them too.
func comparedClaims(c *compare.Comparison, verbose bool) doc.Document {
	if c.Mates == nil {
		return nil
	}
	return firstRows(claimColumns(), c.Mates.Wrong, topClaims, verbose, " wrong claims of a mate", func(claim *compare.Claim) doc.Row {
		return claimRow(claim.ID, claim.MateClaim, claim.Proven, doc.When(claim.InBase, ", in the base too"))
	})
}

// changedMates returns the answers whose score is a mate on one side and another score on the
// other. It leaves out answers that the table of changes lists. They are reported and not
// judged, as only a proof says which score is right.
func changedMates(c *compare.Comparison, verbose bool) doc.Document {
	changes := slices.DeleteFunc(slices.Clone(c.MateScores), func(change compare.Change) bool {
		return c.Forms == nil && change.Base.Verdict != change.Head.Verdict
	})
	columns := doc.Words("another mate score", "expected", "base", "head").Numbers("base score", "head score")
	return firstRows(columns, changes, topClaims, verbose, " with another mate score", func(change *compare.Change) doc.Row {
		b, h := sideCells(change.Base), sideCells(change.Head)
		return doc.Row{doc.Quote(change.ID()), doc.Quote(change.Head.Want), b[0], h[0], b[1], h[1]}
	})
}

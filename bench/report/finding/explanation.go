package finding

import (
	"strings"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Explanation says at which node the head goes blind, why, and how that is shown by hand.
func Explanation(e *explain.Explanation) doc.Document {
	d := doc.Document{doc.Paragraph{explanationHeadline(e)}}
	blind := e.Blind()
	if blind == nil {
		return append(d, doc.Lines{"position: " + doc.Quote(e.Position)})
	}
	d = append(d, explanationLines(e, blind))
	if e.Rules != nil {
		d = append(d, doc.Heading("which rule"), rulesText(e.Rules))
		if len(e.Rules.Causes) > 0 {
			d = append(d, causesTable(e.Rules))
		}
	}
	d = append(d, doc.Heading("the walk, from the position down"), walkTable(e))
	if s := e.Smallest; s != nil {
		d = append(d, doc.Heading("the smallest position that shows it"), doc.Lines{
			doc.Textf("%s, depth %d: base plays %s (%s), head plays %s (%s)", doc.Plural(s.Pieces, "piece"), s.Depth,
				doc.Quote(s.Base.Move), doc.Word(s.Base.Score), doc.Quote(s.Head.Move), doc.Word(s.Head.Score)),
			doc.Quote(s.EPD(e.ID + "-smallest")),
		})
	}
	return d
}

// ExplanationTitle returns the title of the page.
func ExplanationTitle(e *explain.Explanation) doc.Text { return "why " + doc.Quote(e.ID) + " is lost" }

// ExplanationPage is Explanation with a board for each node of the walk.
func ExplanationPage(e *explain.Explanation) doc.Document {
	return append(Explanation(e), explanationBoards(e))
}

// explanationHeadline returns the finding in one sentence.
func explanationHeadline(e *explain.Explanation) doc.Text {
	name := doc.Quote(e.ID)
	blind := e.Blind()
	switch {
	case e.Finding == explain.Solved:
		return name + ": the head solves it to every depth at which the base does, so that there is nothing to explain"
	case blind == nil:
		return name + ": the base solves it to no depth that was tried, so that there is nothing to explain"
	}
	where := doc.Text("at once")
	if len(blind.Moves) > 0 {
		where = "after " + doc.Quote(strings.Join(blind.Moves, " "))
	}
	text := name + doc.Textf(" is lost at depth %d: the head goes blind ", e.Depth) + where
	if r := e.Rules; r != nil && len(r.Causes) > 0 {
		text += ", by " + doc.Join(doc.Quote, r.Causes[0].Rules, " and ")
	}
	return text
}

// explanationLines says what both sides play at the blind node, what follows, and how to repeat it.
func explanationLines(e *explain.Explanation, blind *explain.Node) doc.Lines {
	lines := doc.Lines{
		"wants " + doc.Quote(e.Want),
		doc.Textf("base plays %s (%s), head plays %s (%s) to depth %d",
			doc.Quote(blind.Base.Move), doc.Word(blind.Base.Score), doc.Quote(blind.Head.Move), doc.Word(blind.Head.Score), blind.Depth),
	}
	switch behind := e.Behind(); {
	case behind != nil:
		lines = append(lines, "after "+doc.Quote(behind.Moves[len(behind.Moves)-1])+" both agree, so that the head cuts this move inside of its search")
	case e.Finding == explain.Horizon:
		lines = append(lines, "the two differ down to the last ply, so that evaluation or quiescence differ")
	default:
		lines = append(lines, "the base sees it only in its whole search, so that the walk ends here")
	}
	if z := e.Zugzwang; z != nil {
		lines = append(lines, zugzwangText(z))
	}
	return append(lines, "position fen "+doc.Quote(blind.Position), doc.Textf("go depth %d", blind.Depth))
}

// zugzwangText says whether the side to move behind the blind node would rather pass.
func zugzwangText(z *explain.Zugzwang) doc.Text {
	scores := doc.Textf(" (%s by its best move, %s by passing)", doc.Word(z.Move.Score), doc.Word(z.Pass.Score))
	switch z.Kind {
	case explain.Mutual:
		return "the defender is then in mutual zugzwang" + scores
	case explain.OneSided:
		return "the defender is then in zugzwang, and its opponent is not" + scores
	}
	return "the defender is not in zugzwang" + scores
}

// rulesText says what was tried.
func rulesText(r *explain.Rules) doc.Paragraph {
	switch {
	case len(r.Causes) == 0:
		return doc.Paragraph{doc.Textf("no cause was found: the head sees it neither without one of %d rules and settings nor without all of them", r.Tried)}
	case r.WithAll:
		return doc.Paragraph{doc.Textf("no one of %d suffices alone; without these together the head sees it, and with any of them it does not:", r.Tried)}
	}
	return doc.Paragraph{doc.Textf("without one of these the head sees it, of %d rules and settings that were taken away one by one:", r.Tried)}
}

// causesTable lists the rules without which the head sees it.
func causesTable(r *explain.Rules) doc.Table {
	var rows []doc.Row
	for i := range r.Causes {
		c := &r.Causes[i]
		rows = append(rows, doc.Row{
			doc.Join(doc.Quote, c.Rules, ", "), doc.When(c.Solves, "yes") + doc.When(!c.Solves, "no"), doc.Quote(c.Head.Move), doc.Word(c.Head.Score), doc.Grouped(c.Head.Nodes),
		})
	}
	return doc.Table{Columns: doc.Words("without", "solves the position", "head plays").Numbers("score", "nodes"), Rows: doc.Fixed(rows)}
}

// walkTable lists the nodes of the walk.
func walkTable(e *explain.Explanation) doc.Table {
	var rows []doc.Row
	for i := range e.Walk {
		n := &e.Walk[i]
		rows = append(rows, doc.Row{
			doc.Quote(strings.Join(n.Moves, " ")), doc.Count(n.Depth), doc.Quote(n.Base.Move), doc.Word(n.Base.Score),
			doc.Quote(n.Head.Move), doc.Word(n.Head.Score), doc.When(n.Agree, "yes") + doc.When(!n.Agree, "no"),
		})
	}
	return doc.Table{Columns: doc.Words("moves").Numbers("depth").Words("base").Numbers("score").Words("head").Numbers("score").Words("agree"), Rows: doc.Fixed(rows)}
}

// explanationBoards draws the nodes of the walk.
func explanationBoards(e *explain.Explanation) (boards doc.Boards) {
	for i := range e.Walk {
		n := &e.Walk[i]
		p, err := game.ParsePosition(n.Position)
		if err != nil {
			continue
		}
		name := doc.Quote(e.ID)
		if len(n.Moves) > 0 {
			name = doc.Quote(strings.Join(n.Moves, " "))
		}
		if n == e.Blind() {
			name += ": blind"
		}
		board := figure.Board(name, p)
		board.Lines = []doc.Text{
			"base " + doc.Quote(n.Base.Move) + " (" + doc.Word(n.Base.Score) + ")",
			"head " + doc.Quote(n.Head.Move) + " (" + doc.Word(n.Head.Score) + ")",
		}
		boards = append(boards, board)
	}
	return boards
}

// ExplanationFields returns the pairs of an explanation.
func ExplanationFields(e *explain.Explanation) []report.Field {
	fields := []report.Field{{Key: "position", Value: e.ID}, {Key: "finding", Value: string(e.Finding)}}
	if e.Depth == 0 {
		return fields
	}
	fields = append(fields, report.CountField("depth", e.Depth))
	if e.Rules != nil {
		rule := "none"
		if len(e.Rules.Causes) > 0 {
			rule = strings.Join(e.Rules.Causes[0].Rules, "+")
		}
		fields = append(fields, report.Field{Key: "rule", Value: rule})
	}
	if e.Zugzwang != nil {
		fields = append(fields, report.Field{Key: "zugzwang", Value: string(e.Zugzwang.Kind)})
	}
	return fields
}

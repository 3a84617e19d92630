package explanation

import (
	"strings"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Document says at which node the head goes blind, why, and how to reproduce that by hand.
func Document(e *explain.Explanation) doc.Document {
	d := doc.Document{doc.Paragraph{headline(e)}}
	blind := e.BlindNode()
	if blind == nil {
		return append(d, doc.Lines{"position: " + doc.Quote(e.Position)})
	}
	d = append(d, answers(e, blind))
	if rules := e.Rules; rules != nil {
		d = append(d,
			doc.Heading("which rule"),
			doc.If(len(rules.Changed) > 0, doc.Paragraph{"without " + doc.Join(doc.Quote, rules.Changed, " and ") + " base and head search the position alike, to the node: the change is there"}),
			rulesText(rules),
			causesTable(rules))
	}
	d = append(d, doc.Heading("the walk, from the position down"), walkTable(e), traces(e))
	if e.Hunks != nil {
		d = append(d, doc.Heading("which part of the change"), hunksText(e.Hunks))
	}
	if s := e.Smallest; s != nil {
		d = append(d, doc.Heading("the smallest position that shows it"), doc.Lines{
			doc.Textf("%s, depth %d: base plays %s (%s), head plays %s (%s)", doc.Plural(s.Pieces, "piece"), s.Depth,
				doc.Quote(s.Base.Move), doc.Word(s.Base.Score), doc.Quote(s.Head.Move), doc.Word(s.Head.Score)),
			doc.Quote(s.EPD(e.ID)),
		})
	}
	return d
}

// Title returns the title of the page.
func Title(e *explain.Explanation) doc.Text { return "why " + doc.Quote(e.ID) + " is lost" }

// Page is Document with a board for each node of the walk.
func Page(e *explain.Explanation) doc.Document {
	return doc.Document{Document(e), boards(e)}
}

// Summary says in two lines at which node the head goes blind, and how to reproduce that.
func Summary(e *explain.Explanation) doc.Lines {
	blind := e.BlindNode()
	if blind == nil {
		return doc.Lines{"why: " + nothingLost(e)}
	}
	text := "why: blind " + blindAt(blind) + byRules(e) + doc.Textf(": base plays %s (%s), head %s (%s)",
		doc.Quote(blind.Base.Move), doc.Word(blind.Base.Score), doc.Quote(blind.Head.Move), doc.Word(blind.Head.Score))
	if z := e.Zugzwang; z != nil && z.Kind != explain.NoZugzwang {
		text += "; the defender is then in " + doc.When(z.Kind == explain.Mutual, "mutual ") + "zugzwang"
	}
	return doc.Lines{text, "  " + figure.PositionCommand(blind.Position) + doc.Textf("; go depth %d", blind.Depth)}
}

// hunksText says which hunks of a change are enough.
func hunksText(h *explain.Hunks) doc.Document {
	tries := doc.Plural(h.Tries, "build") + doc.When(h.Unbuilt > 0, doc.Textf(", %d of them in vain: they did not apply, build or search", h.Unbuilt))
	if len(h.Enough) == 0 {
		return doc.Document{doc.Paragraph{"the base with the whole change, " + doc.Plural(h.Of, "hunk") + ", does not lose the position (" + tries + ")"}}
	}
	d := doc.Document{doc.Paragraph{doc.Textf("enough to lose the position: %d of %s (", len(h.Enough), doc.Plural(h.Of, "hunk")) + tries + ")"}}
	for _, hunk := range h.Enough {
		d = append(d, doc.Lines{doc.Quote(hunk.File)}, doc.Code(strings.Split(strings.TrimRight(hunk.Text, "\n"), "\n")))
	}
	return d
}

// nothingLost says why nothing is to be explained.
func nothingLost(e *explain.Explanation) doc.Text {
	if e.Finding == explain.Solved {
		return "the head solves it to every depth at which the base does, so that there is nothing to explain"
	}
	return "the base solves it to no depth that was tried, so that there is nothing to explain"
}

// blindAt says after which moves the head is blind.
func blindAt(blind *explain.Node) doc.Text {
	if len(blind.Moves) == 0 {
		return "at once"
	}
	return "after " + doc.Quote(strings.Join(blind.Moves, " "))
}

// byRules names the rules that make the head blind, or those that changed; empty if neither is known.
func byRules(e *explain.Explanation) doc.Text {
	rules, changed := e.BlamedRules()
	if len(rules) == 0 {
		return ""
	}
	return ", by " + doc.When(changed, "a change of ") + doc.Join(doc.Quote, rules, " and ")
}

// headline returns the finding in one sentence.
func headline(e *explain.Explanation) doc.Text {
	name := doc.Quote(e.ID)
	blind := e.BlindNode()
	if blind == nil {
		return name + ": " + nothingLost(e)
	}
	return name + doc.Textf(" is lost at depth %d: the head goes blind ", e.Depth) + blindAt(blind) + byRules(e)
}

// answers says what both sides play at the blind node, what follows, and how to repeat it.
func answers(e *explain.Explanation, blind *explain.Node) doc.Lines {
	lines := doc.Lines{
		"wants " + doc.Quote(e.Want),
		doc.Textf("base plays %s (%s), head plays %s (%s) to depth %d",
			doc.Quote(blind.Base.Move), doc.Word(blind.Base.Score), doc.Quote(blind.Head.Move), doc.Word(blind.Head.Score), blind.Depth),
	}
	switch behind := e.NodeAfterCut(); {
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
	return append(lines, figure.PositionCommand(blind.Position), doc.Textf("go depth %d", blind.Depth))
}

// zugzwangText says whether the side to move behind the blind node would rather pass.
func zugzwangText(z *explain.Zugzwang) doc.Text {
	scores := doc.Textf(" (%s by its best move, %s by passing", doc.Word(z.Move.Score), doc.Word(z.Pass.Score)) + doc.When(z.Proven, "; proven by tables") + ")"
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
	columns := doc.Words("without", "solves the position", "head plays").Numbers("score", "nodes")
	return doc.Table{Columns: columns, Rows: doc.EachRow(r.Causes, func(c *explain.Cause) doc.Row {
		return doc.Row{doc.Join(doc.Quote, c.Rules, ", "), yesOrNo(c.Solves), doc.Quote(c.Head.Move), doc.Word(c.Head.Score), doc.Grouped(c.Head.Nodes)}
	})}
}

// yesOrNo writes a fact as a word.
func yesOrNo(fact bool) doc.Text {
	if fact {
		return "yes"
	}
	return "no"
}

func walkTable(e *explain.Explanation) doc.Table {
	columns := doc.Words("moves").Numbers("depth").Words("base").Numbers("score").Words("head").Numbers("score").Words("agree")
	return doc.Table{Columns: columns, Rows: doc.EachRow(e.Walk, func(n *explain.Node) doc.Row {
		return doc.Row{
			doc.Quote(strings.Join(n.Moves, " ")), doc.Count(n.Depth), doc.Quote(n.Base.Move), doc.Word(n.Base.Score),
			doc.Quote(n.Head.Move), doc.Word(n.Head.Score), yesOrNo(n.Agree),
		}
	})}
}

// boards draws the nodes of the walk.
func boards(e *explain.Explanation) (boards doc.Boards) {
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
		if n == e.BlindNode() {
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

// Losses shows the rules that lose the positions of a run, and the node at which the head
// goes blind on each.
func Losses(l *explain.Losses) doc.Document {
	rules := doc.Table{Columns: doc.Words("rule").Numbers("named first", "seen without it"), Rows: doc.EachRow(l.Rules, func(r *explain.RuleLosses) doc.Row {
		return doc.Row{doc.Quote(r.Rule), doc.Count(r.Named), doc.Count(r.Alone)}
	})}
	return doc.Document{
		doc.Paragraph{LossesTitle(l)},
		doc.If(len(l.Positions) > 0, rules, doc.Heading("the lost positions"), lossesTable(l)),
	}
}

// LossesTitle returns the title of the page.
func LossesTitle(l *explain.Losses) doc.Text {
	return doc.Plural(len(l.Positions), "position") + " of " + doc.Quote(l.Suite) + doc.When(len(l.Positions) == 1, " is lost") + doc.When(len(l.Positions) != 1, " are lost")
}

// lossesTable has a row for each position.
func lossesTable(l *explain.Losses) doc.Table {
	columns := doc.Words("position").Numbers("depth").Words("blind", "base", "head", "rule", "zugzwang")
	return doc.Table{Columns: columns, Rows: doc.EachRow(l.Positions, func(at **explain.Explanation) doc.Row {
		e := *at
		blind := e.BlindNode()
		if blind == nil {
			return doc.Row{doc.Quote(e.ID), "", doc.Quote(string(e.Finding)), "", "", "", ""}
		}
		rules, _ := e.BlamedRules()
		zugzwang := doc.Text("")
		if e.Zugzwang != nil {
			zugzwang = doc.Quote(string(e.Zugzwang.Kind))
		}
		return doc.Row{
			doc.Quote(e.ID), doc.Count(e.Depth), blindAt(blind), doc.Quote(blind.Base.Move), doc.Quote(blind.Head.Move), doc.Quote(strings.Join(rules, " + ")), zugzwang,
		}
	})}
}

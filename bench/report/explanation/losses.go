package explanation

import (
	"strings"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

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

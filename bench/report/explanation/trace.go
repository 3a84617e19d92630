package explanation

import (
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine"
	enginesearch "github.com/zugwatch/zugwatch/engine/search"
)

// traces says what the head did on the line of the walk.
func traces(e *explain.Explanation) (d doc.Document) {
	if t := e.Trace; t != nil {
		d = append(d, doc.Heading("what the head did on the line"), doc.Paragraph{
			doc.Textf("the last iteration of its search of the position, to depth %d%s; scores are from the side to move", t.Depth, continued(e, t)),
		}, traceTable(t))
	}
	if t := e.BlindTrace; t != nil {
		d = append(d, doc.Heading("what the head did in a search of the blind node"), doc.Paragraph{
			doc.Textf("the search of the position does not reach the end of the walk; this is the last iteration of one of the blind node, to depth %d%s", t.Depth, continued(e, t)),
		}, traceTable(t))
	}
	return d
}

// continued says that a trace goes on behind the walk, if it does.
func continued(e *explain.Explanation, t *explain.Trace) doc.Text {
	if t.Whole && t.Rows[len(t.Rows)-1].Position != e.Walk[len(e.Walk)-1].Position {
		return ", behind the walk by the principal variation of the base"
	}
	return ""
}

// traceTable lists the nodes of a trace, with a row for each fact.
func traceTable(t *explain.Trace) doc.Table {
	var rows []doc.Row
	for i := range t.Rows {
		r := &t.Rows[i]
		row := doc.Row{
			doc.Count(r.Ply) + doc.When(r.Move != "", " "+doc.Quote(r.Move)), depthText(r.Depth), scoreOr(r.Alpha, "-∞"), scoreOr(r.Beta, "∞"),
			scoreOr(r.Static, ""), doc.Word(r.Value),
		}
		for _, fact := range traceFacts(r) {
			rows = append(rows, append(row, fact))
			row = make(doc.Row, len(row))
		}
	}
	return doc.Table{Columns: doc.Words("ply").Numbers("depth", "alpha", "beta", "static", "value").Words("what happened").Spare("static"), Rows: doc.FixedRows(rows)}
}

// traceFacts says what happened at a node, in the order of the search.
func traceFacts(r *explain.TraceRow) (facts []doc.Text) {
	facts = append(facts, tableFact(r.Table), nullFact(r.Null))
	for _, c := range r.Changes {
		facts = append(facts, changeFact(c))
	}
	facts = append(facts, cutFact(r.Cut))
	if r.Cut == nil && r.Next == nil {
		facts = append(facts, bestFact(r))
	}
	facts = append(facts, moveFact(r))
	return slices.DeleteFunc(facts, func(fact doc.Text) bool { return fact == "" })
}

// tableFact says what the table knew of a node.
func tableFact(t *enginesearch.TraceTable) doc.Text {
	if t == nil || t.Bound == "none" {
		return ""
	}
	text := doc.Textf("table: %s, %s %s", toDepth(t.Depth), map[string]doc.Text{"upper": "at most", "lower": "at least", "exact": "exactly"}[t.Bound], doc.Word(t.Value))
	switch {
	case t.Iteration > 0:
		text += doc.Textf(", cut; stored by iteration %d, as follows", t.Iteration)
	case t.Cut && t.Depth < 1:
		text += ", cut"
	case t.Cut:
		text += ", cut; stored on another line"
	}
	return text
}

// nullFact says what a null move did.
func nullFact(n *enginesearch.TraceNull) doc.Text {
	if n == nil {
		return ""
	}
	text := doc.Textf("%s, R=%d: %s finds %s", doc.Text(enginesearch.RuleNullMove), n.R, toDepth(n.Depth), doc.Word(n.Value))
	if v := n.Verification; v != nil {
		text += doc.Textf(", verification: %s finds %s", toDepth(v.Depth), doc.Word(v.Value))
	}
	switch {
	case !n.Cut:
		return text + ", no cut"
	case n.Verification == nil:
		return text + ", cut without verification"
	}
	return text + ", cut"
}

// changeFact says how a rule changed the depth of a node.
func changeFact(c enginesearch.TraceChange) doc.Text {
	if c.Plies < 0 {
		return doc.Text(c.Rule) + ": depth " + depthText(c.Plies)
	}
	return doc.Text(c.Rule) + ": depth +" + depthText(c.Plies)
}

// cutFact says which rule cut a node, if its own fact does not say so.
func cutFact(c *enginesearch.TraceCut) doc.Text {
	if c == nil {
		return ""
	}
	name := doc.Text(c.Rule)
	switch c.Rule {
	case enginesearch.RuleNullMove, enginesearch.RuleTable:
		return ""
	case enginesearch.RuleReverseFutility, enginesearch.RuleRazoring, enginesearch.RuleProbCut:
		return name + doc.Textf(": cut with a margin of %d", c.Limit)
	case enginesearch.RuleMultiCut:
		return name + doc.Textf(": cut, as %d moves fail high", c.Limit)
	case enginesearch.RuleMateDistance:
		return name + ": cut, as a shorter mate is known"
	case enginesearch.RuleDraw, enginesearch.RuleBlockage:
		return name
	case enginesearch.RuleQuiescence:
		return name + ", as no depth is left"
	}
	return name + ": cut"
}

// moveFact describes a node's search of the next move of the line.
func moveFact(r *explain.TraceRow) doc.Text {
	n := r.Next
	if n == nil {
		return ""
	}
	name := doc.Quote(r.Leads)
	switch {
	case n.Skipped != nil:
		return name + skipText(n)
	case n.Value == nil:
		return name + " is not searched: " + doc.Quote(r.Best) + " fails high before"
	}
	text := name + doc.Textf(" is move %d", n.Place)
	if n.Extension != 0 {
		text += ", extension " + depthText(n.Extension)
	}
	if n.Reduction > 0 {
		text += ", " + doc.Text(enginesearch.RuleReductions) + " " + depthText(n.Reduction)
	}
	if n.Research {
		text += ", searched again"
	}
	return text + ": " + toDepth(n.Depth) + " finds " + doc.Word(*n.Value)
}

// skipText says by which rule a move was skipped.
func skipText(n *enginesearch.TraceMove) doc.Text {
	by := doc.Text(n.Skipped.Rule)
	switch n.Skipped.Rule {
	case enginesearch.RuleLateMoves:
		return doc.Textf(" is skipped by %s, after %d moves", by, n.Skipped.Limit)
	case enginesearch.RuleExchangePruning:
		return doc.Textf(" is skipped by %s, as it loses more than %d", by, -n.Skipped.Limit)
	}
	return doc.Textf(" is skipped by %s with a margin of %d, after %s", by, n.Skipped.Limit, doc.Plural(n.Place-1, "move"))
}

// bestFact says which move raised alpha.
func bestFact(r *explain.TraceRow) doc.Text {
	switch {
	case r.Best == "":
		return "no move raises alpha"
	case r.FailsHigh():
		return doc.Quote(r.Best) + " fails high"
	}
	return doc.Quote(r.Best) + " is best"
}

// toDepth names a search by its depth.
func toDepth(depth float64) doc.Text {
	if depth < 1 {
		return doc.Text(enginesearch.RuleQuiescence)
	}
	return "depth " + depthText(depth)
}

// depthText returns a depth in plies and quarters of one.
func depthText(depth float64) doc.Text { return doc.Text(strconv.FormatFloat(depth, 'f', -1, 64)) }

// scoreOr returns a score, or another text where there is none.
func scoreOr(s *engine.Score, none doc.Text) doc.Text {
	if s == nil {
		return none
	}
	return doc.Word(*s)
}

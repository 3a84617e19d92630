package explanation_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/search"
)

// TestTrace holds what each fact of a trace looks like.
func TestTrace(t *testing.T) {
	walk := []explain.Node{
		{Moves: []string{}, Position: "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1", Depth: 10, Base: answer("Re1+", engine.MateIn(7)), Head: answer("Rxa6", -671)},
		{Moves: []string{"Re1+"}, Position: "8/8/p7/1p5p/1P5p/6rp/5K1p/4R2k b - - 1 1", Depth: 9, Base: answer("Rg1", engine.MateIn(-6)), Head: answer("Rg1", engine.MateIn(-6)), Agree: true},
	}
	var rows []explain.TraceRow
	add := func(leads string, n search.TraceNode) {
		row := explain.TraceRow{Leads: leads, TraceNode: n}
		if len(rows) < len(walk) {
			row.Position = walk[len(rows)].Position
		}
		if len(rows) > 0 {
			row.Move = rows[len(rows)-1].Leads
			row.Ply = len(rows)
		}
		if n.Best != 0 {
			row.Best = "Rxa6"
		}
		rows = append(rows, row)
	}
	low, high, raised := score(-671), score(-670), search.TraceNode{}.Best+1
	node := search.TraceNode{Iteration: 10, Depth: 9.25, Alpha: low, Beta: high, Static: score(-725), Value: -671}
	changed := func(change func(*search.TraceNode)) search.TraceNode {
		n := node
		change(&n)
		return n
	}
	tried := func(m search.TraceMove) search.TraceNode { return changed(func(n *search.TraceNode) { n.Next = &m }) }
	cut := func(rule search.Rule, limit int) search.TraceNode {
		return changed(func(n *search.TraceNode) { n.Cut = &search.TraceCut{Rule: rule, Limit: limit} })
	}
	skipped := func(rule search.Rule, limit int) search.TraceNode {
		return tried(search.TraceMove{Place: 4, Skipped: &search.TraceCut{Rule: rule, Limit: limit}})
	}
	add("Re1+", changed(func(n *search.TraceNode) {
		n.Alpha, n.Beta, n.Best = nil, nil, raised
		n.Table = &search.TraceTable{Depth: 10, Bound: "exact", Value: -644}
		n.Next = &search.TraceMove{Place: 2, Extension: 1, Depth: 10, Value: low}
	}))
	add("Rg1", changed(func(n *search.TraceNode) {
		n.Static, n.Value = nil, engine.MateIn(6)
		n.Table = &search.TraceTable{Depth: 9.25, Bound: "lower", Value: engine.MateIn(6), Cut: true, Iteration: 9}
		n.Next = &search.TraceMove{Place: 14, Reduction: 2.5, Research: true, Depth: 9, Value: low}
	}))
	add("Rf1", changed(func(n *search.TraceNode) {
		n.Table = &search.TraceTable{Bound: "none"}
		n.Null = &search.TraceNull{R: 3, Depth: 5, Value: -900}
		n.Changes = []search.TraceChange{{Rule: search.RuleIterativeReduction, Plies: -1}, {Rule: search.RuleNullMove, Plies: 0.25}}
		n.Next = &search.TraceMove{Place: 1, Depth: 0.5, Value: low}
	}))
	add("a5", changed(func(n *search.TraceNode) {
		n.Null = &search.TraceNull{R: 3, Depth: 0.5, Value: 776, Cut: true}
		n.Cut = &search.TraceCut{Rule: search.RuleNullMove}
	}))
	add("a4", changed(func(n *search.TraceNode) {
		n.Null = &search.TraceNull{R: 5, Depth: 2, Value: 776, Cut: true, Verification: &search.Verification{Depth: 3, Value: 12}}
		n.Cut = &search.TraceCut{Rule: search.RuleNullMove}
	}))
	add("a3", changed(func(n *search.TraceNode) {
		n.Null = &search.TraceNull{R: 5, Depth: 2, Value: 776, Verification: &search.Verification{Depth: 3, Value: -12}}
		n.Best, n.Value, n.Next = raised, 800, new(search.TraceMove)
	}))
	for _, n := range []search.TraceNode{
		cut(search.RuleReverseFutility, 240), cut(search.RuleMultiCut, 3), cut(search.RuleMateDistance, 0), cut(search.RuleDraw, 0), cut(search.RuleSingular, 0),
		cut(search.RuleQuiescence, 0), skipped(search.RuleLateMoves, 3), skipped(search.RuleFutility, 90), skipped(search.RuleExchangePruning, -225),
		changed(func(n *search.TraceNode) {
			n.Table, n.Cut = &search.TraceTable{Depth: 12, Bound: "upper", Value: -700, Cut: true}, &search.TraceCut{Rule: search.RuleTable}
		}),
		changed(func(n *search.TraceNode) {
			n.Table, n.Cut = &search.TraceTable{Depth: 0.5, Bound: "lower", Value: 12, Cut: true}, &search.TraceCut{Rule: search.RuleTable}
		}),
		changed(func(n *search.TraceNode) { n.Best, n.Value = raised, 800 }), changed(func(n *search.TraceNode) { n.Best = raised }), node,
	} {
		add("Kg7", n)
	}
	e := &explain.Explanation{ID: "ZUG.020", Position: walk[0].Position, Want: "Re1+, #7", Finding: explain.Inside, Depth: 10, Walk: walk}
	whole, walked, blind := *e, *e, *e
	whole.Trace = &explain.Trace{Depth: 10, Whole: true, Rows: rows}
	walked.Trace = &explain.Trace{Depth: 10, Whole: true, Rows: rows[:2]}
	blind.Trace, blind.BlindTrace = &explain.Trace{Depth: 10, Rows: rows[:1]}, &explain.Trace{Depth: 9, Whole: true, Rows: rows[:2]}
	golden.CheckReport(t, "trace", doc.Document{explanation.Document(&whole), explanation.Document(&walked), explanation.Document(&blind)})
}

// score returns a pointer to a score.
func score(s engine.Score) *engine.Score { return &s }

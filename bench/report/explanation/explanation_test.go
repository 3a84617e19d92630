package explanation_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine"
)

// TestExplanation holds what each finding looks like.
func TestExplanation(t *testing.T) {
	whole := &explain.Explanation{
		ID: "ZUG.020", Position: "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1", Want: "Re1+, #7", Finding: explain.Inside, Depth: 10,
		Walk: []explain.Node{
			{Moves: []string{}, Position: "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1", Depth: 10, Base: answer("Re1+", engine.MateIn(7)), Head: answer("Rxa6", -671)},
			{Moves: []string{"Re1+", "Rg1"}, Position: "8/8/p7/1p5p/1P5p/7p/5K1p/4R1rk w - - 2 2", Depth: 9, Base: answer("Rf1", engine.MateIn(6)), Head: answer("Re5", -664)},
			{Moves: []string{"Re1+", "Rg1", "Rf1"}, Position: "8/8/p7/1p5p/1P5p/7p/5K1p/5Rrk b - - 3 2", Depth: 8, Base: answer("a5", engine.MateIn(-5)), Head: answer("a5", engine.MateIn(-5)), Agree: true},
		},
		Zugzwang: &explain.Zugzwang{Kind: explain.Mutual, Move: answer("a5", engine.MateIn(-5)), Pass: answer("", 1690)},
		Rules:    &explain.Rules{Tried: 8, Causes: []explain.Cause{{Rules: []string{"nullmove"}, Sees: true, Solves: true, Head: answer("Rf1", engine.MateIn(6))}}},
		Smallest: &explain.Smallest{Position: "8/8/8/7p/7p/7p/5K1p/4R1rk w - - 0 1", Depth: 5, Pieces: 8, Base: answer("Rf1", engine.MateIn(3)), Head: answer("Re5", -600)},
	}
	together, none, horizon, lost := *whole, *whole, *whole, *whole
	together.Rules = &explain.Rules{Tried: 8, WithAll: true, Causes: []explain.Cause{{Rules: []string{"reductions", "late-moves"}, Solves: true, Head: answer("Rf1", 300)}}}
	together.Zugzwang, together.Smallest = &explain.Zugzwang{Kind: explain.OneSided, Proven: true, Pass: answer("", 20)}, nil
	none.Rules, none.Zugzwang, none.Smallest = &explain.Rules{Tried: 8}, &explain.Zugzwang{Kind: explain.NoZugzwang}, nil
	horizon.Finding, horizon.Walk, horizon.Rules, horizon.Zugzwang, horizon.Smallest = explain.Horizon, whole.Walk[:1], nil, nil, nil
	lost.Finding, lost.Walk, lost.Rules, lost.Zugzwang, lost.Smallest = explain.Lost, whole.Walk[:2], nil, nil, nil
	changed := none
	changed.Rules = &explain.Rules{Tried: 8, Changed: []string{"late-moves", "futility"}, Causes: []explain.Cause{{Rules: []string{"reductions"}, Sees: true, Head: answer("Rf1", 300)}}}
	changed.Hunks = &explain.Hunks{Of: 4, Tries: 7, Unbuilt: 2, Enough: []revision.Hunk{{File: "search.c", Text: "@@ -1 +1 @@\n-a\n+b\n"}}}
	none.Hunks = &explain.Hunks{Of: 1, Tries: 1, Enough: []revision.Hunk{}}
	shogi := horizon
	shogi.Walk = []explain.Node{{Position: "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", Depth: 3, Base: answer("P-7f", 40), Head: answer("P-2f", -40)}}
	solved, unsolved := explain.Explanation{ID: "ZUG.003", Position: whole.Position, Finding: explain.Solved}, explain.Explanation{ID: "ZUG.021", Position: whole.Position, Finding: explain.Unsolved}
	var all doc.Document
	for _, e := range []*explain.Explanation{whole, &together, &none, &changed, &horizon, &shogi, &lost, &solved, &unsolved} {
		all = append(all, explanation.Document(e))
	}
	for _, l := range []*explain.Losses{
		{Suite: "zugzwang", Positions: []*explain.Explanation{whole, &changed, &solved}, Rules: []explain.RuleLosses{{Rule: "nullmove", Named: 2, Alone: 1}}},
		{Suite: "zugzwang"},
	} {
		all = append(all, explanation.Losses(l))
	}
	golden.CheckReport(t, "explanation", all)
}

// answer returns what a side says.
func answer(move string, score engine.Score) explain.Answer {
	return explain.Answer{Move: move, Score: score, Nodes: 4321}
}

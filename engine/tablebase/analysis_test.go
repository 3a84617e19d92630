package tablebase

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestAnalyze: the moves come by value and then by name, the best is worth the
// position, and a side in check cannot pass.
func TestAnalyze(t *testing.T) {
	e := must.Get(ParseEnding("KPK"))(t)
	set := must.Get(Open(t.Context(), Options{}, e))(t)
	analyze := func(fen string) (chess.Position, Analysis, bool) {
		p := must.Get(chess.ParseFEN(fen))(t)
		a, ok := set.Analyze(&p)
		return p, a, ok
	}
	p, a, ok := analyze("8/8/8/8/8/3k4/3p4/3K4 w - -") // stalemate
	if !ok || a.Value.Outcome != Draw || len(a.Moves) != 0 || !a.MayPass || a.Pass.Outcome != Loss {
		t.Errorf("%s: %+v", p.FEN(), a)
	}
	p, a, ok = analyze("8/8/8/3k4/8/8/3PK3/8 w - -")
	if !ok || len(a.Moves) != p.CountLegal() || a.Moves[0].Value != a.Value {
		t.Errorf("%s: %+v", p.FEN(), a)
	}
	for i := 1; i < len(a.Moves); i++ {
		before, m := a.Moves[i-1], a.Moves[i]
		if m.Value.IsBetterThan(before.Value) || m.Value == before.Value && p.SAN(m.Move) < p.SAN(before.Move) {
			t.Errorf("%s: %s stands behind %s", p.FEN(), p.SAN(m.Move), p.SAN(before.Move))
		}
	}
	if p, a, ok = analyze("8/8/8/8/8/3k4/2p5/3K4 w - -"); !ok || a.MayPass {
		t.Errorf("%s: %+v", p.FEN(), a)
	}
	if p, _, ok = analyze("8/8/8/8/8/3k4/r1r5/3K4 w - -"); ok {
		t.Errorf("%s: an ending that the set does not have", p.FEN())
	}
}

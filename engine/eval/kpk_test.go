package eval

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// TestKPK holds every position of the table against the tablebase, which solves it by the rules.
func TestKPK(t *testing.T) {
	ending := must.Get(tablebase.ParseEnding("KPK"))(t)
	set := must.Get(tablebase.Open(t.Context(), tablebase.Options{Workers: 2}, ending))(t)
	for i := range set.Size(ending) {
		p, value, ok := set.At(ending, i)
		if !ok {
			continue
		}
		want := value.Outcome == tablebase.Win
		if p.Side() == chess.Black {
			want = value.Outcome == tablebase.Loss
		}
		if winsPawnAlone(&p) != want {
			t.Errorf("%s: won is %t, the tablebase says %s", p.FEN(), !want, value)
		}
	}
}

// TestKPKEvaluation holds that the table speaks in the evaluation, for both
// colors.
func TestKPKEvaluation(t *testing.T) {
	e := New()
	for _, c := range []struct {
		name, fen string
		won       bool
	}{
		{"opposition", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true},
		{"no opposition", "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", false},
		{"a rook's pawn", "k7/8/1K6/P7/8/8/8/8 w - - 0 1", false},
		{"the square", "8/8/8/P7/8/8/8/4k2K w - - 0 1", true},
		{"black's pawn", "8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", true},
		{"black's rook pawn", "8/8/8/8/p7/1k6/8/K7 b - - 0 1", false},
	} {
		p := position(t, c.fen)
		if value := e.Evaluate(&p); (value > 400) != c.won || (value == 0) == c.won {
			t.Errorf("%s: %d", c.name, value)
		}
	}
}

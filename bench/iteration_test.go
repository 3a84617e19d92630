package bench

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestIterations holds what becomes of the lines of a search.
func TestIterations(t *testing.T) {
	p := game.Chess.Start()
	move := func(text string) game.Move {
		return must.Get(p.ParseMove(text))(t)
	}
	e4, d4, none := []game.Move{move("e2e4")}, []game.Move{move("d2d4")}, []game.Move{move("e2e4") + 8}
	a := answers{position: p}
	for _, info := range []engine.Info{
		{Depth: 1, Score: 30, PV: e4},
		{Depth: 2, Score: 10, PV: e4, Bound: engine.Upper},
		{Depth: 2, Score: 20, PV: d4, Bound: engine.Lower},
		{Depth: 2, Score: 25, PV: d4},
		{Depth: 2, Score: 26, PV: e4}, // the last word of its depth
		{Depth: 2, Score: 15, PV: d4, MultiPV: 2},
		{Depth: 2, Score: 90, PV: d4, Bound: engine.Lower},
		{Depth: 1, Score: 99, PV: d4}, // late
		{Depth: 3, Score: 27},         // no line
		{Depth: 3, Score: 28, PV: none},
		{Depth: 5, Score: engine.MateScore - 2, PV: d4, MultiPV: 1},
	} {
		a.addInfo(&info)
	}
	want := Iterations{{1, "e4", 30}, {2, "e4", 26}, {5, "d4", engine.MateScore - 1}}
	if got := a.iterations(); got == nil || !slices.Equal(*got, want) {
		t.Errorf("iterations are %v, want %v", got, want)
	}
	if got := (&answers{position: p}).iterations(); got != nil {
		t.Errorf("iterations are %v without a line, want none", got)
	}
}

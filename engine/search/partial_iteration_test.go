package search

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestSalvage checks that the result of an unfinished iteration has the line of its score,
// and claims no unproven mate.
func TestSalvage(t *testing.T) {
	p := chess.Start()
	moves := p.LegalMoves()
	old := engine.Result{Best: game.FromChessMove(moves[0]), Ponder: game.FromChessMove(moves[1]), Score: 12, Depth: 6, PV: game.FromChessMoves(moves[0], moves[1])}
	lost := old
	lost.Score = engine.MateIn(-5)
	const mate, mated, sooner = mateScore - 5, -mateBound, -mateScore + 6
	for _, test := range []struct {
		name  string
		last  engine.Result
		best  chess.Move
		value int32
		line  []chess.Move // at the root
		want  engine.Result
	}{
		{"nothing", old, chess.NoMove, 0, nil, old},
		{
			"another line of the same move", old, moves[0], mate,
			[]chess.Move{moves[0], moves[2], moves[3]},
			engine.Result{Best: game.FromChessMove(moves[0]), Ponder: game.FromChessMove(moves[2]), Score: engine.Score(mate), Depth: 6, PV: game.FromChessMoves(moves[0], moves[2], moves[3])},
		},
		{
			"another move without a line", old, moves[4], 30, nil,
			engine.Result{Best: game.FromChessMove(moves[4]), Score: 30, Depth: 6, PV: game.FromChessMoves(moves[4])},
		},
		{
			"a line of another move", old, moves[4], 30,
			[]chess.Move{moves[0], moves[1]},
			engine.Result{Best: game.FromChessMove(moves[4]), Score: 30, Depth: 6, PV: game.FromChessMoves(moves[4])},
		},
		{"mated sooner by the first move", lost, moves[0], sooner, []chess.Move{moves[0], moves[5]}, lost},
		{
			"mated later by another", lost, moves[4], mated,
			[]chess.Move{moves[4], moves[5]},
			engine.Result{Best: game.FromChessMove(moves[4]), Ponder: game.FromChessMove(moves[5]), Score: engine.Score(mated), Bound: engine.Lower, Depth: 6, PV: game.FromChessMoves(moves[4], moves[5])},
		},
		{
			"mated by the first move before any iteration is complete",
			engine.Result{Best: game.FromChessMove(moves[0])},
			moves[0], mated, nil,
			engine.Result{Best: game.FromChessMove(moves[0]), Score: engine.Score(mated), Bound: engine.Lower, PV: game.FromChessMoves(moves[0])},
		},
	} {
		th := new(thread)
		th.root.best, th.root.value = test.best, test.value
		th.pvLen[0] = copy(th.pv[0][:], test.line)
		th.result = test.last
		th.result.PV = slices.Clone(test.last.PV)
		th.takePartialIteration()
		got := th.result
		if got.Best != test.want.Best || got.Ponder != test.want.Ponder || got.Score != test.want.Score || got.Bound != test.want.Bound || !slices.Equal(got.PV, test.want.PV) {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

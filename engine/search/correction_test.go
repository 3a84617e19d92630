package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/table"
)

// TestCorrections checks that the correction of a constant search value converges to the whole
// difference, within the bounds, and that positions which share no feature share no correction.
func TestCorrections(t *testing.T) {
	const fen = "4k3/4p3/8/8/8/8/4P3/4K2R w K - 0 1"
	for _, c := range []struct{ value, low, high int32 }{
		{140, 138, 140},
		{60, 60, 62},
		{20_000, 100 + 140, 100 + 148}, // bounded: 64 centipawns an entry, at the shares of four
	} {
		th := started(t, "modern,correction=on", "off", fen)
		f := th.frame(0)
		for range 1000 {
			f.raw = 100
			f.static = th.correct(f, 0)
			th.teach(f, 0, c.value, table.Exact, chess.NoMove, 8*onePly)
		}
		if got := th.correct(f, 0); got < c.low || got > c.high {
			t.Errorf("a value of %d corrects 100 to %d (expected %d to %d)", c.value, got, c.low, c.high)
		}
		before, other := th.frame(1), th.frame(2)
		before.position = chess.Start()
		before.move = must.Get(before.position.ParseMove("e2e4"))(t)
		other.raw, other.position = 100, position(t, "3k4/3p4/8/8/8/8/3P4/R3K3 w Q - 0 1")
		if got := th.correct(other, 2); got != 100 {
			t.Errorf("a position of other features is corrected from 100 to %d", got)
		}
		f.raw = -mateBound + 1
		f.position = position(t, fen)
		if got := th.correct(f, 0); got <= -mateBound {
			t.Errorf("a correction makes a mate of an evaluation: %d", got)
		}
	}
}

// TestCorrectionFeatures checks that each feature alone carries its share of a correction.
func TestCorrectionFeatures(t *testing.T) {
	const fen = "4k3/4p3/8/8/8/8/4P3/4K2R w K - 0 1"
	for name, c := range map[string]struct {
		fen  string
		want int32
	}{
		"pawns":        {"3k4/4p3/8/8/8/8/4P3/3K2R1 w - - 0 1", pawnShare},
		"white pieces": {"3k4/3p4/8/8/8/8/3P4/4K2R w - - 0 1", pieceShare},
		"black pieces": {"4k3/3p4/8/8/8/8/3P4/3K2R1 w - - 0 1", pieceShare},
	} {
		th := started(t, "modern,correction=on", "off", fen)
		f := th.frame(0)
		pawns, white, black, moves := th.correctionsOf(f, 0)
		*pawns, *white, *black = 50*correctionScale, 50*correctionScale, 50*correctionScale
		f.position, f.raw = position(t, c.fen), 0
		if got := th.correct(f, 0); got != c.want/2 {
			t.Errorf("%s: corrected by %d (expected %d)", name, got, c.want/2)
		}
		*moves = 50 * correctionScale
		if got := th.correct(f, 0); got != (c.want+moveShare)/2 {
			t.Errorf("%s and moves: corrected by %d (expected %d)", name, got, (c.want+moveShare)/2)
		}
	}
}

func TestTeaches(t *testing.T) {
	start := chess.Start()
	quiet := must.Get(start.ParseMove("e2e4"))(t)
	pawns := position(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	capture := must.Get(pawns.ParseMove("e4d5"))(t)
	for name, c := range map[string]struct {
		static, value int32
		b             table.Bound
		best          chess.Move
		want          bool
	}{
		"exact":                  {10, 50, table.Exact, quiet, true},
		"bound above":            {10, 50, table.Lower, quiet, true},
		"bound that says less":   {50, 10, table.Lower, quiet, false},
		"bound below":            {50, 10, table.Upper, chess.NoMove, true},
		"upper bound above":      {10, 50, table.Upper, chess.NoMove, false},
		"a capture explains it":  {10, 500, table.Exact, capture, false},
		"a mate is no judgement": {10, mateScore - 5, table.Lower, quiet, false},
		"nor is being mated":     {10, -mateScore + 5, table.Upper, chess.NoMove, false},
	} {
		if got := teaches(c.static, c.value, c.b, c.best); got != c.want {
			t.Errorf("%s: %v (expected %v)", name, got, c.want)
		}
	}
}

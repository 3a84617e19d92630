package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/table"
)

// TestDeeper checks the depth of the re-search of a reduced move that fails high.
func TestDeeper(t *testing.T) {
	for _, c := range []struct {
		margin      int
		value, best int32
		want        int
	}{
		{0, 900, 0, 0},
		{60, 61, 0, onePly},
		{60, 60, 0, 0},
		{60, 8, 0, 0},
		{60, 7, 0, -onePly},
		{60, -infinity + 100, -infinity, onePly},
	} {
		th := thread{params: Params{LMRDeeper: c.margin}}
		if got := th.deeper(c.value, c.best); got != c.want {
			t.Errorf("deeper by %d after %d for %d with a margin of %d (expected %d)", got, c.value, c.best, c.margin, c.want)
		}
	}
}

// TestReduction checks what each condition adds to a late move reduction of no plies.
func TestReduction(t *testing.T) {
	const fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1"
	th := started(t, "modern,lmrbase=0,lmrdiv=0,lmrcut=7,lmrfalling=2,lmrnoisy=3,lmrfailhighs=5,lmrhistory=7000,lmrkiller=6,lmrroot=3", "off", fen)
	f, quiet, capture := th.frame(0), move(t, th, 0, "h1h3"), move(t, th, 0, "e4d5")
	for name, c := range map[string]struct {
		pv, cut, falling, check bool
		killer                  bool
		score                   int32
		hash                    chess.Move
		failHighs               int
		tablePV                 bool
		root                    bool
		want                    int
	}{
		"none":               {},
		"principal":          {pv: true, want: -onePly},
		"cut node":           {cut: true, want: 7},
		"falling":            {falling: true, want: 2},
		"check":              {check: true, want: -onePly},
		"quiet hash move":    {hash: quiet},
		"noisy hash move":    {hash: capture, want: 3},
		"three fail highs":   {failHighs: 3},
		"four fail highs":    {failHighs: 4, want: 5},
		"good history":       {score: 14000, want: -2 * onePly},
		"bad history":        {score: -7000, want: onePly},
		"cut and fail highs": {cut: true, failHighs: 4, want: 12},
		"table's principal":  {tablePV: true, want: -onePly},
		"killer":             {killer: true, want: -6},
		"root":               {root: true, want: -3},
	} {
		ply := 2
		if c.root {
			ply = 0
		}
		th.frame(ply + 1).failHighs = c.failHighs
		tt := table.None()
		tt.Move, tt.PV = uint16(c.hash), c.tablePV
		f.pick.second = chess.NoMove
		if c.killer {
			f.pick.second = quiet
		}
		if got := th.reduction(f, ply, quiet, 8, 5, c.pv, c.cut, !c.falling, c.check, c.score, &tt); got != c.want {
			t.Errorf("%s: %d (expected %d)", name, got, c.want)
		}
	}
}

// TestFailHighs checks that fail highs are counted, and that no count of an earlier search is left.
func TestFailHighs(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
	nodes := func(stale int) uint64 {
		th := started(t, "modern", "deep5", fen)
		for i := range th.frames {
			th.frames[i].failHighs = stale
		}
		th.start(chess.NewGame(position(t, fen)))
		th.frame(2).failHighs = stale
		th.root = rootState{depth: 7, allowed: th.frame(0).position.LegalMoves()}
		th.search(0, -infinity, infinity, 7*onePly, false)
		for ply := 1; ply < 3; ply++ {
			if n := th.frame(ply).failHighs; n < 1 || n >= 1000 {
				t.Errorf("%d fail highs at ply %d", n, ply)
			}
		}
		return th.nodes
	}
	if fresh, stale := nodes(0), nodes(1000); fresh != stale {
		t.Errorf("%d nodes, %d behind an earlier search", fresh, stale)
	}
	th := started(t, "modern", "deep5", fen)
	th.enter(&engine.Task{Start: game.FromChess(position(t, fen))})
	th.frame(1).failHighs = 1000
	th.deepen(1, nil, nil)
	if n := th.frame(1).failHighs; n >= 1000 {
		t.Errorf("%d fail highs, with those of the iteration before", n)
	}
}

// TestCreditParent checks that a quiet move which gains by the static values rises in its history.
func TestCreditParent(t *testing.T) {
	const fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1"
	for name, c := range map[string]struct {
		move          string
		before, after int32 // static values, each from its side to move
		want          int16
	}{
		"gain":         {"h1h3", 20, -50, 5 * 30},
		"loss":         {"h1h3", 20, 0, -5 * 20},
		"large gain":   {"h1h3", 20, -5000, mostCredit},
		"a capture":    {"e4d5", 20, -150, 0},
		"out of check": {"h1h3", table.NoValue, -150, 0},
	} {
		th := started(t, "modern,historystatic=5", "off", fen)
		parent, m := th.frame(0), move(t, th, 0, c.move)
		parent.static = c.before
		child := th.makeMove(parent, 0, m)
		child.static = c.after
		th.creditParent(child, 1)
		if got := *th.butterfly(parent, m); got != c.want {
			t.Errorf("%s: %d (expected %d)", name, got, c.want)
		}
		th.creditParent(parent, 0) // the root has no parent
	}
}

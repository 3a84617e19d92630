package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/table"
)

// started returns a thread with a position as its root and no limit.
func started(t *testing.T, search, policy, fen string) *thread {
	t.Helper()
	o := Defaults()
	o.Policy, o.Params = must.Get(nullmove.Parse(policy))(t), must.Get(ParseParams(search))(t)
	must.Do(t, o.FindNetwork())
	th := newThread(&o, must.Get(table.New(1))(t))
	th.start(chess.NewGame(position(t, fen)))
	th.stop = budget.NeverStop()
	th.root = rootState{depth: 10}
	return th
}

// move returns a legal move of the frame at a ply, in UCI's notation.
func move(t *testing.T, th *thread, ply int, text string) chess.Move {
	t.Helper()
	return must.Get(th.frame(ply).position.ParseMove(text))(t)
}

// TestRepetitionThroughPass checks that null moves do not repeat a position. The same line
// with a real move in place of each null move is a draw.
func TestRepetitionThroughPass(t *testing.T) {
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 6 9"
	for _, c := range []struct {
		line []string
		want bool
	}{
		{[]string{"g1f3", "g8f6", "f3g1", "f6g8"}, true},
		{[]string{"g1f3", "", "f3g1", ""}, false},
		{[]string{"g1f3", "", "f3g1", "g8f6", "g1f3", "f6g8"}, true}, // to after the pass
	} {
		th := started(t, "modern", "double2", fen)
		for ply, text := range c.line {
			if text == "" {
				th.pass(th.frame(ply), ply)
			} else {
				th.makeMove(th.frame(ply), ply, move(t, th, ply, text))
			}
		}
		if got := th.isDraw(th.frame(len(c.line))); got != c.want {
			t.Errorf("%q is a draw: %t", c.line, got)
		}
	}
}

// TestDoublesAreOfTheLine checks that each child, after a move or a null move, inherits the
// number of double extensions of its own line.
func TestDoublesAreOfTheLine(t *testing.T) {
	th := started(t, "modern", "off", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	f := th.frame(0)
	f.doubles = 2
	th.frame(1).doubles = 6
	if th.pass(f, 0); th.frame(1).doubles != 2 {
		t.Errorf("behind a pass %d double extensions (expected 2)", th.frame(1).doubles)
	}
	th.unmakeMove()
	th.frame(1).doubles = 6
	if th.makeMove(f, 0, move(t, th, 0, "e2e4")); th.frame(1).doubles != 2 {
		t.Errorf("behind a move %d double extensions (expected 2)", th.frame(1).doubles)
	}
}

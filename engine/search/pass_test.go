package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/table"
)

// TestMateThreat checks when a mated null search extends the node: as set by the policy,
// else by the search parameters. By default only the falcon preset does.
func TestMateThreat(t *testing.T) {
	// Black mates by Qh2 if White passes; White is a queen up.
	const threatened = "5rk1/5ppp/8/8/6n1/2Q4q/5P2/2Q2RK1 w - - 0 1"
	for _, c := range []struct {
		search, policy string
		want           int // quarter plies
	}{
		{"falcon", "r3", 1},
		{"falcon", "r3,threat=4", 4},
		{"falcon,matethreat=0", "r3", 0},
		{"modern", "r3", 0},
		{"modern", "r3,threat=2", 2},
	} {
		th := started(t, c.search, c.policy, threatened)
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		value := th.eval.Evaluate(&f.position)
		r := th.family.SearchNull(&f.node, game.Side(f.position.Side()), 1, 6*onePly, value-200, value)
		if r.Cut {
			t.Fatalf("%s %s: a pass that is mated cuts", c.search, c.policy)
		}
		if got := r.Depth - 6*onePly; got != c.want || (th.counters.At(6*onePly).MateThreats > 0) != (c.want > 0) {
			t.Errorf("%s %s: %d quarter plies more, want %d", c.search, c.policy, got, c.want)
		}
	}
}

// TestConfirming checks the effects of a confirming search: the node is cut with the value that
// the policy returns, and the table keeps the entry of the search.
func TestConfirming(t *testing.T) {
	const depth, beta = 6 * onePly, 100
	for policy, want := range map[string]bool{
		"deep5,high=confirm,confirm=3,within=2":             false,
		"deep5,high=confirm,confirm=3,within=2,return=beta": true,
	} {
		th := started(t, "plain", policy, "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1")
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		value := th.search(1, beta-1, beta, depth, true)
		if c := th.counters.At(depth); c.NullCut != 1 || c.Verified != 1 || (value == beta) != want || value < beta {
			t.Fatalf("%s: value %d, counters %+v", policy, value, c)
		}
		if hit := th.table.Probe(f.key, 1); hit.Depth != 4*onePly || hit.Bound != table.Lower {
			t.Errorf("%s: the table has depth %d and bound %d (expected what the search to 4 plies found)", policy, hit.Depth/onePly, hit.Bound)
		}
	}
}

// TestFirstMoveOfSuspected checks that internal iterative deepening finds a move at a node whose
// null move is to be verified. Another null move there would cut without a move.
func TestFirstMoveOfSuspected(t *testing.T) {
	const beta = 100
	for suspected, want := range map[bool]bool{true: true, false: false} {
		th := started(t, "plain,iid=4", "verified3", "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1")
		f := th.frame(1)
		f.position, f.key, f.node.Verify = th.frame(0).position, th.frame(0).key, false
		m := th.firstMove(f, 1, beta-1, beta, 4*onePly, true, suspected)
		if (m != chess.NoMove) != want || f.node.Ban != [2]int16{} {
			t.Errorf("suspected %t: first move %v, ban %v", suspected, m, f.node.Ban)
		}
	}
}

package search

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// TestMateInTime checks that a mate of the table is used only if it comes within the
// fifty-move limit.
func TestMateInTime(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/R3K3 w - - %d 90"
	for _, c := range []struct {
		counter int
		mate    int32
		want    bool
	}{
		{0, mateScore - 3 - 21, true},
		{79, mateScore - 3 - 21, true},
		{80, mateScore - 3 - 21, false},
		{89, -mateScore + 3 + 20, false},
		{89, -mateScore + 3 + 11, true},
	} {
		th := started(t, "modern", "off", fmt.Sprintf(fen, c.counter))
		f := th.frame(3)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		b := table.Lower
		if c.mate < 0 {
			b = table.Upper
		}
		th.table.Store(f.key, 3, uint16(chess.NoMove), c.mate, 100, 4*onePly, b, false)
		if hit := th.recall(f, 3); !hit.Found || hit.IsMate() != c.want {
			t.Errorf("counter %d, mate %d: found %t, believed %t", c.counter, c.mate, hit.Found, hit.IsMate())
		}
	}
}

// TestQuiescenceAsksTheTable checks when the table cuts quiescence: not shortly before the
// fifty-move limit, and not with an entry that lacks the quiet checks to be tried.
func TestQuiescenceAsksTheTable(t *testing.T) {
	for _, c := range []struct {
		counter, stored, checks int
		want                    bool
	}{{0, 0, 0, true}, {0, 1, 0, true}, {0, 1, 1, true}, {0, 0, 1, false}, {lastCounter - 1, 1, 1, true}, {lastCounter, 1, 1, false}} {
		th := started(t, "modern", "off", fmt.Sprintf("4k3/8/8/8/8/8/8/R3K3 w - - %d 90", c.counter))
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		th.table.Store(f.key, 1, uint16(chess.NoMove), -777, 0, c.stored, table.Upper, false)
		if got := th.quiescence(1, -10, -9, c.checks) == -777; got != c.want {
			t.Errorf("%+v: believed %t", c, got)
		}
	}
}

// TestCutNodesLeaveTheirEvaluation checks that a node cut by reverse futility or a null move
// has its evaluation in the table, and no value.
func TestCutNodesLeaveTheirEvaluation(t *testing.T) {
	for name, c := range map[string][2]string{"reverse futility": {"modern", "off"}, "null move": {"plain", "r3"}} {
		th := started(t, c[0], c[1], "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		if value := th.search(1, -901, -900, 3*onePly, true); value < -900 {
			t.Fatalf("%s: a rook more is worth %d", name, value)
		}
		hit := th.table.Probe(f.key, 1)
		if want := th.evaluate(f, 1); !hit.Found || hit.Eval != want || hit.Bound != 0 {
			t.Errorf("%s: the table has %+v (expected the evaluation %d and no bound)", name, hit, want)
		}
	}
}

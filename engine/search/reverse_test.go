package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/table"
)

// TestReverseFutility checks the forms of the rule: its value, its condition on the table
// move, and that the margin ignores the trend without ReverseRising.
func TestReverseFutility(t *testing.T) {
	const depth, beta = 2 * onePly, 100
	for _, c := range []struct {
		search string
		known  string // the table's move
		want   func(static int32) int32
	}{
		{"plain,rfp=150,rfpdepth=100", "", func(static int32) int32 { return (static + beta) / 2 }},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=static", "", func(static int32) int32 { return static }},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=beta", "", func(int32) int32 { return beta }},
		{"plain,rfp=150,rfpdepth=1", "", nil},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=beta,rfpmove=none", "a1b1", nil},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=beta,rfpmove=noisy", "a1b1", nil},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=beta,rfpmove=none", "a1a7", nil},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=beta,rfpmove=noisy", "a1a7", func(int32) int32 { return beta }},
		{"plain,rfp=150,rfpdepth=100,rfpvalue=beta", "a1b1", func(int32) int32 { return beta }},
	} {
		th := started(t, c.search, "off", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1")
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		if c.known != "" {
			th.table.Store(f.key, 1, uint16(move(t, th, 0, c.known)), 0, table.NoValue, 0, 0, false)
		}
		static := th.eval.Evaluate(&f.position)
		value := th.search(1, beta-1, beta, depth, true)
		if cut := th.counters.At(depth).ReverseCut == 1 && th.nodes == 0; cut != (c.want != nil) || cut && value != c.want(static) {
			t.Errorf("%s, table move %q: cut %t, value %d with the static value %d", c.search, c.known, cut, value, static)
		}
	}
}

// TestReverseFutilityRising checks that a rising static value lowers the margin by one ply's,
// and only with ReverseRising.
func TestReverseFutilityRising(t *testing.T) {
	for search, want := range map[string]bool{"plain,rfp=150,rfpdepth=9,rfprising=on": true, "plain,rfp=150,rfpdepth=9,rfprising=off": false} {
		th := started(t, search, "off", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1")
		f := th.frame(2)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		static := th.eval.Evaluate(&f.position)
		th.frame(0).static = static - 1
		beta := static - 2*150
		th.search(2, beta-1, beta, 3*onePly, true)
		if cut := th.nodes == 0; cut != want {
			t.Errorf("%s: cut %t", search, cut)
		}
	}
}

// TestRazorMargins checks that razoring asks for the margin of its depth and ends with the list.
func TestRazorMargins(t *testing.T) {
	for _, c := range []struct {
		depth int
		below int32 // alpha minus the static value
		want  bool
	}{{1, 100, false}, {1, 101, true}, {2, 299, false}, {2, 301, true}, {3, 9000, false}} {
		th := started(t, "plain,razor=100/300", "off", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1")
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		alpha := th.eval.Evaluate(&f.position) + c.below
		th.search(1, alpha, alpha+1, c.depth*onePly, true)
		if razored := th.nodes == 0; razored != c.want {
			t.Errorf("%+v: razored %t", c, razored)
		}
	}
}

package explain

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
)

// settings returns those of the built-in engine with a null-move policy and parameters; empty: the default ones. It
// evaluates classically, so that a new network changes nothing.
func settings(t *testing.T, policy, params string) builtin.Settings {
	t.Helper()
	s := builtin.Defaults()
	if policy != "" {
		s.Policy = must.Get(nullmove.Parse(policy))(t)
	}
	s.Params = must.Get(search.ParseParams(cmp.Or(params, "untuned") + ",eval=classic"))(t)
	return s
}

// tracedLine is a part of a trace: the line to its last row, and what happens there.
type tracedLine struct {
	blind   bool   // the search of the blind node is traced
	line    string // to the last row
	rule    search.Rule
	limit   int
	skipped string // the move that is skipped; empty: the node is cut
}

// check holds that the trace names the rule by which the head loses a position, on the line of the walk.
func (want tracedLine) check(t *testing.T, e *Explanation) {
	t.Helper()
	if e.Trace == nil || e.Trace.Depth != e.Depth || len(e.Trace.Rows) == 0 || (e.BlindTrace != nil) != want.blind || e.Trace.Whole == want.blind {
		t.Errorf("%s: trace %+v, of the blind node %+v", e.ID, e.Trace, e.BlindTrace)
		return
	}
	followsWalk(t, e, e.Trace, 0)
	last := e.Trace
	if want.blind {
		last = e.BlindTrace
		followsWalk(t, e, last, len(e.BlindNode().Moves))
	}
	r := &last.Rows[len(last.Rows)-1]
	var line []string
	for i := range last.Rows[1:] {
		line = append(line, last.Rows[i+1].Move)
	}
	by := r.Cut
	if want.skipped != "" && r.Next != nil {
		by = r.Next.Skipped
	}
	if got := strings.Join(line, " "); got != want.line || by == nil || by.Rule != want.rule || by.Limit != want.limit || want.skipped != "" && r.Leads != want.skipped {
		t.Errorf("%s: %q, then %q: %+v (expected %+v)", e.ID, got, r.Leads, by, want)
	}
}

// TestExplanationTrace holds which rule is named in three positions. TestExplain has one that a null move loses.
func TestExplanationTrace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		id, base, head string
		want           tracedLine
	}{
		{"WAC.026", "untuned,lmp=0", "untuned,lmp=30", tracedLine{false, "Bf5 b4", search.RuleLateMoves, 7, "g6"}},
		{"WAC.114", "untuned,lmp=0,futility=off", "untuned,lmp=0,futility=1/1/1/1/1/1/1", tracedLine{false, "Bxh7+ Nxh7", search.RuleFutility, 1, "Ng6"}},
		{"WAC.198", "untuned,see=0", "untuned,see=20", tracedLine{true, "Qc1", search.RuleExchangePruning, -480, "Qxh2+"}},
	} {
		base, head := settings(t, "", test.base), settings(t, "", test.head)
		test.want.check(t, must.Get(Explain(t.Context(), Options{
			Record: record(t, test.id), Base: must.Get(base.Open())(t), Head: must.Get(head.Open())(t), Deepest: 6, Tracer: builtinTracer(head),
		}))(t))
	}
}

// followsWalk holds that the rows of a trace are nodes of the walk from a place on, as long as there are both.
func followsWalk(t *testing.T, e *Explanation, found *Trace, from int) {
	t.Helper()
	for i := range found.Rows {
		r := &found.Rows[i]
		if r.Ply != i {
			t.Errorf("%s: row %d has ply %d", e.ID, i, r.Ply)
		}
		if from+i >= len(e.Walk) {
			return
		}
		if n := &e.Walk[from+i]; r.Position != n.Position || i > 0 && r.Move != n.Moves[len(n.Moves)-1] {
			t.Errorf("%s: row %d is %s after %q (expected %s after %v)", e.ID, i, r.Position, r.Move, n.Position, n.Moves)
		}
	}
}

// TestUntraced holds which heads have no tracer.
func TestUntraced(t *testing.T) {
	t.Parallel()
	threads := builtin.Defaults()
	threads.Threads = 2
	for name, own := range map[string]builtin.Engine{"two threads": threads, "shogi": builtin.ShogiDefaults()} {
		if builtinTracer(own) != nil {
			t.Errorf("%s: there is a tracer", name)
		}
	}
}

// TestLegalPart holds that a line ends before its first move that is not legal.
func TestLegalPart(t *testing.T) {
	t.Parallel()
	p := game.MustParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	first := must.Get(p.ParseNotation("Ra7"))(t)
	reply := must.Get(p.After(first).ParseNotation("h6"))(t)
	if got := legalPart(p, []game.Move{first, reply, first}); !slices.Equal(got, []game.Move{first, reply}) {
		t.Errorf("got %v", got)
	}
}

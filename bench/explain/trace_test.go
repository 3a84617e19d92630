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

// tracedExplanation explains a position by two settings of the built-in engine. The second one is traced.
func tracedExplanation(t *testing.T, id string, base, head builtin.Settings, deepest int) *Explanation {
	t.Helper()
	b, h := must.Get(base.Open())(t), must.Get(head.Open())(t)
	return must.Get(Explain(t.Context(), Options{Record: record(t, id), Base: b, Head: h, Deepest: deepest, Tracer: builtinTracer(head)}))(t)
}

// TestExplanationTrace holds that the trace names the rule by which the head loses each position, on the line of the walk.
func TestExplanationTrace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		id, policy, base, head string
		deepest                int
		blind                  bool   // the search of the blind node is traced
		line                   string // to the last row
		rule                   search.Rule
		limit                  int
		skipped                string // the move that is skipped; empty: the node is cut
	}{
		{"ZUG.020", "r3,guard=none", "", "", 12, false, "Re1+ Rg1 Rf1", search.RuleNullMove, 0, ""},
		{"WAC.026", "", "untuned,lmp=0", "untuned,lmp=30", 6, false, "Bf5 b4", search.RuleLateMoves, 7, "g6"},
		{"WAC.114", "", "untuned,lmp=0,futility=off", "untuned,lmp=0,futility=1/1/1/1/1/1/1", 6, false, "Bxh7+ Nxh7", search.RuleFutility, 1, "Ng6"},
		{"WAC.198", "", "untuned,see=0", "untuned,see=20", 6, true, "Qc1", search.RuleExchangePruning, -480, "Qxh2+"},
	} {
		e := tracedExplanation(t, test.id, settings(t, "", test.base), settings(t, test.policy, test.head), test.deepest)
		if e.Trace == nil || e.Trace.Depth != e.Depth || len(e.Trace.Rows) == 0 || (e.BlindTrace != nil) != test.blind || e.Trace.Whole == test.blind {
			t.Errorf("%s: trace %+v, of the blind node %+v", test.id, e.Trace, e.BlindTrace)
			continue
		}
		followsWalk(t, e, e.Trace, 0)
		last := e.Trace
		if test.blind {
			last = e.BlindTrace
			followsWalk(t, e, last, len(e.BlindNode().Moves))
		}
		r := &last.Rows[len(last.Rows)-1]
		var line []string
		for i := range last.Rows[1:] {
			line = append(line, last.Rows[i+1].Move)
		}
		by := r.Cut
		if test.skipped != "" && r.Next != nil {
			by = r.Next.Skipped
		}
		if got := strings.Join(line, " "); got != test.line || by == nil || by.Rule != test.rule || by.Limit != test.limit || test.skipped != "" && r.Leads != test.skipped {
			t.Errorf("%s: %q, then %q: %+v (expected %q, then %q: %s with limit %d)", test.id, got, r.Leads, by, test.line, test.skipped, test.rule, test.limit)
		}
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

// TestTraceOfNullMove checks the trace of the null move that loses ZUG.020, and that the traced search equals the one
// of the walk.
func TestTraceOfNullMove(t *testing.T) {
	t.Parallel()
	e := tracedExplanation(t, "ZUG.020", settings(t, "", ""), settings(t, "r3,guard=none", ""), 12)
	if e.Trace == nil || len(e.Trace.Rows) != 4 {
		t.Fatalf("trace %+v", e.Trace)
	}
	if root := &e.Trace.Rows[0]; root.Best != e.Walk[0].Head.Move || root.Value != e.Walk[0].Head.Score {
		t.Errorf("first row %s %s (expected the answer %+v)", root.Best, root.Value, e.Walk[0].Head)
	}
	if n := e.Trace.Rows[3].Null; n == nil || n.R != 3 || n.Depth != 1.5 || n.Value != 672 || !n.Cut || n.Verification != nil {
		t.Errorf("null move %+v", n)
	}
	if next := e.Trace.Rows[2].Next; next == nil || next.Place != 15 || next.Reduction != 2.5 {
		t.Errorf("move %+v", next)
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

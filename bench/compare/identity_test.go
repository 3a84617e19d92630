package compare

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestExact asks whether anything changed at all: every field counts, the fields of
// positions in quarantine too, and a fault is no answer.
func TestExact(t *testing.T) {
	quarantine := []Quarantine{{ID: "c", Reason: "two moves win", Until: "2026-12-31"}}
	for _, test := range []struct {
		name    string
		change  func(base, head *bench.Run)
		like    Equality
		verdict Verdict // of the gate that asks it, and of all
		reason  string
		named   string
		answer  string
	}{
		{"nothing", func(_, _ *bench.Run) {}, Identical, Pass, "4 positions as before, in every field", "", "identical"},
		{"another engine that searches the same", func(_, h *bench.Run) { h.Engine.Version = "2" }, Identical, Pass, "4 positions as before, in every field", "", "identical"},
		{
			"selective depth alone", func(_, h *bench.Run) { h.Outcomes[1].SelDepth = 30 },
			Changed, Fail, "differences in 1 of 4 positions: b (seldepth) (allowed: none)", "b", "changed, and not worse",
		},
		{
			"a counter, a score and a move", func(_, h *bench.Run) {
				h.Outcomes[0].Counters.NullCut, h.Outcomes[1].Score, h.Outcomes[3].Best = 1, 7, "Rb7"
			},
			Changed, Fail, "differences in 3 of 4 positions: a (counters), b (score), d (best) (allowed: none)", "a b d", "changed, and not worse",
		},
		{
			"a loss", func(_, h *bench.Run) { h.Outcomes[0].Verdict = bench.Missed },
			Changed, Fail, "differences in 1 of 4 positions: a (verdict) (allowed: none)", "a", "worse",
		},
		{
			"in quarantine", func(_, h *bench.Run) { h.Outcomes[2].Nodes++ },
			Changed, Fail, "differences in 1 of 4 positions: c (nodes) (allowed: none)", "c", "changed, and not worse",
		},
		{
			"a fault", func(_, h *bench.Run) { h.Outcomes[0] = outcome(t, "a internal - 0") },
			Unknown, Inconclusive, "1 of 4 positions with a fault, which is no answer to compare", "", "inconclusive",
		},
		{
			"the same fault", func(b, h *bench.Run) {
				b.Outcomes[0], h.Outcomes[0] = outcome(t, "a internal - 0"), outcome(t, "a internal - 0")
			},
			Unknown, Inconclusive, "1 of 4 positions with a fault, which is no answer to compare", "", "inconclusive",
		},
		{
			"a fault in quarantine", func(_, h *bench.Run) { h.Outcomes[2] = outcome(t, "c internal - 0") },
			Identical, Pass, "3 of 4 positions as before, in every field", "", "identical",
		},
		{
			"a fault and a change", func(_, h *bench.Run) { h.Outcomes[0], h.Outcomes[1].Depth = outcome(t, "a internal - 0"), 3 },
			Changed, Fail, "differences in 1 of 4 positions: b (depth) (allowed: none); 1 of 4 positions with a fault, which is no answer to compare", "b", "inconclusive",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := []string{"a solved Qg6 100", "b solved Qg6 100", "c missed Rb7 100", "d missed Ra1 100"}
			base, head := runOf(t, lines...), runOf(t, lines...)
			test.change(base, head)
			gate := Gate{Exact: true, Total: Unlimited, Position: Unlimited, Quarantine: quarantine, Today: "2026-11-22"}
			c := must.Get(Compare(base, head, gate, Evidence{}))(t)
			last := c.Gates[len(c.Gates)-1]
			if c.Identity.Change != test.like || last.Axis != Exact || last.Verdict != test.verdict || c.Verdict != test.verdict || c.Answer() != test.answer {
				t.Errorf("%s, %s %s, whole %s, answer %q", c.Identity.Change, last.Axis, last.Verdict, c.Verdict, c.Answer())
			}
			if got := strings.Join(last.Reasons, "; "); got != test.reason || strings.Join(last.Positions, " ") != test.named {
				t.Errorf("reasons %q, positions %q", got, last.Positions)
			}
			gate.Exact = false
			if c, err := Compare(base, head, gate, Evidence{}); err != nil || c.Identity.Change != test.like || c.Answer() != test.answer || c.Gates[len(c.Gates)-1].Axis == Exact || c.Verdict != c.Worse() {
				t.Errorf("not asked: %s, answer %q, gates %+v, %v", c.Identity.Change, c.Answer(), c.Gates, err)
			}
		})
	}
}

// TestIdenticalOfNone: where all searches are left out nothing says that they are identical.
func TestIdenticalOfNone(t *testing.T) {
	run := withEach(formRun(3, lostForms()), func(o *bench.Outcome) { o.Ended = bench.Late })
	if c, _ := judgeForms(t, run, run, formGate(Zugzwang)); c.Identity.Change == Identical {
		t.Errorf("identical although nothing is compared: %+v", c.Identity)
	}
}

// TestExactForms counts forms and names positions, each once.
func TestExactForms(t *testing.T) {
	var lines []string
	for _, id := range []string{"a", "b", "c"} {
		for _, form := range []string{"", "/flip", "/mirror", "/turn"} {
			lines = append(lines, id+form+" solved Qg6 100")
		}
	}
	base, head := runOf(t, lines...), runOf(t, lines...)
	base.Suite.Forms, head.Suite.Forms = 4, 4
	for _, i := range []int{1, 2, 8, 9, 10, 11} {
		head.Outcomes[i].Nodes++
	}
	c := must.Get(Compare(base, head, Gate{Exact: true, Total: Unlimited, Position: Unlimited}, Evidence{}))(t)
	last := c.Gates[len(c.Gates)-1]
	const want = "differences in 6 of 12 forms: a/flip (nodes), a/mirror (nodes), c (nodes), c/flip (nodes), c/mirror (nodes), and 1 more (allowed: none)"
	if last.Reasons[0] != want || strings.Join(last.Positions, " ") != "a c" || len(c.Identity.First) != 5 {
		t.Errorf("got %q, positions %q", last.Reasons, last.Positions)
	}
}

// TestExactUnderClock: what may be chance is neither identical nor changed, and cannot
// be asked.
func TestExactUnderClock(t *testing.T) {
	for name, change := range map[string]func(*bench.Run){
		"clock":   func(r *bench.Run) { r.Limits = "movetime=1s" },
		"threads": func(r *bench.Run) { r.Engine.Options = []engine.Option{{Name: engine.ThreadsOption, Value: "2"}} },
	} {
		base := runOf(t, "a solved Qg6 100")
		change(base)
		c, err := Compare(base, base, Gate{}, Evidence{})
		if err != nil || c.Identity.Change != Unknown || c.Answer() != "not worse" {
			t.Errorf("%s: %s, %q, %v", name, c.Identity.Change, c.Answer(), err)
		}
		if _, err = Compare(base, base, Gate{Exact: true}, Evidence{}); failure.Of(err) != failure.Input {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnswer(t *testing.T) {
	tests := []struct {
		change Equality
		worse  Verdict
		want   string
	}{
		{Identical, Pass, "identical"},
		{Identical, Undecided, "identical"},
		{Identical, Fail, "worse"}, // too few points, or a slower engine
		{Identical, Inconclusive, "inconclusive"},
		{Changed, Pass, "changed, and not worse"},
		{Changed, Undecided, "changed, not shown to be worse"},
		{Changed, Fail, "worse"},
		{Changed, Inconclusive, "inconclusive"},
		{Unknown, Pass, "not worse"},
		{Unknown, Undecided, "not shown to be worse"},
		{Unknown, Fail, "worse"},
		{Unknown, Inconclusive, "inconclusive"},
	}
	for _, test := range tests {
		if got := Answer(test.change, test.worse); got != test.want {
			t.Errorf("%s and %s: got %q, want %q", test.change, test.worse, got, test.want)
		}
	}
	if Question(true) == Question(false) {
		t.Error("one question")
	}
}

func TestTogether(t *testing.T) {
	tests := []struct {
		all  []Equality
		want Equality
	}{
		{nil, Unknown},
		{[]Equality{Identical, Identical}, Identical},
		{[]Equality{Identical, Unknown}, Unknown},
		{[]Equality{Unknown, Changed, Identical}, Changed},
	}
	for _, test := range tests {
		if got := CombineEquality(test.all...); got != test.want {
			t.Errorf("%v: got %s, want %s", test.all, got, test.want)
		}
	}
}

// TestSameTree: where a commit claims no functional change, another score of the same tree is none. Searches that are left out
// need not count other nodes as well.
func TestSameTree(t *testing.T) {
	more := func(o *bench.Outcome) { o.Nodes++ }
	for _, test := range []struct {
		name   string
		change func(base, head *bench.Run)
		tree   bool
		want   Verdict
		reason string
	}{
		{"scores", func(_, h *bench.Run) { h.Outcomes[5].Score = 77 }, true, Pass, "1 of 100 forms report another score"},
		{"scores, asked for every field", func(_, h *bench.Run) { h.Outcomes[5].Score = 77 }, false, Fail, "differences in 1 of"},
		{"all nodes", func(_, h *bench.Run) { withEach(h, more) }, true, Pass, "all 100 forms count other nodes"},
		{"all nodes but those of a search that is left out", func(b, h *bench.Run) {
			withEach(h, more)
			b.Outcomes[3].Ended, h.Outcomes[3].Ended = bench.Late, bench.Late
		}, true, Pass, "all 99 forms count other nodes"},
		{"a score and nodes", func(_, h *bench.Run) { h.Outcomes[5].Score, h.Outcomes[6].Nodes = 77, 1 }, true, Fail, "differences in 2 of"},
	} {
		base, head := formRun(25, lostForms()), formRun(25, lostForms())
		test.change(base, head)
		gate := formGate(Zugzwang)
		gate.Exact, gate.SameTree = true, test.tree
		c, _ := judgeForms(t, base, head, gate)
		if last := c.Gates[len(c.Gates)-1]; last.Axis != Exact || last.Verdict != test.want || c.Identity.Change != Changed || !strings.HasPrefix(last.Reasons[0], test.reason) {
			t.Errorf("%s: %+v", test.name, last)
		}
	}
}

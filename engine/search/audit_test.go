package search

import (
	"context"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
)

// auditFENs are a middlegame, an ending of pieces and an ending of zugzwangs.
var auditFENs = []string{
	"r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
	"2b5/1r6/2kBp1p1/p2pP1P1/2pP4/1pP3K1/1R3P2/8 b - - 0 1",
	"8/4k3/8/3K4/2P5/8/8/8 b - - 0 1",
}

// audited searches a position and returns the claims of the search.
func audited(t *testing.T, params Params, policy, fen string, every uint64, depth int) ([]pass.Audited, engine.Result) {
	t.Helper()
	y := must.Get(nullmove.Parse(policy))(t)
	var found []pass.Audited
	o := Defaults()
	o.HashMB, o.Policy, o.Params = 1, y, params
	if every > 0 {
		o.Audit = &pass.Audit{Every: every, Each: func(a pass.Audited) { found = append(found, a) }}
	}
	s := must.Get(New(o))(t)
	return found, answer(t, s, engine.Task{Start: game.FromChess(position(t, fen)), Limits: engine.Limits{Depth: depth}})
}

// TestAuditChangesNothing checks that an audited search has the same nodes and
// counters as one without an audit, for any share of audited claims, and that the
// claims agree with the counters.
func TestAuditChangesNothing(t *testing.T) {
	for _, c := range []struct {
		policy string
		params Params
	}{
		{"r3", Modern()},
		{"verified3", Modern()},
		{"nmr3-4", Modern()},
		{"fhr", Modern()},
		{"double2", Modern()},
		{DefaultPolicy, Modern()},
		{DefaultPolicy, Falcon()},
	} {
		for _, fen := range auditFENs {
			for every, depth := range map[uint64]int{1: 3, 5: 4} {
				_, plain := audited(t, c.params, c.policy, fen, 0, depth)
				found, r := audited(t, c.params, c.policy, fen, every, depth)
				if r.Nodes != plain.Nodes || r.Best != plain.Best || r.Score != plain.Score || r.Counters != plain.Counters {
					t.Errorf("%s %s, 1/%d: %d nodes %s %s, want %d %s %s", c.policy, fen, every, r.Nodes, r.Best, r.Score, plain.Nodes, plain.Best, plain.Score)
				}
				var cuts, reverse uint64
				for _, a := range found {
					switch a.Rule {
					case pass.RuleCut, pass.RuleConfirmed:
						cuts++
					case pass.RuleReverse:
						reverse++
					}
				}
				if every == 1 && (cuts > r.Counters.NullCut || reverse > r.Counters.ReverseCut || cuts+10 < r.Counters.NullCut) {
					t.Errorf("%s %s: %d cuts, %d reverse, counted %d and %d", c.policy, fen, cuts, reverse, r.Counters.NullCut, r.Counters.ReverseCut)
				}
			}
		}
	}
}

// TestAuditReset checks that after a reset an audited searcher makes the claims of a fresh one.
func TestAuditReset(t *testing.T) {
	claims := func(before string) (found []pass.Audited) {
		o := Defaults()
		o.HashMB = 1
		o.Audit = &pass.Audit{Every: 1, Each: func(a pass.Audited) { found = append(found, a) }}
		s := must.Get(New(o))(t)
		search := func(fen string) {
			answer(t, s, engine.Task{Start: game.FromChess(position(t, fen)), Limits: engine.Limits{Depth: 5}})
		}
		if before != "" {
			search(before)
			must.Do(t, s.Reset(t.Context()))
			found = nil
		}
		search(auditFENs[0])
		return found
	}
	if got, want := claims(auditFENs[0]), claims(""); len(want) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d claims after a reset differ from %d of a fresh searcher", len(got), len(want))
	}
}

// TestAuditRules checks that each rule makes claims under its own name.
func TestAuditRules(t *testing.T) {
	for _, c := range []struct {
		policy string
		params Params
		want   pass.Rule
		only   bool
	}{
		{"r3", Falcon(), pass.RuleCut, true},
		{"r3,high=confirm,confirm=3", Falcon(), pass.RuleConfirmed, false},
		{"verified3", Falcon(), pass.RuleVerified, false},
		{"nmr3-4", Falcon(), pass.RuleReduced, true},
		{"fhr", Falcon(), pass.RuleFailHigh, true},
		{"off", Modern(), pass.RuleReverse, true},
	} {
		found, _ := audited(t, c.params, c.policy, auditFENs[0], 1, 5)
		counts := make(map[pass.Rule]int)
		for _, a := range found {
			counts[a.Rule]++
			if a.Depth < 1 || a.Reduction < 1 || a.Position.InCheck() {
				t.Fatalf("%s: claim %+v", c.policy, a.Claim)
			}
		}
		if counts[c.want] == 0 || c.only && len(counts) != 1 {
			t.Errorf("%s: claims by rule %v, want %s", c.policy, counts, c.want)
		}
	}
}

// TestAuditFindsZugzwang checks that a claim wrong because of zugzwang is told apart
// from one that a shallow search missed.
func TestAuditFindsZugzwang(t *testing.T) {
	found, _ := audited(t, Plain(), "r3,guard=none,min=1", auditFENs[2], 1, 12)
	zugzwangs := 0
	for _, a := range found {
		if a.Zugzwang && !a.Wrong() {
			t.Fatalf("a right claim is a zugzwang: %+v", a)
		}
		if !a.Zugzwang {
			continue
		}
		zugzwangs++
		if a.Own.Pieces > 0 {
			t.Logf("zugzwang of a side with pieces: %s", a.Position)
		}
	}
	if zugzwangs == 0 {
		t.Errorf("no zugzwang among %d claims", len(found))
	}
}

// TestJudge checks that Judge searches an inner node, which a policy may cut, and
// that its answer does not depend on earlier calls.
func TestJudge(t *testing.T) {
	zugzwang := position(t, "8/8/8/8/8/4pk2/8/5K2 w - - 0 1") // White to move loses, after a pass it would be a draw
	loose, strict := newSearcher(t, "r3,guard=none,min=1"), newSearcher(t, "off")
	other := position(t, auditFENs[1])
	_, first := strict.Judge(game.FromChess(other), 5, 0)
	strict.Judge(game.FromChess(zugzwang), 9, 0)
	answer(t, strict, engine.Task{Start: game.FromChess(other), Limits: engine.Limits{Depth: 5}})
	if _, again := strict.Judge(game.FromChess(other), 5, 0); again != first {
		t.Errorf("%d nodes, and %d the second time", first, again)
	}
	for range 2 {
		if claimed, _ := loose.Judge(game.FromChess(zugzwang), 4, 0); !claimed {
			t.Error("the pass is not believed")
		}
		if held, nodes := strict.Judge(game.FromChess(zugzwang), 4, 0); held || nodes == 0 {
			t.Errorf("without null moves it is held, %d nodes", nodes)
		}
	}
}

// TestLeaf checks that only known values count at leaves, and that repetitions are
// then no draws.
func TestLeaf(t *testing.T) {
	o := Defaults()
	o.HashMB, o.Policy, o.Params = 1, nullmove.Policy{}, Plain()
	asked := 0
	o.Leaf = func(p *chess.Position) (engine.Score, bool) {
		asked++
		if p.Side() == chess.White {
			return 123, true
		}
		return -123, true
	}
	s := must.Get(New(o))(t)
	start := position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 10 30")
	for depth := 1; depth <= 5; depth++ {
		if r := answer(t, s, engine.Task{Start: game.FromChess(start), Limits: engine.Limits{Depth: depth}}); r.Score != 123 {
			t.Errorf("depth %d: %s, want 123", depth, r.Score)
		}
	}
	if asked == 0 {
		t.Error("no leaf was asked for")
	}
	if s.thread.again <= maxPly {
		t.Error("repetitions are draws")
	}
	o.Leaf = func(*chess.Position) (engine.Score, bool) { return 0, false }
	unknowing := must.Get(New(o))(t)
	o.Leaf = nil
	plain := must.Get(New(o))(t)
	task := engine.Task{Start: game.FromChess(position(t, auditFENs[0])), Limits: engine.Limits{Depth: 4}}
	if a, b := answer(t, unknowing, task), answer(t, plain, task); a.Nodes != b.Nodes || a.Score != b.Score {
		t.Errorf("nothing known: %d nodes %s, want %d %s", a.Nodes, a.Score, b.Nodes, b.Score)
	}
}

// TestAuditThreads checks that an audit with several threads is refused.
func TestAuditThreads(t *testing.T) {
	o := Defaults()
	o.Threads, o.Audit = 2, &pass.Audit{}
	if _, err := New(o); err == nil {
		t.Error("two threads are audited")
	}
	o.Threads = 1
	o.Audit.Each = func(pass.Audited) {}
	s := must.Get(New(o))(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Search(ctx, engine.Task{Start: game.FromChess(position(t, auditFENs[0])), Limits: engine.Limits{Depth: 20}}, nil); err != nil {
		t.Error(err)
	}
}

// TestAuditLaterCuts checks that a reduction claims its depth even if another rule cuts
// the node before its moves are searched.
func TestAuditLaterCuts(t *testing.T) {
	probCut, multiCut := Plain(), Plain()
	probCut.ProbCut = 1
	multiCut.MultiCut = MultiCut{Depth: 2, R: 1, Moves: 1, Cuts: 1}
	for name, params := range map[string]Params{"ProbCut": probCut, "multi-cut": multiCut} {
		found, r := audited(t, params, "nmr4,dr=1", auditFENs[0], 1, 5)
		reduced := uint64(0)
		for _, a := range found {
			if a.Rule == pass.RuleReduced {
				reduced++
			}
		}
		if reduced != r.Counters.NullReduced || reduced == 0 {
			t.Errorf("%s: %d claims of %d reductions that failed high", name, reduced, r.Counters.NullReduced)
		}
	}
}

// TestCopyLine checks that an auditor reads from the ancestors of a node what the audited search read.
func TestCopyLine(t *testing.T) {
	th, auditor := started(t, "modern", "deep5", auditFENs[0]), started(t, "modern", "deep5", auditFENs[0])
	th.makeMove(th.frame(0), 0, move(t, th, 0, "e3c1"))
	for i, f := range []*frame{th.frame(-1), th.frame(0)} {
		f.static, f.danger = int32(10+i), danger{byAny: 1 << i}
	}
	auditor.frame(2).failHighs, th.frame(2).failHighs = 5, 6
	shadow{tree{auditor}, th}.CopyLine(1)
	for i, want := range []*frame{th.frame(-1), th.frame(0)} {
		got := auditor.frame(i - 1)
		if got.position != want.position || got.static != want.static || got.danger != want.danger || got.move != want.move {
			t.Errorf("frame %d differs from that of the audited search", i-1)
		}
	}
	if got := auditor.frame(1); got.position != th.frame(1).position || got.key != th.frame(1).key {
		t.Error("the position of the node is not that of the audited search")
	}
	if n := auditor.frame(2).failHighs; n != 0 {
		t.Errorf("%d fail highs of another node", n)
	}
}

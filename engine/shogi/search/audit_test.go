package search

import (
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/pass"
)

// audited searches a position and returns what was claimed on the way; every 0 checks nothing.
func audited(t *testing.T, params, policy, sfen string, every uint64, depth int) ([]pass.Audited, engine.Result) {
	t.Helper()
	o := options(t, params, policy)
	var claims []pass.Audited
	if every > 0 {
		o.Audit = &pass.Audit{Every: every, Each: func(a pass.Audited) { claims = append(claims, a) }}
	}
	return claims, find(t, newSearcher(t, o), position(t, sfen), depth)
}

// TestAuditChangesNothing checks that an audit changes neither nodes nor counters of the search, whatever share it
// looks at, and that the number of claims agrees with the counters.
func TestAuditChangesNothing(t *testing.T) {
	for _, policy := range []string{"r3", "verified3", "nmr3-4", "fhr", "double2", defaultPolicy} {
		for _, sfen := range benchSFENs[:2] {
			for every, depth := range map[uint64]int{1: 3, 5: 4} {
				_, plain := audited(t, "modern", policy, sfen, 0, depth)
				claims, got := audited(t, "modern", policy, sfen, every, depth)
				if got.Nodes != plain.Nodes || got.Score != plain.Score || got.Counters != plain.Counters {
					t.Errorf("%s %s, 1/%d: %d nodes %s, want %d %s", policy, sfen, every, got.Nodes, got.Score, plain.Nodes, plain.Score)
				}
				var cuts, reverse uint64
				for _, a := range claims {
					switch a.Rule {
					case pass.RuleCut, pass.RuleConfirmed:
						cuts++
					case pass.RuleReverse:
						reverse++
					}
				}
				if every == 1 && (cuts > got.Counters.NullCut || reverse > got.Counters.ReverseCut || cuts+10 < got.Counters.NullCut) {
					t.Errorf("%s %s: %d cuts, %d reverse, counted %d and %d", policy, sfen, cuts, reverse, got.Counters.NullCut, got.Counters.ReverseCut)
				}
			}
		}
	}
}

// TestAuditReset checks that after a reset an audited searcher makes the claims of a fresh one.
func TestAuditReset(t *testing.T) {
	var claims []pass.Audited
	o := options(t, "modern", defaultPolicy)
	o.Audit = &pass.Audit{Every: 1, Each: func(a pass.Audited) { claims = append(claims, a) }}
	s := newSearcher(t, o)
	find(t, s, position(t, benchSFENs[0]), 5)
	want := claims
	must.Do(t, s.Reset(t.Context()))
	claims = nil
	if find(t, s, position(t, benchSFENs[0]), 5); len(want) == 0 || !reflect.DeepEqual(claims, want) {
		t.Errorf("%d claims after a reset differ from %d of a fresh searcher", len(claims), len(want))
	}
}

// TestAuditRules checks that each rule claims under its own name, and that the data of its claims are right.
func TestAuditRules(t *testing.T) {
	for _, c := range []struct {
		policy, params string
		want           pass.Rule
		only           bool
	}{
		{"r3", "plain", pass.RuleCut, true},
		{"r3,high=confirm,confirm=3", "plain", pass.RuleConfirmed, false},
		{"verified3", "plain", pass.RuleVerified, false},
		{"nmr3-4", "plain", pass.RuleReduced, true},
		{"fhr", "plain", pass.RuleFailHigh, true},
		{"off", "modern", pass.RuleReverse, true},
	} {
		claims, _ := audited(t, c.params, c.policy, benchSFENs[4], 1, 5)
		counts := make(map[pass.Rule]int)
		for _, a := range claims {
			counts[a.Rule]++
			if a.Depth < 1 || a.Reduction < 1 || a.Position.InCheck() || a.Own.Pieces == 0 {
				t.Fatalf("%s: claim %+v", c.policy, a.Claim)
			}
			if a.Move != game.NoMove && a.Parent.After(a.Move) != a.Position {
				t.Fatalf("%s: %s after %s of %s", c.policy, a.Position, a.Move, a.Parent)
			}
		}
		if counts[c.want] == 0 || c.only && len(counts) != 1 {
			t.Errorf("%s: claims by rule %v, want %s", c.policy, counts, c.want)
		}
	}
}

// zugzwangSFEN is one without pieces in hand: Gote's king cannot move, and its knight only to
// where it is taken. A pass would keep it.
const zugzwangSFEN = "7nk/9/7K1/9/9/9/9/9/9 w - 1"

// TestAuditFindsZugzwang checks that a claim wrong because of zugzwang is told apart from one that a shallow search
// got wrong.
func TestAuditFindsZugzwang(t *testing.T) {
	claims, _ := audited(t, "plain", "r3,guard=none,min=1", zugzwangSFEN, 1, 9)
	zugzwangs := 0
	for _, a := range claims {
		if a.Zugzwang && !a.Wrong() {
			t.Fatalf("a right claim is a zugzwang: %+v", a)
		}
		if a.Zugzwang {
			zugzwangs++
		}
	}
	if zugzwangs == 0 {
		t.Errorf("no zugzwang among %d claims", len(claims))
	}
}

// TestJudge checks that Judge lets the policy cut the node, and that the answer does not depend on earlier calls.
func TestJudge(t *testing.T) {
	loose, strict := newSearcher(t, options(t, "plain", "r3,min=1,guard=none")), newSearcher(t, options(t, "plain", "off"))
	zugzwang, other := game.FromShogi(position(t, zugzwangSFEN)), game.FromShogi(position(t, benchSFENs[3]))
	_, first := strict.Judge(other, 4, 0)
	strict.Judge(zugzwang, 5, 0)
	find(t, strict, position(t, benchSFENs[3]), 4)
	if _, again := strict.Judge(other, 4, 0); again != first || first == 0 {
		t.Errorf("%d nodes, and %d the second time", first, again)
	}
	for range 2 {
		if claimed, _ := loose.Judge(zugzwang, 5, -45); !claimed {
			t.Error("the pass is not believed")
		}
		if held, nodes := strict.Judge(zugzwang, 5, -45); held || nodes == 0 {
			t.Errorf("without null moves it is held, %d nodes", nodes)
		}
	}
}

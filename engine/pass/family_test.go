package pass

import (
	"fmt"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

// script is a tree with scripted answers that records the requests.
type script struct {
	pass, again int32 // values
	nodes       uint64
	pieces      [2]int
	deepen      bool
	stop        bool // with the null search
	asked       []string
	ban         func() [2]int16
}

func (s *script) SearchNull(_ int, beta int32, depth int) int32 {
	s.nodes += 10
	s.asked = append(s.asked, fmt.Sprintf("pass %d at %d", beta, depth))
	return s.pass
}

func (s *script) SearchNode(_ int, beta int32, depth int) int32 {
	s.nodes += 5
	s.asked = append(s.asked, fmt.Sprintf("again %d at %d, banned until %v", beta, depth, s.ban()))
	return s.again
}

func (s *script) Visited() (uint64, bool) { return s.nodes, s.stop && s.nodes > 0 }
func (s *script) Pieces(int) (int, int)   { return s.pieces[0], s.pieces[1] }
func (s *script) MayDeepen(int) bool      { return s.deepen }

func (s *script) RecordClaim(_, depth int, beta int32, rule Rule, saved int) {
	s.asked = append(s.asked, fmt.Sprintf("claim %s of %d at %d, saved %d", rule, beta, depth, saved))
}

// TestTry checks the steps after a null search at ply 4 and a depth of 6 plies, by policy and null-search value.
func TestTry(t *testing.T) {
	const beta, value = 100, 130
	mate := int32(engine.MateScore) - 9
	for _, c := range []struct {
		name, policy string
		tree         script
		want         Result // without Tried
		asked        []string
		counted      engine.Counters
	}{
		{
			"low", "r2",
			script{pass: 99},
			Result{Depth: 24},
			[]string{"pass 100 at 12"},
			engine.Counters{NullTried: 1, NullNodes: 10},
		},
		{
			"cut", "r2",
			script{pass: 140},
			Result{Cut: true, Value: 140, Depth: 24},
			[]string{"pass 100 at 12", "claim null-cut of 100 at 24, saved 3"},
			engine.Counters{NullTried: 1, NullNodes: 10, NullCut: 1},
		},
		{
			"fail-hard", "r2,return=beta",
			script{pass: 140},
			Result{Cut: true, Value: 100, Depth: 24},
			[]string{"pass 100 at 12", "claim null-cut of 100 at 24, saved 3"},
			engine.Counters{NullTried: 1, NullNodes: 10, NullCut: 1},
		},
		{
			"mate is not proven", "r2",
			script{pass: mate},
			Result{Cut: true, Value: 100, Depth: 24},
			[]string{"pass 100 at 12", "claim null-cut of 100 at 24, saved 3"},
			engine.Counters{NullTried: 1, NullNodes: 10, NullCut: 1},
		},
		{
			"mate threat", "r2,threat=3",
			script{pass: -mate, deepen: true},
			Result{Depth: 27},
			[]string{"pass 100 at 12"},
			engine.Counters{NullTried: 1, NullNodes: 10, MateThreats: 1},
		},
		{
			"mate threat on a long line", "r2,threat=3",
			script{pass: -mate},
			Result{Depth: 24},
			[]string{"pass 100 at 12"},
			engine.Counters{NullTried: 1, NullNodes: 10},
		},
		{
			"reduce", "nmr3",
			script{pass: 140},
			Result{Depth: 8},
			[]string{"pass 100 at 8"},
			engine.Counters{NullTried: 1, NullNodes: 10, NullReduced: 1},
		},
		{
			"verify", "verified3",
			script{pass: 140},
			Result{Depth: 20, Suspected: true},
			[]string{"pass 100 at 8"},
			engine.Counters{NullTried: 1, NullNodes: 10, Verified: 1},
		},
		{
			"confirmed", "r2,high=confirm,within=2",
			script{pass: 140, again: 101},
			Result{Cut: true, Value: 140, Depth: 24},
			[]string{"pass 100 at 12", "again 100 at 16, banned until [7 0]", "claim confirmed of 100 at 24, saved 2"},
			engine.Counters{NullTried: 1, NullNodes: 10, NullCut: 1, Verified: 1},
		},
		{
			"refused", "r2,high=confirm,ban=both",
			script{pass: 140, again: 99},
			Result{Depth: 24},
			[]string{"pass 100 at 12", "again 100 at 12, banned until [6 6]"},
			engine.Counters{NullTried: 1, NullNodes: 10, Verified: 1, Refused: 1},
		},
		{
			"few pieces are confirmed", "r2,high=confirm,few=2",
			script{pass: 140, again: 99, pieces: [2]int{3, 0}},
			Result{Cut: true, Value: 140, Depth: 24},
			[]string{"pass 100 at 12", "claim null-cut of 100 at 24, saved 3"},
			engine.Counters{NullTried: 1, NullNodes: 10, NullCut: 1},
		},
		{
			"stopped", "r2",
			script{pass: 140, stop: true},
			Result{Depth: 24},
			[]string{"pass 100 at 12"},
			engine.Counters{NullTried: 1, NullNodes: 10},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tally engine.Tally
			f := New(must.Get(nullmove.Parse(c.policy))(t), 0, &c.tree, &tally)
			node := f.Root()
			c.tree.ban = func() [2]int16 { return node.Ban }
			got := f.SearchNull(&node, game.First, 4, 24, beta, value)
			got.Tried = Tried{}
			if got != c.want || !slices.Equal(c.tree.asked, c.asked) {
				t.Errorf("%+v after %q, want %+v after %q", got, c.tree.asked, c.want, c.asked)
			}
			if sum := tally.Sum(); sum != c.counted || node.Ban != [2]int16{} {
				t.Errorf("counted %+v, want %+v; banned until %v", sum, c.counted, node.Ban)
			}
		})
	}
}

// TestMay holds where a null move may be tried.
func TestMay(t *testing.T) {
	for _, c := range []struct {
		name, policy string
		node         Node
		depth        int
		beta, value  int32
		want         bool
	}{
		{"by default", "r2", Node{}, 8, 0, -500, true},
		{"off", "off", Node{}, 8, 0, 500, false},
		{"too shallow", "r2,min=3", Node{}, 11, 0, 500, false},
		{"deep enough", "r2,min=3", Node{}, 12, 0, 500, true},
		{"below the margin", "r2,margin=20", Node{}, 8, 0, 19, false},
		{"at the margin", "r2,margin=20", Node{}, 8, 0, 20, true},
		{"after another", "r2", Node{Passes: 1}, 8, 0, 500, false},
		{"a second one", "double2", Node{Passes: 1}, 8, 0, 500, true},
		{"a third one", "double2", Node{Passes: 2}, 8, 0, 500, false},
		{"banned", "r2", Node{Ban: [2]int16{5, 0}}, 8, 0, 500, false},
		{"the other is banned", "r2", Node{Ban: [2]int16{0, 5}}, 8, 0, 500, true},
		{"no longer banned", "r2", Node{Ban: [2]int16{4, 0}}, 8, 0, 500, true},
		{"against a mate", "r2", Node{}, 8, int32(engine.MateBound), 500, false},
		{"to be verified at the last ply", "verified2,min=1", Node{Verify: true}, 4, 0, 500, false},
		{"verified", "verified2,min=1", Node{}, 4, 0, 500, true},
	} {
		f := New(must.Get(nullmove.Parse(c.policy))(t), 0, &script{}, &engine.Tally{})
		if got := f.AllowsNull(&c.node, game.First, 4, c.depth, c.beta, c.value); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// TestNodes holds what of a node is handed on to those behind it.
func TestNodes(t *testing.T) {
	n := Node{Passes: 1, Verify: true, Ban: [2]int16{3, 4}}
	if got, want := n.Move(), (Node{Verify: true, Ban: [2]int16{3, 4}}); got != want {
		t.Errorf("behind a move: %+v, want %+v", got, want)
	}
	if got, want := n.Pass(), (Node{Passes: 2, Verify: true, Ban: [2]int16{3, 4}}); got != want {
		t.Errorf("behind a null move: %+v, want %+v", got, want)
	}
}

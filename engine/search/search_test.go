package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

// mateIn15 is a position decided by one tempo: h3 mates in 15, h4 only draws. A
// search with plain null moves sees neither.
const mateIn15 = "8/8/8/2p5/1pp5/brpp4/1pprp2P/qnkbK3 w - - 0 1"

func newSearcher(t *testing.T, policy string) *Searcher {
	t.Helper()
	return newWith(t, policy, "", 4)
}

// newWith returns a searcher with a policy and parameters. Those of Defaults stand
// where a text is empty.
func newWith(t *testing.T, policy, params string, hashMB int) *Searcher {
	t.Helper()
	o := Defaults()
	o.HashMB = hashMB
	if policy != "" {
		o.Policy = must.Get(nullmove.Parse(policy))(t)
	}
	if params != "" {
		o.Params = must.Get(ParseParams(params))(t)
	}
	return must.Get(New(o))(t)
}

func position(t *testing.T, fen string) chess.Position {
	t.Helper()
	return must.Get(chess.ParseFEN(fen))(t)
}

func answer(t *testing.T, s *Searcher, task engine.Task) engine.Result {
	t.Helper()
	return must.Get(s.Search(context.Background(), task, nil))(t)
}

// TestMates checks that mates are announced with their exact length. Only the
// search without null moves has to find the mates by zugzwang.
func TestMates(t *testing.T) {
	for _, c := range []struct {
		fen      string
		policies []string
		depth    int
		best     string
		mate     int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", nullmove.Names(), 5, "a1a8", 1},
		{"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", nullmove.Names(), 8, "h6h7", 2},
		{"8/4N3/8/8/8/2b1p3/p1K1P3/k7 w - - 0 1", []string{"off"}, 24, "e7c6", 3},
	} {
		for _, policy := range c.policies {
			p := position(t, c.fen)
			r := answer(t, newSearcher(t, policy), engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: c.depth}})
			if n, _ := r.Score.Mate(); r.Best.String() != c.best || n != c.mate {
				t.Errorf("%s %s: %s %s, want %s #%d", policy, c.fen, r.Best, r.Score, c.best, c.mate)
			}
		}
	}
}

// TestMated checks the answer in a mated position, with one thread and with several.
func TestMated(t *testing.T) {
	for _, threads := range []int{1, 4} {
		r := answer(t, newThreads(t, threads, ""), engine.Task{Start: game.FromChess(position(t, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1")), Limits: engine.Limits{Depth: 5}})
		if r.Best != game.NoMove || r.Score != -engine.MateScore || r.Stop != engine.StopForced || r.Nodes != 0 {
			t.Errorf("%d threads: got %+v, want mated", threads, r)
		}
	}
}

// TestStalemate checks that a stalemated side is not mated.
func TestStalemate(t *testing.T) {
	r := answer(t, newSearcher(t, ""), engine.Task{Start: game.FromChess(position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), Limits: engine.Limits{Depth: 5}})
	if r.Best != game.NoMove || r.Score != 0 {
		t.Errorf("got %s %s, want no move and 0", r.Best, r.Score)
	}
}

// TestZugzwangNeedsNoPass checks the weakness that Zugwatch is about: a search
// without null moves proves mates by zugzwang (the one in 15 with ZUGWATCH_SLOW=1),
// and one with the plain null move, over the classic evaluation, does not see them.
func TestZugzwangNeedsNoPass(t *testing.T) {
	for _, c := range []struct {
		fen   string
		best  string
		mate  int
		nodes uint64
		slow  bool
	}{
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2, 30_000, false},
		{"6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - 0 1", "g8g7", 4, 1_000_000, false},
		{mateIn15, "h2h3", 15, 8_000_000, true},
	} {
		if c.slow && !must.Slow() {
			continue
		}
		p := position(t, c.fen)
		limits := engine.Limits{Nodes: c.nodes}
		r := answer(t, newWith(t, "off", "untuned", 4), engine.Task{Start: game.FromChess(p), Limits: limits})
		if n, _ := r.Score.Mate(); r.Best.String() != c.best || n != c.mate {
			t.Errorf("off: %s %s, want %s #%d", r.Best, r.Score, c.best, c.mate)
		}
		limits.Nodes /= 4
		r = answer(t, withSettings(t, "r3", "untuned,eval=classic"), engine.Task{Start: game.FromChess(p), Limits: limits})
		if n, _ := r.Score.Mate(); n != 0 {
			t.Errorf("r3 announces %s %s: it cannot know", r.Best, r.Score)
		}
	}
}

// TestSameTwice checks that a search is a function of its task: at ten node
// limits, in one process, with other searches in between.
func TestSameTwice(t *testing.T) {
	p := position(t, "r1bq1rk1/pp3pbp/2n1pnp1/2pp4/3P1B2/2PBPN1P/PP1N1PP1/R2QK2R w KQ - 0 9")
	other := position(t, mateIn15)
	s := newSearcher(t, "")
	fresh := newSearcher(t, "")
	budget := 100.0
	for range 10 {
		task := engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Nodes: uint64(budget)}}
		var got [2]string
		for i := range got {
			must.Do(t, s.Reset(context.Background()))
			got[i] = fmt.Sprint(answer(t, s, task))
			answer(t, s, engine.Task{Start: game.FromChess(other), Limits: engine.Limits{Nodes: 2000}})
		}
		must.Do(t, fresh.Reset(context.Background()))
		if again := fmt.Sprint(answer(t, fresh, task)); got[0] != got[1] || got[0] != again {
			t.Fatalf("%.0f nodes:\n%s\n%s\n%s", budget, got[0], got[1], again)
		}
		budget *= 1.8
	}
}

// TestNodeLimitIsKept checks that no more nodes are visited than allowed, and
// that even one node gives a legal move.
func TestNodeLimitIsKept(t *testing.T) {
	s := newSearcher(t, "")
	p := chess.Start()
	for _, n := range []uint64{1, 2, 3, 10, 999, 1000, 12345} {
		r := answer(t, s, engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Nodes: n}})
		if r.Nodes > n || !p.IsLegal(r.Best.Chess()) || r.Stop != engine.StopNodes {
			t.Errorf("limit %d: %d nodes, move %s, stop %s", n, r.Nodes, r.Best, r.Stop)
		}
	}
}

// TestNoAllocation checks that a search of any length allocates only its answer.
func TestNoAllocation(t *testing.T) {
	s := newSearcher(t, "nmr3-4")
	p := position(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	ctx := context.Background()
	count := func(depth int) float64 {
		return testing.AllocsPerRun(2, func() {
			must.Do(t, s.Reset(ctx))
			answer(t, s, engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: depth}})
		})
	}
	if few, many := count(2), count(9); many > few+4 {
		t.Errorf("%.0f allocations at depth 2, %.0f at depth 9", few, many)
	}
}

func TestSearchMoves(t *testing.T) {
	p := chess.Start()
	m := must.Get(p.ParseMove("a2a3"))(t)
	r := answer(t, newSearcher(t, ""), engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: 6}, SearchMoves: game.FromChessMoves(m)})
	if r.Best.Chess() != m {
		t.Errorf("got %s, want a2a3, the only move allowed", r.Best)
	}
}

// TestAtRoot checks that AtRoot is called for each root move before its search, and
// only for allowed moves.
func TestAtRoot(t *testing.T) {
	s := newSearcher(t, "")
	task := engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 1}}
	var told []game.Move
	task.AtRoot = func(m game.Move) { told = append(told, m) }
	answer(t, s, task)
	legal := task.Start.LegalMoves()
	slices.Sort(told)
	want := slices.Sorted(slices.Values(legal))
	if !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	told, task.SearchMoves = nil, legal[:2]
	answer(t, s, task)
	if len(told) != 2 {
		t.Errorf("told %v, want the two that may be played", told)
	}
}

// TestRepetitionIsSeen gives Black, a queen down, a perpetual check.
func TestRepetitionIsSeen(t *testing.T) {
	p := position(t, "7k/6p1/7p/QQ6/8/5q2/5P1P/5RK1 b - - 0 1")
	r := answer(t, newSearcher(t, ""), engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: 8}})
	if r.Score != 0 {
		t.Errorf("score %s (%s), want 0 by perpetual check", r.Score, r.PV)
	}
}

// TestFiftyMoves checks that a won ending is drawn when the halfmove clock runs out.
func TestFiftyMoves(t *testing.T) {
	p := position(t, "8/8/8/4k3/8/8/8/R3K3 w - - 98 90")
	r := answer(t, newSearcher(t, ""), engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: 6}})
	if r.Score != 0 {
		t.Errorf("score %s, want 0: two plies are left", r.Score)
	}
}

func TestContextEndsSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := newSearcher(t, "")
	iterations := 0
	r, err := s.Search(ctx, engine.Task{Start: game.Chess.Start()}, func(i engine.Info) {
		if iterations++; iterations == 9 {
			cancel()
		}
	})
	if err != nil || r.Stop != engine.StopContext || r.Best == game.NoMove {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestClocks drives the limits in time by clocks that the test moves.
func TestClocks(t *testing.T) {
	o := Defaults()
	o.HashMB = 1
	var wall, cpu time.Duration
	o.Now = func() time.Time { wall += time.Millisecond; return time.Unix(0, int64(wall)) }
	o.CPU = func() time.Duration { cpu += time.Millisecond; return cpu }
	s := must.Get(New(o))(t)
	for _, limits := range []engine.Limits{
		{MoveTime: 100 * time.Millisecond},
		{CPUTime: 100 * time.Millisecond},
		{Clock: &engine.Clock{Left: [2]time.Duration{2 * time.Second, time.Second}}},
	} {
		r := answer(t, s, engine.Task{Start: game.Chess.Start(), Limits: limits})
		if r.Stop != engine.StopTime || r.Nodes == 0 {
			t.Errorf("%+v: stop %s after %d nodes", limits, r.Stop, r.Nodes)
		}
	}
}

// TestExactReadsNoClock checks that depth and node limits never look at a clock.
func TestExactReadsNoClock(t *testing.T) {
	o := Defaults()
	o.HashMB = 1
	o.Now = func() time.Time { t.Error("wall clock read"); return time.Time{} }
	o.CPU = func() time.Duration { t.Error("CPU clock read"); return 0 }
	answer(t, must.Get(New(o))(t), engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 7, Nodes: 100000}})
}

// TestNestedNullNodes checks that nodes below several null moves count once: on the
// mate in 15 almost every node is below many.
func TestNestedNullNodes(t *testing.T) {
	o := Defaults()
	o.HashMB = 16
	o.Params = Falcon()
	o.Policy = must.Get(nullmove.Parse("nmr3-4"))(t)
	r := answer(t, must.Get(New(o))(t), engine.Task{Start: game.FromChess(position(t, mateIn15)), Limits: engine.Limits{Nodes: 200_000}})
	if r.Counters.NullNodes == 0 || r.Counters.NullNodes >= r.Nodes {
		t.Errorf("%d of %d nodes are below null moves", r.Counters.NullNodes, r.Nodes)
	}
	stood := uint64(0)
	for _, row := range r.ByDepth {
		stood += row.NullSucceeded
	}
	if stood == 0 || stood*2 > r.Counters.NullReduced {
		t.Errorf("%d of %d reductions have a price, want those below no other null move", stood, r.Counters.NullReduced)
	}
}

// TestNullPrices checks that null moves are counted for their price only below no other null
// move and by single depth, for every treatment of a fail-high.
func TestNullPrices(t *testing.T) {
	p := position(t, "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1")
	for _, name := range []string{"off", "r3", "verified3", "nmr3-4", DefaultPolicy} {
		r := answer(t, newSearcher(t, name), engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: 8}})
		if c := r.Counters; c.NullSucceeded+c.NullSucceededNodes+c.NullLate+c.LateNodes > 0 {
			t.Errorf("%s: the counters of the search have prices: %+v", name, c)
		}
		var sum engine.Counters
		for depth, row := range r.ByDepth {
			sum.Add(row)
			if (row.NullLate > 0) != (row.LateNodes > 0) || row.NullSucceeded+row.NullLate > row.NullTried {
				t.Errorf("%s: depth %d has %+v", name, depth, row)
			}
		}
		policy := must.Get(nullmove.Parse(name))(t)
		for what, ok := range map[string]bool{
			"prices if and only if on": (sum.NullSucceeded > 0 && sum.NullLate > 0) == policy.On(),
			"nodes behind fail-highs":  (sum.NullSucceededNodes > 0) == (policy.Response != nullmove.Cut),
		} {
			if !ok {
				t.Errorf("%s: want %s: %+v", name, what, sum)
			}
		}
	}
}

// TestPolicies searches with every named policy and checks its counters.
func TestPolicies(t *testing.T) {
	p := position(t, "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1")
	for _, name := range nullmove.Names() {
		r := answer(t, newSearcher(t, name), engine.Task{Start: game.FromChess(p), Limits: engine.Limits{Depth: 11}})
		c := r.Counters
		policy := must.Get(nullmove.Parse(name))(t)
		on := policy.On()
		for what, ok := range map[string]bool{
			"a legal move":                 p.IsLegal(r.Best.Chess()),
			"null moves if and only if on": (c.NullTried > 0) == on,
			"cuts unless it reduces":       (c.NullCut > 0) == (on && policy.Response != nullmove.Reduce),
			"reductions":                   (c.NullReduced > 0) == (policy.Response == nullmove.Reduce && on),
			"verifications":                (c.Verified > 0) == (policy.Response == nullmove.Verify),
			"fail-high reductions":         (c.FailHighRed > 0) == (policy.FailHigh > 0),
			"tried at least what cut":      c.NullTried >= c.NullCut+c.NullReduced,
			"nodes below null moves":       c.NullNodes < r.Nodes,
		} {
			if !ok {
				t.Errorf("%s: want %s: %+v", name, what, r)
			}
		}
	}
}

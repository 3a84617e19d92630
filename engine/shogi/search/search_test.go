package search

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
)

func newSearcher(t testing.TB, o Options) *Searcher {
	t.Helper()
	o.HashMB = min(o.HashMB, 4)
	return must.Get(New(o))(t)
}

// options returns those of a search and a null-move policy in their text forms.
func options(t testing.TB, search, policy string) Options {
	t.Helper()
	o := Defaults()
	o.Params, o.Policy = must.Get(ParseParams(search))(t), must.Get(nullmove.Parse(policy))(t)
	return o
}

func position(t testing.TB, sfen string) shogi.Position {
	t.Helper()
	return must.Get(shogi.ParseSFEN(sfen))(t)
}

// played returns the moves of a line in USI.
func played(t *testing.T, p shogi.Position, words ...string) (moves []shogi.Move) {
	t.Helper()
	for _, word := range words {
		moves = append(moves, must.Get(p.ParseMove(word))(t))
		p = p.After(moves[len(moves)-1])
	}
	return moves
}

// find searches a position to a depth.
func find(t *testing.T, s *Searcher, p shogi.Position, depth int) engine.Result {
	t.Helper()
	return answer(t, s, engine.Task{Start: game.FromShogi(p), Limits: engine.Limits{Depth: depth}})
}

func answer(t *testing.T, s *Searcher, task engine.Task) engine.Result {
	t.Helper()
	return must.Get(s.Search(t.Context(), task, nil))(t)
}

// oracle is the plainest search that there is: no table, no order of moves, and the whole
// line kept as positions.
type oracle []shogi.Position

// after returns the line one move longer.
func (o oracle) after(m shogi.Move) oracle {
	return append(slices.Clone(o), o[len(o)-1].After(m))
}

// end returns the value of the last position for its side to move, if the rules end the line there.
func (o oracle) end(ply int) (value int32, over bool) {
	last := len(o) - 1
	p := &o[last]
	for i := last - 2; i >= 0; i -= 2 {
		if o[i].Key() != p.Key() {
			continue
		}
		checks := [2]bool{true, true} // by whether it was the side to move that was in check
		for j := i + 1; j <= last; j++ {
			checks[(last-j)%2] = checks[(last-j)%2] && o[j].InCheck()
		}
		switch {
		case checks[0] == checks[1]:
			return drawScore, true
		case checks[0]:
			return foulScore, true
		}
		return -foulScore, true
	}
	if p.MayDeclare() {
		return mateScore - int32(ply+1), true
	}
	return 0, false
}

// search returns the value of the last position to a depth in plies.
func (o oracle) search(ply, depth int, alpha, beta int32) int32 {
	if value, over := o.end(ply); over && ply > 0 {
		return value
	}
	if depth == 0 {
		return o.quiescence(ply, alpha, beta)
	}
	best := -mateScore + int32(ply)
	for _, m := range o[len(o)-1].LegalMoves() {
		if best = max(best, -o.after(m).search(ply+1, depth-1, -beta, -max(alpha, best))); best >= beta {
			break
		}
	}
	return best
}

// quiescence resolves captures, promotions of pawns and checks.
func (o oracle) quiescence(ply int, alpha, beta int32) int32 {
	if value, over := o.end(ply); over && ply > 0 {
		return value
	}
	p := &o[len(o)-1]
	best := -mateScore + int32(ply)
	var moves shogi.MoveList
	if p.InCheck() {
		p.Legal(&moves)
	} else {
		best = eval.Evaluate(p)
		p.Noisy(&moves)
	}
	for _, m := range moves.Slice() {
		if best >= beta {
			break
		}
		if p.InCheck() || p.SEEAtLeast(m, 0) {
			best = max(best, -o.after(m).quiescence(ply+1, -beta, -max(alpha, best)))
		}
	}
	return best
}

// trees are positions whose trees are small enough for the oracle, with depths.
var trees = []struct {
	sfen  string
	depth int
}{
	{"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 3},
	{"l2g2snl/3sk4/3ppp1pp/2p3p1r/p6G1/1PPP1NPP1/P1S1PP1Sn/1p1BGKG2/L+l6R w Pbn 66", 2},
	{"9/4k4/4p4/9/4P4/9/9/4R4/4K4 b - 1", 4},
	{"4k4/9/4P4/9/9/9/9/9/4K4 b G2g 1", 3},
	{"8k/6R2/8+P/9/9/9/9/r8/K8 b - 1", 3},
	{"4k4/9/9/9/9/9/9/9/R3K4 b - 1", 4},
	{"K1GGGG3/PPPPPP3/9/9/9/9/9/9/8k b 2R2B 1", 1},
	{"1KGGGG3/PPPPPP3/9/9/9/9/9/9/8k w 2R2B 1", 2},
}

// TestPlain checks that a search without pruning agrees with the oracle, with a normal and with a minimal table.
func TestPlain(t *testing.T) {
	s := newSearcher(t, options(t, "plain", "off"))
	bare := newSearcher(t, options(t, "plain", "off"))
	must.Do(t, bare.Close())
	for _, c := range trees {
		p := position(t, c.sfen)
		for depth := 1; depth <= c.depth; depth++ {
			want := engine.Score(oracle{p}.search(0, depth, -infinity, infinity))
			if p.MayDeclare() {
				want = engine.MateScore - 1
			}
			for name, s := range map[string]*Searcher{"table": s, "no table": bare} {
				must.Do(t, s.Reset(t.Context()))
				if got := find(t, s, p, depth); got.Score != want {
					t.Errorf("%s with %s: %s at depth %d, want %s", c.sfen, name, got.Score, depth, want)
				}
			}
		}
	}
}

// TestMates checks that mate scores count plies, for the winner and for the loser.
func TestMates(t *testing.T) {
	s := newSearcher(t, Defaults())
	p := position(t, "9/4k4/9/4P4/9/9/9/9/4K4 b 2G 1")
	for _, want := range []engine.Score{engine.MateScore - 3, -engine.MateScore + 2, engine.MateScore - 1} {
		got := find(t, s, p, 7)
		if got.Score != want {
			t.Errorf("%s: %s (%d), want %d", p.SFEN(), got.Score, got.Score, want)
		}
		p = p.After(got.Best.Shogi())
	}
	if p.CountLegal() > 0 {
		t.Errorf("%s is no mate", p.SFEN())
	}
}

// TestPawnDropDoesNotMate checks that the search never mates by a pawn drop.
func TestPawnDropDoesNotMate(t *testing.T) {
	p := position(t, "7nk/9/7G1/9/9/9/9/9/K8 b P 1")
	got := find(t, newSearcher(t, Defaults()), p, 5)
	if n, ok := got.Score.Mate(); got.PV[0].String() == "P*1b" || ok && n == 1 {
		t.Errorf("%s with %s", got.PV[0], got.Score)
	}
}

// TestRepetition checks the value of repetitions within a game.
func TestRepetition(t *testing.T) {
	rook := "4k4/9/9/9/9/9/9/9/R3K4 b - 1"
	for _, c := range []struct {
		name, sfen string
		line       []string
		only       string
		want       engine.Score
	}{
		{"draw", shogiStart, []string{"5i5h", "5a5b", "5h5i"}, "5b5a", 0},
		{"perpetual check", rook, []string{"9i9a", "5a5b", "9a9b", "5b5a"}, "9b9a", -engine.Score(foulScore)},
		{"checked for ever", rook, []string{"9i9a", "5a5b", "9a9b", "5b5a", "9b9a"}, "5a5b", engine.Score(foulScore)},
	} {
		p := position(t, c.sfen)
		moves := game.FromShogiMoves(played(t, p, append(c.line, c.only)...)...)
		last := len(moves) - 1
		s := newSearcher(t, Defaults())
		got := answer(t, s, engine.Task{Start: game.FromShogi(p), Moves: moves[:last], SearchMoves: moves[last:], Limits: engine.Limits{Depth: 3}})
		if got.Score != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.Score, c.want)
		}
	}
}

const shogiStart = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

// TestRepetitionThroughPass checks that a pass never completes a repetition: with real moves instead of the passes
// the same line is a draw. With two passes allowed in a row, positions after them have keys of their own in the
// table.
func TestRepetitionThroughPass(t *testing.T) {
	for _, c := range []struct {
		line []string
		want bool
	}{
		{[]string{"5i5h", "5a5b", "5h5i", "5b5a"}, true},
		{[]string{"5i5h", "", "5h5i", ""}, false},
		{[]string{"5i5h", "", "5h5i", "5a5b", "5i5h", "5b5a"}, true}, // to after the pass
	} {
		th := newSearcher(t, options(t, "modern", "double2")).thread
		th.start(shogi.NewGame(position(t, shogiStart)))
		for ply, text := range c.line {
			f := th.frame(ply)
			if text == "" {
				th.pass(f, ply)
				if child := th.frame(ply + 1); child.key == child.position.Key() {
					t.Errorf("%q: the position after a pass has the key of that after a move", c.line)
				}
				continue
			}
			th.makeMove(f, ply, must.Get(f.position.ParseMove(text))(t))
		}
		if _, got := th.repeats(th.frame(len(c.line))); got != c.want {
			t.Errorf("%q: repeated %t", c.line, got)
		}
	}
}

// TestDeclaration checks that a side declares a win when it may, and sees its win shortly before.
func TestDeclaration(t *testing.T) {
	s := newSearcher(t, Defaults())
	entered := position(t, "1KGGGG3/PPPPPP3/9/9/9/9/9/9/8k b 2R2B 1")
	if got := find(t, s, entered, 3); got.Best != game.DeclareWin || got.Score != engine.MateScore-1 || len(got.PV) != 0 {
		t.Errorf("%+v", got)
	}
	before := position(t, "2GGGG3/PPPPPP3/9/1K7/9/9/9/9/8k b 2R2B 1")
	if got := find(t, s, before, 5); got.Score < engine.MateBound {
		t.Errorf("one move before: %s", got.Score)
	}
}

// TestNoMove holds that a side without a legal move has lost, in check or not.
func TestNoMove(t *testing.T) {
	for _, sfen := range []string{"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "8k/6+R2/8+P/9/9/9/9/9/K8 w - 1"} {
		p := position(t, sfen)
		if p.CountLegal() > 0 {
			t.Fatalf("%s has a legal move", sfen)
		}
		if got := find(t, newSearcher(t, Defaults()), p, 3); got.Score != -engine.MateScore || len(got.PV) != 0 || got.Stop != engine.StopForced {
			t.Errorf("%s: %+v", sfen, got)
		}
	}
}

// TestPassInCheck checks that no policy passes in check.
func TestPassInCheck(t *testing.T) {
	for sfen, want := range map[string]uint64{
		"4k4/9/9/9/9/9/9/4r4/4K4 b R2B4G 1": 0,
		"4k4/9/9/9/9/9/9/3r5/4K4 b R2B4G 1": 1,
	} {
		s := newSearcher(t, options(t, "plain", "r2,margin=off,guard=none"))
		th := s.thread
		p := position(t, sfen)
		th.start(shogi.NewGame(p))
		th.stop = budget.NeverStop()
		th.root.depth = 10
		node := th.frame(1)
		node.position, node.node, node.key = p, th.frame(0).node, p.Key()
		th.search(1, -1, 0, 3*onePly, true)
		if got := th.tally.At(3 * onePly).NullTried; got != want {
			t.Errorf("%s: %d passes at the node, want %d", sfen, got, want)
		}
	}
}

// TestPolicies runs every policy: the same answer and nodes twice, and the counters that
// belong to it.
func TestPolicies(t *testing.T) {
	p := position(t, benchSFENs[4])
	for _, name := range append(nullmove.Names(), "r3,guard=low", "r3,guard=two", "deep4,high=confirm,confirm=3,within=3", defaultPolicy) {
		t.Run(name, func(t *testing.T) {
			o := options(t, "modern,rfp=0", name)
			s := newSearcher(t, o)
			var first engine.Result
			for round := range 2 {
				must.Do(t, s.Reset(t.Context()))
				got := find(t, s, p, 7)
				if round == 0 {
					first = got
				} else if got.Nodes != first.Nodes || got.Score != first.Score || !slices.Equal(got.PV, first.PV) {
					t.Errorf("%d nodes and %s, then %d and %s", first.Nodes, first.Score, got.Nodes, got.Score)
				}
			}
			c := first.Counters
			for what, ok := range map[string]bool{
				"null moves":           (c.NullTried > 0) == o.Policy.On(),
				"cuts":                 o.Policy.Response == nullmove.Reduce || (c.NullCut > 0) == o.Policy.On(),
				"verifications":        (c.Verified > 0) == (o.Policy.Response == nullmove.Verify || o.Policy.Response == nullmove.Confirm),
				"reductions":           (c.NullReduced > 0) == (o.Policy.On() && o.Policy.Response == nullmove.Reduce),
				"fail-high reductions": (c.FailHighRed > 0) == (o.Policy.FailHigh > 0),
				"double null moves":    o.Policy.Chain > 1 || c.DoubleNull == 0,
			} {
				if !ok {
					t.Errorf("%s: %+v", what, c)
				}
			}
		})
	}
}

// TestNodeLimit checks that no search exceeds its node limit, and that its move is legal even with very few nodes.
func TestNodeLimit(t *testing.T) {
	s := newSearcher(t, Defaults())
	for _, sfen := range benchSFENs[:6] {
		p := position(t, sfen)
		for _, nodes := range []uint64{1, 2, 30, 1000, 5000} {
			got := answer(t, s, engine.Task{Start: game.FromShogi(p), Limits: engine.Limits{Nodes: nodes}})
			if got.Nodes > nodes || len(got.PV) == 0 || got.Stop != engine.StopNodes {
				t.Errorf("%s: %d of %d nodes, %+v", sfen, got.Nodes, nodes, got)
			}
			for _, m := range got.PV {
				if !p.IsLegal(m.Shogi()) {
					t.Errorf("%s: %s of %v is not legal", sfen, m, got.PV)
					break
				}
				p = p.After(m.Shogi())
			}
			p = position(t, sfen)
		}
	}
}

// TestParams holds that the text form round-trips.
func TestParams(t *testing.T) {
	for _, text := range []string{"modern", "plain", "modern,lmr=off,see=3", "plain,futility=200/300,qchecks=2"} {
		p, err := ParseParams(text)
		if err != nil || p.String() != text {
			t.Errorf("%s reads as %s, %v", text, p, err)
		}
	}
}

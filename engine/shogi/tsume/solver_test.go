package tsume

import (
	"context"
	"iter"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

func position(t testing.TB, sfen string) shogi.Position {
	t.Helper()
	return must.Get(shogi.ParseSFEN(sfen))(t)
}

func newSolver(t testing.TB) *Solver {
	t.Helper()
	return must.Get(New(16))(t)
}

// mates tells by trying everything whether the side to move mates by checks within so
// many plies.
func mates(p *shogi.Position, plies int) bool {
	if plies <= 0 {
		return false
	}
	for _, next := range p.Successors() {
		if next.InCheck() && isMated(&next, plies-1) {
			return true
		}
	}
	return false
}

// isMated reports whether the side in check is mated within so many plies.
func isMated(p *shogi.Position, plies int) bool {
	for _, next := range p.Successors() {
		if !mates(&next, plies-1) {
			return false
		}
	}
	return true
}

// shortest returns the number of plies of the shortest mate by checks, 0 when there is none
// within most.
func shortest(p *shogi.Position, most int) int {
	for plies := 1; plies <= most; plies += 2 {
		if mates(p, plies) {
			return plies
		}
	}
	return 0
}

// checkMate holds that a line is a mate by checks.
func checkMate(t *testing.T, p shogi.Position, line []shogi.Move) {
	t.Helper()
	sfen := p.SFEN()
	for i, m := range line {
		if !p.IsLegal(m) {
			t.Fatalf("%s: %s of %v is not legal", sfen, m, line)
		}
		if p = p.After(m); i%2 == 0 && !p.InCheck() {
			t.Fatalf("%s: %s of %v is no check", sfen, m, line)
		}
	}
	if len(line)%2 == 0 || p.CountLegal() > 0 {
		t.Fatalf("%s: %v does not mate", sfen, line)
	}
}

// attacks gives positions with pieces thrown about the defender's king, which many checks
// reach; the attacker has no king.
func attacks(seed *random.Source) string {
	board := [81]string{}
	king := seed.Below(27)
	board[king] = "k"
	for range 2 + seed.Below(5) {
		at := seed.Below(36)
		if board[at] == "" {
			board[at] = []string{"G", "S", "+P", "R", "B", "p", "s", "p", "n", "l", "N", "G"}[seed.Below(12)]
		}
	}
	hands := []string{"G", "S", "G2S", "GP", "2G", "GS", "GSP", "GNP", "BG", "RG", "2S", "GP", "RS"}
	return placement(&board) + " b " + hands[seed.Below(len(hands))] + "p 1"
}

// placement returns a board as SFEN has it, from rank a and file 9.
func placement(board *[81]string) string {
	return string(notation.AppendBoard(nil, 9, func(rank, column int) string { return board[9*rank+column] }))
}

// within gives the positions that checks and the answers to them reach within so many plies.
func within(p shogi.Position, plies int) iter.Seq[shogi.Position] {
	return func(yield func(shogi.Position) bool) { reach(p, p.Side(), plies, yield) }
}

func reach(p shogi.Position, attacker shogi.Color, plies int, yield func(shogi.Position) bool) bool {
	if !yield(p) {
		return false
	}
	if plies == 0 {
		return true
	}
	for _, next := range p.Successors() {
		if (p.Side() != attacker || next.InCheck()) && !reach(next, attacker, plies-1, yield) {
			return false
		}
	}
	return true
}

// TestOracle compares the solver with an exhaustive search: every mate found is one, and every mate within five plies
// is found. ZUGWATCH_SLOW tries eight times as many positions.
func TestOracle(t *testing.T) {
	s := newSolver(t)
	seed := random.New(5, 0)
	const most = 5
	found := map[Verdict]int{}
	lengths := map[int]int{}
	times := 1
	if must.Slow() {
		times = 8
	}
	for range 375 * times {
		p, err := shogi.ParseSFEN(attacks(seed))
		if err != nil || p.CountLegal() > 120 {
			continue
		}
		got := s.Solve(t.Context(), p, 300_000)
		want := shortest(&p, most)
		found[got.Verdict]++
		lengths[want]++
		switch {
		case got.Verdict == Mate:
			checkMate(t, p, got.Line)
			if want > 0 && len(got.Line) < want {
				t.Errorf("%s: mate in %d plies, the shortest has %d", p.SFEN(), len(got.Line), want)
			}
		case want > 0:
			t.Errorf("%s: %s, there is a mate in %d plies", p.SFEN(), got.Verdict, want)
		}
	}
	if found[Mate] < 8*times || found[NoMate] < 8*times {
		t.Errorf("only %v", found)
	}
	if lengths[3] < times || lengths[5] < 1 {
		t.Errorf("shortest mates by plies: %v", lengths)
	}
}

// TestProblems holds positions that show one thing each.
func TestProblems(t *testing.T) {
	s := newSolver(t)
	for _, c := range []struct {
		name, sfen string
		want       Verdict
		plies      int
	}{
		{"a gold on the head", "4k4/9/4P4/9/9/9/9/9/9 b G 1", Mate, 1},
		{"a gold is not enough", "4k4/9/9/9/9/9/9/9/9 b G 1", NoMate, 0},
		{"a pawn may not mate when it is dropped", "7nk/9/7G1/9/9/9/9/9/9 b P 1", NoMate, 0},
		{"nobody checks for ever", "4k4/9/9/9/9/9/9/9/R8 b - 1", NoMate, 0},
		{"with kings of both sides", "9/4k4/9/4P4/9/9/9/9/4K4 b 2G 1", Mate, 3},
	} {
		p := position(t, c.sfen)
		got := s.Solve(t.Context(), p, 1_000_000)
		if got.Verdict != c.want || c.plies > 0 && len(got.Line) != c.plies {
			t.Errorf("%s: %s with %v after %d nodes, want %s", c.name, got.Verdict, got.Line, got.Nodes, c.want)
		}
		if got.Verdict == Mate {
			checkMate(t, p, got.Line)
		}
	}
}

// TestRefute checks the verdicts on first moves.
func TestRefute(t *testing.T) {
	s := newSolver(t)
	p := position(t, "9/4k4/9/4P4/9/9/9/9/4K4 b 2G 1")
	right := 0
	for m, next := range p.Successors() {
		got := s.Refute(t.Context(), next, 1_000_000).Verdict
		if want := next.InCheck() && isMated(&next, 2); want != (got == Mate) {
			t.Errorf("%s: %s, want mate %t", m, got, want)
		}
		if got == Mate {
			right++
		}
	}
	if right == 0 {
		t.Error("no first move mates")
	}
}

// TestLimits checks that a search stops at its node limit and with its context, with the verdict Unknown.
func TestLimits(t *testing.T) {
	s := newSolver(t)
	p := position(t, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
	for _, nodes := range []uint64{1, 10, 1000} {
		if got := s.Solve(t.Context(), p, nodes); got.Nodes > nodes {
			t.Errorf("%d of %d nodes", got.Nodes, nodes)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	hard := position(t, "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L9P 1")
	if got := s.Solve(ctx, hard, 0); got.Nodes > 2*pollEvery {
		t.Errorf("%d nodes after the end of the context", got.Nodes)
	}
}

// TestHands holds the comparison of hands against the plain one.
func TestHands(t *testing.T) {
	seed := random.New(9, 0)
	for range 5000 {
		var counts [2][7]int
		var h [2]hand
		for i := range counts {
			for k, shift := range handShift {
				counts[i][k] = seed.Below([]int{19, 5, 5, 5, 5, 3, 3}[k])
				if i == 1 && seed.Below(2) == 0 {
					counts[1][k] = counts[0][k]
				}
				h[i] |= hand(counts[i][k]) << shift
			}
		}
		want := true
		for k := range handShift {
			want = want && counts[0][k] >= counts[1][k]
		}
		if got := h[0].covers(h[1]); got != want {
			t.Fatalf("%v covers %v: %t", counts[0], counts[1], got)
		}
	}
}

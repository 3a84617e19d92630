package eval

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

var positions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"8/8/8/2p5/1pp5/brpp4/1pprp2P/qnkbK3 w - - 0 1",
	"8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
	"8/8/8/4k3/8/8/8/1B2K2N w - - 0 1",
	"4k3/8/2b5/4p3/4P3/3B4/8/4K3 w - - 0 1",
	"6k1/1b3ppp/1p6/8/3P4/2R3P1/5P1P/6K1 b - - 0 1",
}

func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	return must.Get(chess.ParseFEN(fen))(t)
}

// walk calls visit for positions reached from p by a fixed walk.
func walk(p chess.Position, plies int, visit func(*chess.Position)) {
	seed := random.Source(1)
	for range plies {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			return
		}
		p = p.After(moves[seed.Below(len(moves))])
		visit(&p)
	}
}

// TestColorsAreEqual holds that exchanging the colors changes nothing for the
// side to move.
func TestColorsAreEqual(t *testing.T) {
	e := New()
	check := func(p *chess.Position) {
		q := chess.FlipColors.Position(p)
		if a, b := e.Evaluate(p), e.Evaluate(&q); a != b {
			t.Errorf("%s: %d, with colors exchanged %d", p.FEN(), a, b)
		}
	}
	for _, fen := range positions {
		p := position(t, fen)
		check(&p)
		walk(p, 80, check)
	}
}

// TestCacheChangesNothing checks that an evaluator with a filled pawn cache gives the values of a fresh one.
func TestCacheChangesNothing(t *testing.T) {
	used := New()
	for _, fen := range positions {
		walk(position(t, fen), 40, func(p *chess.Position) {
			if a, b := used.Evaluate(p), New().Evaluate(p); a != b {
				t.Errorf("%s: %d, fresh %d", p.FEN(), a, b)
			}
		})
	}
}

func TestPairHalves(t *testing.T) {
	for _, middle := range []int{-3000, -1, 0, 1, 2500} {
		for _, end := range []int{-3000, -1, 0, 1, 2500} {
			s := newPair(middle, end)
			if s.middle() != int32(middle) || s.end() != int32(end) {
				t.Errorf("pair of %d and %d reads as %d and %d", middle, end, s.middle(), s.end())
			}
			if sum := s + newPair(7, -9); sum.middle() != int32(middle+7) || sum.end() != int32(end-9) {
				t.Errorf("sum reads as %d and %d", sum.middle(), sum.end())
			}
		}
	}
}

// TestOrder holds what every chess player knows.
func TestOrder(t *testing.T) {
	e := New()
	for _, c := range []struct{ better, worse, why string }{
		{"4k3/8/8/8/8/8/4P3/4KQ2 w - - 0 1", "4k3/8/8/8/8/8/4P3/4KR2 w - - 0 1", "a queen is worth more than a rook"},
		{"6k1/8/P7/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/8/P7/8/6K1 w - - 0 1", "a passed pawn gains as it advances"},
		{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "a bare king is driven to the edge"},
		{"7k/8/5K2/8/4N3/2B5/8/8 w - - 0 1", "k7/8/2K5/8/3N4/2B5/8/8 w - - 0 1", "bishop and knight mate in the bishop's corner"},
		{"4k3/pp3ppp/8/8/8/8/PP3PPP/4K2R w K - 0 1", "4k3/pp3ppp/8/8/8/8/PP3PPP/4K2B w - - 0 1", "a rook is worth more than a bishop"},
	} {
		better, worse := position(t, c.better), position(t, c.worse)
		if a, b := e.Evaluate(&better), e.Evaluate(&worse); a <= b {
			t.Errorf("%s: %d is not more than %d", c.why, a, b)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	e := New()
	p := position(t, positions[1])
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); n != 0 {
		t.Errorf("%.0f allocations", n)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	e := New()
	p := position(b, positions[1])
	for b.Loop() {
		e.Evaluate(&p)
	}
}

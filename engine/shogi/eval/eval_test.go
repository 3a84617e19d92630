package eval

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// games calls visit for the positions of random games.
func games(t *testing.T, visit func(p *shogi.Position)) {
	t.Helper()
	seed := random.New(31, 0)
	for range 20 {
		p := shogi.Start()
		for range 200 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[seed.Below(len(moves))])
			visit(&p)
		}
	}
}

// TestSymmetry checks that turning or mirroring the board does not change the evaluation.
func TestSymmetry(t *testing.T) {
	games(t, func(p *shogi.Position) {
		for _, y := range []shogi.Symmetry{shogi.FlipColors, shogi.MirrorFiles, shogi.FlipColors | shogi.MirrorFiles} {
			image := y.Position(p)
			if got, want := Evaluate(&image), Evaluate(p); got != want {
				t.Fatalf("%s: %d, its image %d is worth %d", p.SFEN(), want, y, got)
			}
		}
	})
}

// TestExchangeValues checks that a capture shifts the board and the hand value of the piece.
func TestExchangeValues(t *testing.T) {
	for k := range shogi.NoKind {
		if k == shogi.King || BoardValue[k] == 0 {
			continue
		}
		if got, want := shogi.ExchangeValue[k], int(BoardValue[k]+HandValue[k.Base()]); got != want {
			t.Errorf("%s: an exchange shifts %d, want %d", k, got, want)
		}
	}
}

// TestEvaluate compares the evaluations of simple positions.
func TestEvaluate(t *testing.T) {
	for _, c := range []struct{ name, better, worse string }{
		{"a piece in hand", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
		{"a promoted piece", "4k4/9/9/9/8+P/9/9/9/4K4 b - 1", "4k4/9/9/9/8P/9/9/9/4K4 b - 1"},
		{"a king behind generals", "4k4/9/9/9/9/9/9/1GS6/1KG6 b - 1", "4k4/9/9/9/9/9/9/6SG1/1KG6 b - 1"},
		{"generals at the enemy king", "4k4/9/3GG4/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/GG7/9/9/4K4 b - 1"},
	} {
		better, worse := parse(t, c.better), parse(t, c.worse)
		if a, b := Evaluate(&better), Evaluate(&worse); a <= b {
			t.Errorf("%s: %d, and %d without", c.name, a, b)
		}
	}
}

// TestTempo holds that of equals the side to move is better.
func TestTempo(t *testing.T) {
	if p := shogi.Start(); Evaluate(&p) != tempo {
		t.Errorf("%d, want %d", Evaluate(&p), tempo)
	}
}

func parse(t *testing.T, sfen string) shogi.Position {
	t.Helper()
	p := must.Get(shogi.ParseSFEN(sfen))(t)
	return p
}

func BenchmarkEvaluate(b *testing.B) {
	p := must.Get(shogi.ParseSFEN("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"))(b)
	for b.Loop() {
		Evaluate(&p)
	}
}

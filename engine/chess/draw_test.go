package chess

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

func TestIsInsufficient(t *testing.T) {
	tests := []struct {
		name, fen string
		want      bool
	}{
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - -", true},
		{"one knight", "4k3/8/8/8/8/8/8/4KN2 w - -", true},
		{"one knight of black", "4kn2/8/8/8/8/8/8/4K3 w - -", true},
		{"one bishop", "4k3/8/8/8/8/8/8/4KB2 w - -", true},
		{"bishops of both on dark squares", "4kb2/8/8/8/8/8/8/2B1K3 w - -", true},
		{"bishops of both on light squares", "2b1k3/8/8/8/8/8/8/4KB2 w - -", true},
		{"three bishops on light squares", "2b1k3/8/8/8/8/8/6B1/4KB2 w - -", true},
		{"bishops of both on squares of both colors", "2b1k3/8/8/8/8/8/8/2B1K3 w - -", false},
		{"a pair of bishops", "4k3/8/8/8/8/8/8/2B1KB2 w - -", false},
		{"two knights", "4k3/8/8/8/8/8/8/1N2K1N1 w - -", false},
		{"a knight each", "1n2k3/8/8/8/8/8/8/1N2K3 w - -", false},
		{"knight and bishop", "4k3/8/8/8/8/8/8/1N2KB2 w - -", false},
		{"a pawn", "4k3/8/8/8/8/8/P7/4K3 w - -", false},
		{"a rook", "r3k3/8/8/8/8/8/8/4K3 w - -", false},
		{"a queen", "4k3/8/8/8/8/8/8/Q3K3 w - -", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			if got := p.IsInsufficient(); got != test.want {
				t.Errorf("%s is insufficient: %t, want %t", test.fen, got, test.want)
			}
		})
	}
}

func TestDarkSquares(t *testing.T) {
	for s := A1; s <= H8; s++ {
		if want := (s.File()+s.Rank())%2 == 0; DarkSquares.Has(s) != want {
			t.Errorf("%s is dark: %t, want %t", s, !want, want)
		}
	}
}

func TestIsFiftyMoves(t *testing.T) {
	tests := []struct {
		name, fen string
		want      bool
	}{
		{"one ply early", "4k3/8/8/8/8/8/8/R3K3 b - - 99 80", false},
		{"on the ply", "4k3/8/8/8/8/8/8/R3K3 b - - 100 80", true},
		{"long after", "4k3/8/8/8/8/8/8/R3K3 b - - 255 80", true},
		{"in check with an answer", "R3k3/8/8/8/8/8/8/4K3 b - - 100 80", true},
		{"mated", "R3k3/8/4K3/8/8/8/8/8 b - - 100 80", false},
		{"mated long after", "R3k3/8/4K3/8/8/8/8/8 b - - 255 80", false},
		{"stalemated", "7k/8/6Q1/8/8/8/8/K7 b - - 100 80", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			if got := p.IsFiftyMoves(); got != test.want {
				t.Errorf("%s is drawn by fifty moves: %t, want %t", test.fen, got, test.want)
			}
		})
	}
}

func TestRepetitions(t *testing.T) {
	const knights = "Nf3 Nf6 Ng1 Ng8 "
	tests := []struct {
		name, fen, moves string
		want             int
	}{
		{"no move", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "", 0},
		{"once before", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", knights, 1},
		{"twice before", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", knights + knights, 2},
		{"the other side to move", "4k3/8/8/8/8/8/R7/4K3 w - -", "Ra1 Kd8 Rb1 Ke8 Rb2 Kd8 Ra2", 0},
		{"not before a pawn move", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", knights + "e4 e5 " + knights, 1},
		{"castling right lost", "r3k3/8/8/8/8/8/8/4K2R w K -", "Rg1 Kd8 Rh1 Ke8", 0},
		{"castling right lost, then again", "r3k3/8/8/8/8/8/8/4K2R w K -", "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8", 1},
		{"en passant gone", "4k3/8/8/8/5p2/8/4P3/4K3 w - -", "e4 Kd8 Kd1 Ke8 Ke1", 0},
		{"en passant that nobody had", "4k3/8/8/8/8/8/4P3/4K3 w - -", "e4 Kd8 Kd1 Ke8 Ke1", 1},
		{"clock of the start longer than the game", "4k3/8/8/8/8/8/R7/4K3 w - - 80 90", "Ra1 Kd8 Ra2 Ke8", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := NewGame(mustParse(t, test.fen))
			moves := strings.Fields(test.moves)
			for _, text := range moves {
				g.Play(must.Get(g.Position.ParseSAN(text))(t))
			}
			if got := g.Repetitions(); got != test.want {
				t.Errorf("%d repetitions after %q, want %d", got, test.moves, test.want)
			}
			if len(g.Keys()) != len(moves) {
				t.Errorf("%d keys after %d moves", len(g.Keys()), len(moves))
			}
		})
	}
}

// TestRepetitionsOfRandomGames holds the count against the number of earlier
// positions that are written alike.
func TestRepetitionsOfRandomGames(t *testing.T) {
	seed, repeated := random.Source(14), 0
	for _, p := range beginnings(t, &seed) {
		g := NewGame(p)
		seen := map[string]int{}
		for range 120 {
			if got, want := g.Repetitions(), seen[g.Position.EPD()]; got != want {
				t.Fatalf("%s has stood %d times before, want %d", g.Position.FEN(), got, want)
			}
			repeated += seen[g.Position.EPD()]
			seen[g.Position.EPD()]++
			moves := g.Position.LegalMoves()
			if len(moves) == 0 {
				break
			}
			g.Play(moves[seed.Below(len(moves))])
		}
	}
	if repeated == 0 {
		t.Error("no position was repeated")
	}
}

package shogi

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

func TestRepetition(t *testing.T) {
	const (
		kings  = "5i4i 5a4a 4i5i 4a5a "
		checks = "9b9a 5a5b 9a9b 5b5a " // each of Black's moves is a check
		quiet  = "9b9c 5a4a 9c9b 4a5a "
	)
	for _, test := range []struct {
		name, sfen, moves string
		times             int // that it stood there before
		want              Repetition
	}{
		{"no move", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "", 0, NoRepetition},
		{"the second time", "4k4/9/9/9/9/9/9/9/4K4 b - 1", kings, 1, NoRepetition},
		{"the third time", "4k4/9/9/9/9/9/9/9/4K4 b - 1", kings + kings, 2, NoRepetition},
		{"one ply early", "4k4/9/9/9/9/9/9/9/4K4 b - 1", kings + kings + "5i4i 5a4a 4i5i", 2, NoRepetition},
		{"the fourth time", "4k4/9/9/9/9/9/9/9/4K4 b - 1", kings + kings + kings, 3, RepetitionDraw},
		{"the other side to move", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i4i 5a4a 4i5h 4a5a 5h5i", 0, NoRepetition},
		{
			"other pieces in hand", "4k4/9/9/9/9/9/9/9/4K4 b G 1",
			"G*5b 5a5b 5i4i 5b5a 4i5h 5a4a 5h5i 4a5a", 0, NoRepetition,
		},
		{
			"with pieces dropped before", "4k4/9/9/9/9/9/9/9/4K4 b Gg 1",
			"G*5h G*5b 5i4i 5a4a 4i5i 4a5a", 1, NoRepetition,
		},
		{"nothing but checks", "4k4/R8/9/9/9/9/9/9/4K4 b - 1", checks + checks + checks, 3, RepetitionLoss},
		{
			"nothing but checks, by the side that suffers them", "R3k4/9/9/9/9/9/9/9/4K4 w - 1",
			strings.Repeat("5a5b 9a9b 5b5a 9b9a ", 3), 3, RepetitionWin,
		},
		{"checks of white", "4k4/9/9/9/9/9/9/r8/4K4 w - 1", strings.Repeat("9h9i 5i5h 9i9h 5h5i ", 3), 3, RepetitionLoss},
		{"the first was no check", "4k4/R8/9/9/9/9/9/9/4K4 b - 1", quiet + checks + checks, 3, RepetitionDraw},
		{"not all were checks", "4k4/R8/9/9/9/9/9/9/4K4 b - 1", checks + quiet + checks, 3, RepetitionDraw},
		{"the last was no check", "4k4/R8/9/9/9/9/9/9/4K4 b - 1", checks + checks + quiet, 3, RepetitionDraw},
		{"a quiet move before the first time", "4k4/9/R8/9/9/9/9/9/4K4 b - 1", "9c9b 5a4a 9b9a 4a5b 9a9b 5b5a " + checks + checks + checks, 3, RepetitionLoss},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewGame(mustParse(t, test.sfen))
			moves := strings.Fields(test.moves)
			for _, text := range moves {
				g.Play(must.Get(g.Position.ParseMove(text))(t))
			}
			if got := repetitions(g); got != test.times {
				t.Errorf("%d repetitions after %q, want %d", got, test.moves, test.times)
			}
			if got := g.Repetition(); got != test.want {
				t.Errorf("after %q the repetition is %d, want %d", test.moves, got, test.want)
			}
			if len(g.Keys()) != len(moves) || len(g.Checks()) != len(moves) {
				t.Errorf("%d keys and %d checks after %d moves", len(g.Keys()), len(g.Checks()), len(moves))
			}
		})
	}
}

// TestRepetitionOfBoth: when both sides did nothing but check, neither loses. No such
// position is known; the game is made up.
func TestRepetitionOfBoth(t *testing.T) {
	p := mustParse(t, "R3k4/9/9/9/9/9/9/9/4K4 w - 1")
	g := NewGame(p)
	for range 3 {
		g.keys = append(g.keys, p.Key(), 1)
		g.checks = append(g.checks, true, true)
	}
	if got := g.Repetition(); got != RepetitionDraw {
		t.Errorf("the repetition is %d, want a draw", got)
	}
	g.checks[1] = false
	if got := g.Repetition(); got != RepetitionWin {
		t.Errorf("the repetition is %d, want a win", got)
	}
}

// repetitions counts how often the present position has stood on the board before.
func repetitions(g *Game) (n int) {
	for i := len(g.keys) - 2; i >= 0; i -= 2 {
		if g.keys[i] == g.Position.key {
			n++
		}
	}
	return n
}

// TestRepetitionsOfRandomGames checks the count against the number of earlier positions
// with the same text except the ply. It checks Checks against the positions.
func TestRepetitionsOfRandomGames(t *testing.T) {
	seed, repeated := random.Source(14), 0
	positions := append(beginnings(t, &seed), mustParse(t, "4k4/9/9/9/9/9/9/9/4K4 b - 1"))
	for _, p := range positions {
		g := NewGame(p)
		seen := map[string]int{}
		for range 120 {
			text := g.Position.SFEN()
			text = text[:strings.LastIndexByte(text, ' ')]
			if got, want := repetitions(g), seen[text]; got != want {
				t.Fatalf("%s has stood %d times before, want %d", text, got, want)
			}
			repeated += seen[text]
			seen[text]++
			moves, inCheck := g.Position.LegalMoves(), g.Position.InCheck()
			if len(moves) == 0 {
				break
			}
			g.Play(moves[seed.Below(len(moves))])
			if g.Checks()[len(g.Checks())-1] != inCheck {
				t.Fatalf("%s is in check: %t", text, inCheck)
			}
		}
	}
	if repeated == 0 {
		t.Error("no position was repeated")
	}
}

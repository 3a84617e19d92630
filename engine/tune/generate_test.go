package tune

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// generate returns the lines of a generation by fake engines.
func generate(t *testing.T, g Generation) string {
	t.Helper()
	var b strings.Builder
	done := must.Get(Generate(context.Background(), g, func() (engine.Engine, error) { return &fake{}, nil }, func(s *Sample) error {
		b.WriteString(s.String() + "\n")
		return nil
	}))(t)
	if lines := strings.Count(b.String(), "\n"); done.Games != g.Games || done.Positions != lines || lines == 0 {
		t.Fatalf("%+v, %d lines", done, lines)
	}
	return b.String()
}

// TestGenerateIsDeterministic checks that the samples depend only on the seed and the
// numbers of the games, for any number of workers, and that a run can be split.
func TestGenerateIsDeterministic(t *testing.T) {
	one := Generation{Seed: 3, Games: 6, Limits: engine.Limits{Nodes: 1}, Workers: 1}
	three := one
	three.Workers = 3
	whole := generate(t, one)
	if generate(t, three) != whole {
		t.Error("three workers give other samples than one")
	}
	other := one
	other.Seed = 4
	if generate(t, other) == whole {
		t.Error("another seed gives the same samples")
	}
	head, tail := one, one
	head.Games = 2
	tail.First, tail.Games = 2, 4
	if got := generate(t, head); !strings.HasPrefix(whole, got) {
		t.Error("the first games alone give other samples")
	}
	if got := generate(t, tail); !strings.HasSuffix(whole, got[strings.LastIndex(got[:len(got)-1], "\n")+1:]) {
		t.Error("the last games alone end with another sample")
	}
}

// TestGenerateSamples checks the properties of every sample, even if the players
// move to and fro.
func TestGenerateSamples(t *testing.T) {
	seen := make(map[uint64]bool)
	g := Generation{Seed: 1, Games: 20, Limits: engine.Limits{Nodes: 1}, Workers: 2}
	open := func() (engine.Engine, error) { return &fake{back: true}, nil }
	done := must.Get(Generate(context.Background(), g, open, func(s *Sample) error {
		if s.Position.InCheck() {
			t.Errorf("%s is in check", s)
		}
		if seen[s.Position.Key()] {
			t.Errorf("%s comes twice", s)
		}
		seen[s.Position.Key()] = true
		return nil
	}))(t)
	if done.Positions != len(seen) || done.Duplicates == 0 {
		t.Errorf("%+v, %d different positions", done, len(seen))
	}
}

func TestGenerateErrors(t *testing.T) {
	broken := errors.New("engine is broken")
	good := Generation{Seed: 1, Games: 2, Limits: engine.Limits{Nodes: 1}, Workers: 2}
	working := func() (engine.Engine, error) { return &fake{}, nil }
	tests := []struct {
		name   string
		change func(*Generation)
		open   func() (engine.Engine, error)
		each   error
		want   string
	}{
		{"no game", func(g *Generation) { g.Games = 0 }, working, nil, "generation of 0 games from game 0 (expected at least one, from 0 on)"},
		{"no worker", func(g *Generation) { g.Workers = 0 }, working, nil, "generation with 0 workers (expected at least one)"},
		{"a clock", func(g *Generation) { g.Limits = engine.Limits{} }, working, nil, "limit of a generation reads a clock (expected nodes or depth)"},
		{"no engine", func(*Generation) {}, func() (engine.Engine, error) { return nil, broken }, nil, "engine is broken"},
		{"failing engine", func(*Generation) {}, func() (engine.Engine, error) { return &fake{fail: broken, after: 20}, nil }, nil, "engine is broken"},
		{"failing reader", func(*Generation) {}, working, errors.New("disk is full"), "disk is full"},
		{
			"nothing is equal",
			func(*Generation) {},
			func() (engine.Engine, error) { return &fake{score: 900}, nil },
			nil, "game 0 has no opening within 400 centipawns (expected one in 1000 tries)",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := good
			test.change(&g)
			_, err := Generate(context.Background(), g, test.open, func(*Sample) error { return test.each })
			if err == nil || err.Error() != test.want {
				t.Errorf("error = %v, want %s", err, test.want)
			}
		})
	}
}

// TestGenerateEnds checks that a done context ends a generation, and that every
// engine is closed.
func TestGenerateEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var engines []*fake
	open := func() (engine.Engine, error) {
		engines = append(engines, &fake{})
		return engines[len(engines)-1], nil
	}
	g := Generation{Seed: 1, Games: 1000, Limits: engine.Limits{Nodes: 1}, Workers: 2}
	_, err := Generate(ctx, g, open, func(*Sample) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v", err)
	}
	for i, e := range engines {
		if !e.closed {
			t.Errorf("engine %d is open", i)
		}
	}
}

func TestJudge(t *testing.T) {
	run := func(score, plies, from int) (Result, int) {
		var j judge
		for n := range plies {
			if result, over := j.addScore(score, from+n); over {
				return result, n + 1
			}
		}
		return Draw, 0
	}
	tests := []struct {
		name        string
		score, from int
		result      Result
		after       int
	}{
		{"white is winning", resignScore, 0, WhiteWins, resignLength},
		{"black is winning", -resignScore, 0, BlackWins, resignLength},
		{"not enough", resignScore - 1, 0, Draw, 0},
		{"level too early", 0, 0, Draw, 0},
		{"level", drawScore, drawFrom, Draw, drawLength},
		{"too long", 100, gameLength, Draw, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if result, after := run(test.score, 40, test.from); result != test.result || after != test.after {
				t.Errorf("%s after %d plies, want %s after %d", result, after, test.result, test.after)
			}
		})
	}
}

// TestGameResult checks that results are converted from the side to move to White.
func TestGameResult(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		result    Result
		over      bool
	}{
		{"white mates", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", WhiteWins, true},
		{"black mates", "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", BlackWins, true},
		{"fifty moves", "8/8/4k3/8/8/4K3/7R/8 b - - 100 90", Draw, true},
		{"goes on", "8/8/4k3/8/8/4K3/7R/8 w - - 99 90", Draw, false},
	} {
		if result, over := gameResult(game.NewHistory(game.MustParsePosition(test.fen))); result != test.result || over != test.over {
			t.Errorf("%s: %s, over %t", test.name, result, over)
		}
	}
}

package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// builtinMatch returns a match of the built-in engine against itself with other limits.
func builtinMatch(t testing.TB, workers, rounds int) ([]Player, Config) {
	book := must.Get(readPGN(strings.NewReader("1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 *\n\n1. Nf3 d5 *"), "four.pgn", 16))(t)
	players := []Player{own(t, "more", "nodes=100"), own(t, "less", "nodes=50")}
	return players, Config{
		Schedule: Schedule{Rounds: rounds, Book: book, Seed: 7}, Workers: workers, Now: stopped,
		Rules: Rules{Moves: 60, Resign: ResignRule{Moves: 3, Score: 800}},
	}
}

// TestSameGames holds that an exact match is the same to the byte with any number
// of workers, any order in which games end, and every time.
func TestSameGames(t *testing.T) {
	var want string
	for i, workers := range []int{1, 2, 5} {
		players, config := builtinMatch(t, workers, 4)
		config.Now = time.Now
		m := must.Get(Execute(t.Context(), players, config))(t)
		pgn := must.Get(m.Record())(t)
		if i == 0 {
			want = pgn
		}
		for _, ply := range m.Games[0].Plies {
			if ply.Time != 0 {
				t.Errorf("a time is written down: %v", ply.Time)
			}
		}
		if pgn != want || len(m.Games) != 8 || !m.Complete {
			t.Errorf("with %d workers the PGN differs:\n%s", workers, pgn)
		}
	}
	players, config := builtinMatch(t, 2, 4)
	config.Schedule.Seed = 8
	m := must.Get(Execute(t.Context(), players, config))(t)
	if pgn, err := m.Record(); err != nil || pgn == want {
		t.Error("another seed has the same games")
	}
}

// memoryRecorder is a Recorder in memory, which fails after some games.
type memoryRecorder struct {
	known, games []Game
	most         int
	refused      int
}

var errFull = errors.New("full")

func (k *memoryRecorder) Begin(*Match) ([]Game, error) { return k.known, nil }

func (k *memoryRecorder) Record(g Game) error {
	if k.most > 0 && len(k.games) == k.most {
		k.refused++
		return errFull
	}
	k.games = append(k.games, g)
	return nil
}

// coin makes two players whose result depends on the opening alone: the first player wins
// exactly the openings that the second loses.
func coin(t testing.TB, opened *int, wins func(round int) bool) []Player {
	play := func(first bool) func(int, game.Position, *engine.Task) (engine.Result, error) {
		return func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
			if first != wins(int(p.Fullmove())) {
				return engine.Result{}, classError("illegal-bestmove")
			}
			return firstMove(n, p, task)
		}
	}
	return []Player{scriptedPlayer(t, "first", "nodes=1", opened, play(true)), scriptedPlayer(t, "second", "nodes=1", opened, play(false))}
}

// numbered returns a book whose openings differ by the number of their move.
func numbered(t testing.TB, count int) *Book {
	var openings []Opening
	for i := range count {
		p := must.Get(game.ParsePosition(fmt.Sprintf("7k/8/8/8/8/8/8/KR6 w - - 0 %d", i+1)))(t)
		openings = append(openings, Opening{Start: p})
	}
	return newBook("numbered", openings)
}

// TestDecision checks that a sequential test stops at the same pair, whatever the number
// of workers and wherever the match was cut. It leaves out later games.
func TestDecision(t *testing.T) {
	test := &stats.SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	run := func(workers int, known []Game, most int) (*Match, *memoryRecorder, error) {
		opened := 0
		players := coin(t, &opened, func(n int) bool { return n%3 != 0 })
		if workers > 1 {
			opened = 0
			for i := range players { // an open count per engine is a race with several workers
				open := players[i].Open
				players[i].Open = func(int) (engine.Engine, error) {
					e, err := open(0)
					e.(*scripted).open = new(int)
					return e, err
				}
			}
		}
		k := &memoryRecorder{known: known, most: most}
		m, err := Execute(t.Context(), players, Config{
			Schedule: Schedule{Rounds: 1000, Book: numbered(t, 1000), Seed: 3}, Workers: workers, Now: stopped, Test: test, Recorder: k,
		})
		return m, k, err
	}
	want, _, err := run(1, nil, 0)
	must.Do(t, err)
	if _, decision, llr, err := want.Verdict(); err != nil || decision != stats.AcceptedH1 || llr < 2.94 || !want.Complete || len(want.Games) >= 2000 {
		t.Fatalf("decision %v with LLR %v after %d games, %v", decision, llr, len(want.Games), err)
	}
	same := func(name string, m *Match, err error) {
		t.Helper()
		if err != nil || !slices.EqualFunc(m.Games, want.Games, func(a, b Game) bool { return a.Number == b.Number && a.Result == b.Result }) || !m.Complete {
			t.Errorf("%s: %v, %d games, want %d", name, err, len(m.Games), len(want.Games))
		}
	}
	for _, workers := range []int{2, 3, 8} {
		m, _, err := run(workers, nil, 0)
		same(fmt.Sprintf("%d workers", workers), m, err)
	}
	for cut := 1; cut < len(want.Games); cut += 5 {
		part, k, err := run(2, nil, cut)
		if !errors.Is(err, errFull) || part.Complete && cut+1 < len(want.Games) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if k.refused != 1 {
			t.Errorf("cut at %d: the recorder was asked %d times more", cut, k.refused)
		}
		m, _, err := run(2, k.games, 0)
		same(fmt.Sprintf("cut at %d", cut), m, err)
	}
}

// TestShards holds that the shards together have every game once.
func TestShards(t *testing.T) {
	players, config := builtinMatch(t, 2, 4)
	whole := must.Get(Execute(t.Context(), players, config))(t)
	var parts []*Match
	for i := range 3 {
		config.Shard = bench.Shard{Index: i + 1, Count: 3}
		m, err := Execute(t.Context(), players, config)
		if err != nil || m.Complete || !m.Finished() || len(m.Games) != m.Total() {
			t.Fatalf("shard %d: %v, %d games", i+1, err, len(m.Games))
		}
		parts = append(parts, m)
	}
	merged := must.Get(Merge([]*Match{parts[2], parts[0], parts[1], parts[0]}))(t)
	a, _ := whole.Record()
	if b, _ := merged.Record(); a != b || !merged.Complete || merged.Shard != whole.Shard {
		t.Errorf("merged:\n%s", b)
	}
	if _, err := Merge(parts[:2]); err == nil || err.Error() != "match is incomplete: 2 of 8 games are missing, of shard 3/3" {
		t.Errorf("two of three shards: %v", err)
	}
	other := *parts[1]
	other.Seed++
	var foreign *merge.MismatchError
	if _, err := Merge([]*Match{parts[0], &other, parts[2]}); !errors.As(err, &foreign) || foreign.Part != 1 {
		t.Errorf("of another seed: %v", err)
	}
	bent := *parts[1]
	bent.Games = slices.Clone(bent.Games)
	bent.Games[0].Message = "x"
	var conflict *merge.ConflictError
	if _, err := Merge([]*Match{parts[0], parts[1], &bent, parts[2]}); !errors.As(err, &conflict) {
		t.Errorf("with two answers: %v", err)
	}
}

// TestSetup holds what is refused before any game.
func TestSetup(t *testing.T) {
	tests := []struct {
		name   string
		change func([]Player, *Config) []Player
		want   string
	}{
		{"one player", func(p []Player, _ *Config) []Player { return p[:1] }, "players are 1 (expected two or more)"},
		{"no pairs", func(p []Player, c *Config) []Player { c.Schedule.Rounds = 0; return p }, "pairs of games are 0 (expected one or more)"},
		{"no book", func(p []Player, c *Config) []Player { c.Schedule.Book = nil; return p }, "book is empty (expected an opening or more)"},
		{"one name", func(p []Player, _ *Config) []Player { p[1].Name = "more"; return p }, `player "more" is listed twice (expected a name for each)`},
		{"no limit", func(p []Player, _ *Config) []Player { p[1].Control = Control{}; return p }, "player less: limit is missing (expected tc, nodes, depth or movetime)"},
		{"small book", func(p []Player, c *Config) []Player { c.Schedule.Rounds = 5; return p }, "book four.pgn has 4 openings for 5 pairs, and under limits that read no clock the same games would come again (expected at most 4 pairs, a larger book, or random plies)"},
		{"three with a test", func(p []Player, c *Config) []Player {
			c.Test = &stats.SPRT{}
			return append(p, own(t, "third", "nodes=1"))
		}, "a sequential test needs two players (got 3)"},
		{"shards with a test", func(p []Player, c *Config) []Player {
			c.Test, c.Shard = &stats.SPRT{}, bench.Shard{Index: 1, Count: 2}
			return p
		}, "a sequential test cannot be parted into shards: it is decided by the pairs in order (expected a fixed number of games)"},
		{"too many shards", func(p []Player, c *Config) []Player { c.Shard = bench.Shard{Index: 9, Count: 9}; return p }, "shard 9/9 of 4 pairs is empty (expected at most so many shards)"},
		{"fresh engines on other machines", func(p []Player, c *Config) []Player {
			p[0].Fresh, c.Remote = true, func(context.Context, *Table, []Game, func(Game)) error { return nil }
			return p
		}, "fresh engines for each game do not go with other machines (expected one of them)"},
		{"no workers", func(p []Player, c *Config) []Player { c.Workers = 0; return p }, fmt.Sprintf("workers are 0 (expected 1 to %d)", bench.MaxWorkers)},
		{"wild random", func(p []Player, c *Config) []Player { c.Schedule.RandomPlies = 41; return p }, "random plies are 41 (expected 0 to 40)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			players, config := builtinMatch(t, 1, 4)
			_, err := Execute(t.Context(), test.change(players, &config), config)
			var setup *bench.SetupError
			if !errors.As(err, &setup) || err.Error() != test.want {
				t.Errorf("error is %v, want %s", err, test.want)
			}
		})
	}
}

// TestInterrupted holds that a done context ends a match with what is finished.
func TestInterrupted(t *testing.T) {
	players, config := builtinMatch(t, 1, 4)
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	config.Progress = func(e Event) {
		if e.Finished == 3 {
			cancel(cause)
		}
	}
	m, err := Execute(ctx, players, config)
	if !errors.Is(err, cause) || len(m.Games) != 3 || m.Complete {
		t.Errorf("%v with %d games", err, len(m.Games))
	}
	if s := m.ScoreAgainst(0, 1); s.Pairs.Count() != 1 || s.Unpaired != 1 {
		t.Errorf("score %v", s)
	}
}

// TestTournament checks who plays whom, and that all players have the same openings.
func TestTournament(t *testing.T) {
	book := numbered(t, 10)
	for _, test := range []struct {
		form  Form
		games int
		want  string
	}{
		{RoundRobin, 12, "0-1 1-0 0-2 2-0 1-2 2-1 0-1 1-0 0-2 2-0 1-2 2-1"},
		{Gauntlet, 8, "0-1 1-0 0-2 2-0 0-1 1-0 0-2 2-0"},
	} {
		opened := 0
		var players []Player
		for _, name := range []string{"a", "b", "c"} {
			players = append(players, scriptedPlayer(t, name, "nodes=1", &opened, firstMove))
		}
		m := must.Get(Execute(t.Context(), players, Config{Schedule: Schedule{Rounds: 2, Book: book, Form: test.form}, Workers: 1, Now: stopped}))(t)
		var got []string
		for i := range m.Games {
			got = append(got, fmt.Sprintf("%d-%d", m.Games[i].White, m.Games[i].Black))
			if first := &m.Games[i-i%(test.games/2)]; m.Games[i].Start != first.Start {
				t.Errorf("game %d begins at %s, the first of its round at %s", i+1, m.Games[i].Start, first.Start)
			}
		}
		if text := strings.Join(got, " "); text != test.want || opened != 0 {
			t.Errorf("%s: %s, want %s; %d engines open", test.form, text, test.want, opened)
		}
		if r := m.Ratings(); len(r) != 3 {
			t.Errorf("ratings are %v", r)
		}
	}
}

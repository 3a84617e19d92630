package match

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// start is the usual start of a game.
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// TestEndings plays one pair for each way in which a game can end, and checks the record of the
// first game.
func TestEndings(t *testing.T) {
	type play = func(int, game.Position, *engine.Task) (engine.Result, error)
	slow := func(d time.Duration) play {
		return func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
			r, err := firstMove(n, p, task)
			r.Time = d
			return r, err
		}
	}
	broken := func(class string) play {
		return func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
			if n == 2 {
				return engine.Result{}, classError(class)
			}
			return firstMove(n, p, task)
		}
	}
	scores := func(mover, other engine.Score) play { // White's view first
		return func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
			r, err := script("g1f3 g8f6 f3g5 f6g4 b1c3 b8c6 c3b5 c6b4 g5e4 g4e5 a2a3 b4d5 b5d4 d5f4")(n, p, task)
			if r.Score = mover; p.Side() == game.Second {
				r.Score = other
			}
			return r, err
		}
	}
	tests := []struct {
		name     string
		fen      string
		control  string
		rules    Rules
		margin   time.Duration
		one, two play
		want     string
	}{
		{name: "fool's mate", one: script("f2f3 e7e5 g2g4 d8h4"), want: "0-1 checkmate 4"},
		{name: "stalemate", fen: "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", one: script("f7g6"), want: "1/2-1/2 stalemate 1"},
		{name: "repetition", one: script("g1f3 g8f6 f3g1 f6g8"), want: "1/2-1/2 repetition 8"},
		{name: "fifty moves", fen: "7k/8/8/8/8/8/8/KR6 w - - 98 80", one: script("b1b2 h8g8"), want: "1/2-1/2 fifty-moves 2"},
		{name: "mate on the hundredth", fen: "7k/R7/8/8/8/8/8/KR6 w - - 99 80", one: script("b1b8"), want: "1-0 checkmate 1"},
		{name: "material", fen: "7k/8/8/8/8/8/7p/K5B1 w - - 0 1", one: script("g1h2"), want: "1/2-1/2 material 1"},
		{name: "draw agreed", rules: Rules{Draw: DrawRule{Moves: 3, Score: 10, From: 1}}, one: scores(10, -10), want: "1/2-1/2 draw-adjudicated 6"},
		{name: "draw not yet", rules: Rules{Draw: DrawRule{Moves: 2, Score: 10, From: 4}}, one: scores(10, -10), want: "1/2-1/2 draw-adjudicated 6"},
		{name: "no draw", rules: Rules{Draw: DrawRule{Moves: 2, Score: 9, From: 1}, Moves: 5}, one: scores(10, -10), want: "1/2-1/2 move-limit 10"},
		{name: "no scores", rules: Rules{Draw: DrawRule{Moves: 2, Score: 10, From: 1}, Moves: 5}, one: unscored, want: "1/2-1/2 move-limit 10"},
		{name: "resignation", rules: Rules{Resign: ResignRule{Moves: 3, Score: 700}}, one: scores(0, -700), want: "1-0 resign-adjudicated 6"},
		{name: "white resigns", rules: Rules{Resign: ResignRule{Moves: 3, Score: 700}}, one: scores(-900, 0), want: "0-1 resign-adjudicated 5"},
		{name: "only one side resigns", rules: Rules{Resign: ResignRule{Moves: 3, Score: 700, TwoSided: true}, Moves: 4}, one: scores(0, -700), want: "1/2-1/2 move-limit 8"},
		{name: "both agree", rules: Rules{Resign: ResignRule{Moves: 3, Score: 700, TwoSided: true}}, one: scores(700, -700), want: "1-0 resign-adjudicated 6"},
		{name: "illegal", one: firstMove, two: broken("illegal-bestmove"), want: "1-0 illegal-move 3 illegal-bestmove: told so"},
		{name: "not legal here", two: func(int, game.Position, *engine.Task) (engine.Result, error) { return engine.Result{}, nil }, one: firstMove, want: "1-0 illegal-move 1 answer 0000 is not legal"},
		{name: "crash", one: broken("crash-signal"), two: firstMove, want: "0-1 crash 2 crash-signal: told so"},
		{name: "hang", one: broken("search-timeout"), two: firstMove, want: "0-1 hang 2 search-timeout: told so"},
		{name: "panic", one: func(int, game.Position, *engine.Task) (engine.Result, error) { panic("oh") }, two: firstMove, want: "0-1 crash 0 engine panic: oh"},
		{name: "late", control: "tc=1", one: slow(300 * time.Millisecond), two: slow(time.Millisecond), want: "0-1 time-loss 6 move 4 took 300ms, 200ms more than was left"},
		{name: "late within the margin", control: "tc=1", margin: 200 * time.Millisecond, one: slow(300 * time.Millisecond), two: slow(time.Millisecond), want: "0-1 time-loss 8 move 5 took 300ms, 300ms more than was left"},
		{name: "increment", control: "tc=1+0.2", one: slow(300 * time.Millisecond), two: slow(time.Millisecond), want: "0-1 time-loss 16 move 9 took 300ms, 100ms more than was left"},
		{name: "fixed time", control: "movetime=100ms", one: slow(150 * time.Millisecond), two: slow(151 * time.Millisecond), want: "1-0 time-loss 1 move 1 took 151ms of 100ms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.two == nil {
				test.two = test.one
			}
			control := cmp.Or(test.control, "nodes=1")
			opened := 0
			players := []Player{scriptedPlayer(t, "one", control, &opened, test.one), scriptedPlayer(t, "two", control, &opened, test.two)}
			m := playToEnd(t, players, Config{
				Schedule: Schedule{Rounds: 1, Book: fromFEN(t, cmp.Or(test.fen, start))}, Rules: test.rules, Margin: test.margin, Workers: 1, Now: stopped,
			}, test.want)
			if opened != 0 {
				t.Errorf("%d engines are still open", opened)
			}
			if g := m.Games[0]; g.Ending.IsFailure() && m.Failures(0)[g.Ending]+m.Failures(1)[g.Ending] == 0 {
				t.Error("the failure is not counted")
			}
		})
	}
}

// playToEnd plays a match whose first game ends as wanted: its result, ending, plies and message.
func playToEnd(t *testing.T, players []Player, config Config, want string) *Match {
	t.Helper()
	m := must.Get(Execute(t.Context(), players, config))(t)
	g := m.Games[0]
	if got := strings.TrimSpace(fmt.Sprintf("%s %s %d %s", g.Result, g.Ending, len(g.Plies), g.Message)); got != want {
		t.Errorf("game ended %s, want %s", got, want)
	}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	return m
}

// TestRestart holds that an engine that crashes in every game loses each, is
// opened again for the next and is counted.
func TestRestart(t *testing.T) {
	opened, times := 0, 0
	crashing := scriptedPlayer(t, "crashing", "nodes=1", &opened, func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
		if n == 3 {
			return engine.Result{}, errors.New("gone")
		}
		return firstMove(n, p, task)
	})
	open := crashing.Open
	crashing.Open = func(int) (engine.Engine, error) { times++; return open(0) }
	config := Config{Schedule: Schedule{Rounds: 4, Book: startBook(game.Chess), RandomPlies: 2}, Workers: 1, Now: stopped}
	players := []Player{crashing, scriptedPlayer(t, "well", "nodes=1", &opened, firstMove)}
	m, err := Execute(t.Context(), players, config)
	must.Do(t, err)
	s := m.ScoreAgainst(0, 1)
	if s.Games.Lost != 8 || m.Failures(0)[Crash] != 8 || m.Faults() != 8 || times != 8 || opened != 0 || !m.Complete {
		t.Errorf("score %v, failures %v, opened %d times, %d still", s, m.Failures(0), times, opened)
	}
	config.MaxFaults = 3
	m, err = Execute(t.Context(), players, config)
	var limit *bench.FaultLimitError
	if !errors.As(err, &limit) || len(m.Games) != 4 || m.Complete || m.Finished() {
		t.Errorf("with few faults allowed: %v with %d games", err, len(m.Games))
	}
}

// TestOpenFails: a player whose engine cannot be opened is reported before any game; one that
// cannot be opened again loses.
func TestOpenFails(t *testing.T) {
	opened, times := 0, 0
	once := scriptedPlayer(t, "once", "nodes=1", &opened, func(int, game.Position, *engine.Task) (engine.Result, error) {
		return engine.Result{}, classError("crash-exit")
	})
	open := once.Open
	once.Open = func(int) (engine.Engine, error) {
		if times++; times > 1 {
			return nil, classError("start-failed")
		}
		return open(0)
	}
	well := scriptedPlayer(t, "well", "nodes=1", &opened, firstMove)
	config := Config{Schedule: Schedule{Rounds: 1, Book: startBook(game.Chess)}, Workers: 1, Now: stopped}
	m, err := Execute(t.Context(), []Player{once, well}, config)
	if err != nil || m.Failures(0)[Crash] != 2 || opened != 0 {
		t.Errorf("%v, failures %v, %d open", err, m.Failures(0), opened)
	}
	if _, err := Execute(t.Context(), []Player{well, once}, config); err == nil || opened != 0 {
		t.Errorf("error %v, %d open", err, opened)
	}
}

// TestRepetitionIsSeen holds that an engine hears of all moves, those of the
// opening included.
func TestRepetitionIsSeen(t *testing.T) {
	opened := 0
	var heard []int
	player := func(name string) Player {
		return scriptedPlayer(t, name, "nodes=1", &opened, func(n int, p game.Position, task *engine.Task) (engine.Result, error) {
			heard = append(heard, len(task.Moves))
			return script("g1f3 g8f6 f3g1 f6g8")(n, p, task)
		})
	}
	book := must.Get(readPGN(strings.NewReader("1. Nf3 Nf6 2. Ng1 Ng8 *"), "two.pgn", 16))(t)
	m := must.Get(Execute(t.Context(), []Player{player("a"), player("b")}, Config{Schedule: Schedule{Rounds: 1, Book: book}, Workers: 1, Now: stopped}))(t)
	if got := fmt.Sprint(heard); got != "[4 5 6 7 4 5 6 7]" || m.Games[0].Ending != Repetition {
		t.Errorf("the players heard %s moves, the game ended by %s", got, m.Games[0].Ending)
	}
}

// BenchmarkMove measures the cost of a move without the thinking of the players, whose
// engines answer at once. It has to stay far below 1 ms.
func BenchmarkMove(b *testing.B) {
	opened := 0
	players := []Player{scriptedPlayer(b, "a", "tc=1000+1", &opened, firstMove), scriptedPlayer(b, "b", "tc=1000+1", &opened, firstMove)}
	config := Config{Schedule: Schedule{Rounds: 1, Book: startBook(game.Chess)}, Workers: 1, Now: time.Now, Rules: Rules{Moves: 100}}
	moves := 0
	start := time.Now()
	for b.Loop() {
		m := must.Get(Execute(b.Context(), players, config))(b)
		for i := range m.Games {
			moves += len(m.Games[i].Plies)
		}
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/float64(moves), "µs/move")
}

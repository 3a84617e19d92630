package match

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// failsAt fails or plays an illegal move in its search number n of a game, and plays the first legal move else.
func failsAt(n int, class string) func(int, game.Position, *engine.Task) (engine.Result, error) {
	return func(number int, p game.Position, task *engine.Task) (engine.Result, error) {
		switch {
		case number != n:
			return firstMove(number, p, task)
		case class == "":
			return engine.Result{}, nil // 0000
		}
		return engine.Result{}, classError(class)
	}
}

// TestReplay: a player searches the positions of a side again, in one engine, up to its first failure.
func TestReplay(t *testing.T) {
	opened := 0
	sound, fails := scriptedPlayer(t, "sound", "nodes=1", &opened, firstMove), scriptedPlayer(t, "fails", "nodes=1", &opened, failsAt(2, "crash-signal"))
	m := must.Get(Execute(t.Context(), []Player{sound, fails}, Config{Schedule: Schedule{Rounds: 1, Book: fromFEN(t, start)}, Workers: 1, Now: stopped}))(t)
	g := &m.Games[0]
	side, lost := g.Loser()
	if !lost || g.Ending != Crash || g.Player(side) != 1 {
		t.Fatalf("the game ended %s", g.Ending)
	}
	for _, test := range []struct {
		name  string
		play  func(int, game.Position, *engine.Task) (engine.Result, error)
		side  game.Side
		want  Ending
		plies int
	}{
		{"the failure again", failsAt(2, "crash-signal"), side, Crash, len(g.Plies)},
		{"a failure that comes sooner", failsAt(1, "crash-signal"), side, Crash, len(g.Plies) - 2},
		{"an illegal move", failsAt(2, ""), side, IllegalMove, len(g.Plies)},
		{"a sound engine", firstMove, side, Unfinished, len(g.Plies)},
		{"a failure that comes later", failsAt(3, "crash-signal"), side, Unfinished, len(g.Plies)},
		{"resigns", func(int, game.Position, *engine.Task) (engine.Result, error) {
			return engine.Result{Best: game.Resign}, nil
		}, side, Unfinished, len(g.Plies)},
	} {
		player := scriptedPlayer(t, test.name, "nodes=1", &opened, test.play)
		if ending, plies, err := Replay(t.Context(), g, test.side, &player); ending != test.want || plies != test.plies || err != nil {
			t.Errorf("%s: %s after %d plies, %v, want %s after %d", test.name, ending, plies, err, test.want, test.plies)
		}
	}
	if opened != 0 {
		t.Errorf("%d engines are still open", opened)
	}
	closed := Player{Name: "closed", Control: sound.Control, Open: func(int) (engine.Engine, error) { return nil, errors.New("no such file") }}
	if ending, plies, err := Replay(t.Context(), g, side, &closed); ending != Crash || plies != -1 || err != nil {
		t.Errorf("an engine that does not start: %s after %d plies, %v", ending, plies, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Replay(over, g, side, &sound); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %v", err)
	}
}

// TestFresh: a player that asks for it has an engine for each game.
func TestFresh(t *testing.T) {
	for _, fresh := range []bool{false, true} {
		opened, starts := 0, 0
		player := scriptedPlayer(t, "one", "nodes=1", &opened, firstMove)
		open := player.Open
		player.Fresh, player.Open = fresh, func(board int) (engine.Engine, error) {
			starts++
			return open(board)
		}
		players := []Player{player, scriptedPlayer(t, "two", "nodes=1", &opened, firstMove)}
		must.Get(Execute(t.Context(), players, Config{Schedule: Schedule{Rounds: 1, Book: fromFEN(t, start)}, Rules: Rules{Moves: 3}, Workers: 1, Now: stopped}))(t)
		if want := map[bool]int{false: 1, true: 2}[fresh]; starts != want || opened != 0 {
			t.Errorf("fresh %t: %d starts in 2 games, want %d; %d are still open", fresh, starts, want, opened)
		}
	}
}

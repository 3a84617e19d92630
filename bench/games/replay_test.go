package games

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// failsBehind is an engine that plays as another one and fails behind so many plies if fails says so.
type failsBehind struct {
	engine.Engine
	fails func(plies int) bool
}

func (f failsBehind) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if f.fails(len(task.Moves)) {
		return engine.Result{}, errors.New("fell over")
	}
	return f.Engine.Search(ctx, task, each)
}

// never is a number of plies that no game has.
const never = 1 << 20

// TestReplayFaults: a fault of the head fails if it comes again and the base does not share it.
func TestReplayFaults(t *testing.T) {
	var played atomic.Int64 // games
	const most = 6
	// The head fails from the 30th ply of a game on. When that is searched again, replays tell for each engine from which on.
	fails := func(inGames bool, replays ...int) engines.Engine {
		e := own(t, "modern")
		open, opened := e.Open, 0
		e.Open = func() (engine.Engine, error) {
			first := never
			if played.Load() >= most {
				first = replays[opened%len(replays)]
				opened++
			} else if inGames {
				first = 30
			}
			e, err := open()
			return failsBehind{e, func(plies int) bool { return plies >= first }}, err
		}
		return e
	}
	for _, test := range []struct {
		name       string
		base, head engines.Engine
		verdict    compare.Verdict
		note       string // its end
	}{
		{"the head alone fails", own(t, "modern"), fails(true, 30), compare.Fail, ""},
		{"both fail", fails(false, 30), fails(true, 30), compare.Pass, "; the base fails too in 3 of 3 games searched again"},
		{"the head fails by chance", own(t, "modern"), fails(true, never), compare.Pass, "; its fault is not confirmed in 3 games searched again"},
		{"it fails elsewhere by chance", own(t, "modern"), fails(true, 20, never), compare.Pass, "; its fault is not confirmed in 3 games searched again"},
		{"it fails elsewhere each time", own(t, "modern"), fails(true, 20, 10), compare.Fail, ""},
	} {
		played.Store(0)
		plan := shortPlan(t, most, "nodes=50")
		plan.Workers, plan.Elo = 1, -2000 // the loss of all games is allowed
		plan.Watch = func(match.Event) { played.Add(1) }
		j := must.Get(Play(t.Context(), test.base, test.head, plan))(t)
		if note := strings.Join(j.Result.Notes, ""); j.Result.Verdict != test.verdict || j.Faulty != (test.verdict == compare.Fail) || !strings.HasSuffix(note, test.note) || note == "" != j.Faulty {
			t.Errorf("%s: %s, %q, notes %q", test.name, j.Result.Verdict, j.Result.Reasons, j.Result.Notes)
		}
	}
}

// TestSearchFaults: a later look goes on behind the games that an earlier one searched, and a base that fails ends it.
func TestSearchFaults(t *testing.T) {
	m, opened := matchOf(stats.Pairs{0, 0, 4, 0, 0}), 0
	for i := range 4 {
		m.Games[2*i].Ending, m.Games[2*i].Result = match.Crash, match.BlackWins // the head has White
	}
	sound := match.Player{Name: "sound", Control: must.Get(match.ParseControl("nodes=20"))(t), Open: func(int) (engine.Engine, error) {
		opened++
		return own(t, "modern").Open()
	}}
	players, again := []match.Player{sound, sound}, new(replay)
	for _, look := range []struct{ games, searched int }{{2, 1}, {4, 2}, {8, 3}} {
		part := *m
		part.Games = m.Games[:look.games]
		must.Do(t, again.searchFaults(t.Context(), &part, players))
		if again.searched != look.searched || opened != look.searched || again.confirmed != nil || again.shared != 0 {
			t.Errorf("%d games: %+v, %d engines opened, want %d", look.games, again, opened, look.searched)
		}
	}
	broken := sound
	broken.Open = func(int) (engine.Engine, error) { return nil, errors.New("no such file") }
	again = new(replay)
	must.Do(t, again.searchFaults(t.Context(), m, []match.Player{broken, sound}))
	if again.confirmed != &m.Games[0] || again.searched != 1 {
		t.Errorf("a head that does not start: %+v", again)
	}
	m.Games[3].Ending, m.Games[3].Result = match.Crash, match.BlackWins // the base has White
	again = new(replay)
	if must.Do(t, again.searchFaults(t.Context(), m, []match.Player{broken, sound})); again.confirmed != nil || again.searched != 0 {
		t.Errorf("a base that fails: %+v", again)
	}
}

package games

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// failsLate is an engine that plays as another one and fails from the 30th ply on if fails says so.
type failsLate struct {
	engine.Engine
	fails func() bool
}

func (f failsLate) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if len(task.Moves) >= 30 && f.fails() {
		return engine.Result{}, errors.New("fell over")
	}
	return f.Engine.Search(ctx, task, each)
}

// TestReplayFaults: a fault of the head fails if it comes again and the base does not share it.
func TestReplayFaults(t *testing.T) {
	played := 0 // games
	const most = 6
	failing := func(inGames, inReplays bool) engines.Engine {
		e := own(t, "modern")
		open := e.Open
		e.Open = func() (engine.Engine, error) {
			opened, err := open()
			return failsLate{opened, func() bool {
				if played < most {
					return inGames
				}
				return inReplays
			}}, err
		}
		return e
	}
	for _, test := range []struct {
		name       string
		base, head engines.Engine
		verdict    compare.Verdict
		note       string // its end
	}{
		{"the head alone fails", own(t, "modern"), failing(true, true), compare.Fail, ""},
		{"both fail", failing(false, true), failing(true, true), compare.Pass, "the base fails too when it searches the positions of that game"},
		{"the head fails by chance", own(t, "modern"), failing(true, false), compare.Pass, "the head does not fail when it searches the positions of that game again"},
	} {
		played = 0
		plan := shortPlan(t, most, "nodes=50")
		plan.Workers, plan.Elo = 1, -2000 // the loss of all games is allowed
		plan.Watch = func(match.Event) { played++ }
		j := must.Get(Play(t.Context(), test.base, test.head, plan))(t)
		if note := strings.Join(j.Result.Notes, ""); j.Result.Verdict != test.verdict || j.Faulty != (test.verdict == compare.Fail) || !strings.HasSuffix(note, test.note) || note == "" != j.Faulty {
			t.Errorf("%s: %s, %q, notes %q", test.name, j.Result.Verdict, j.Result.Reasons, j.Result.Notes)
		}
	}
}

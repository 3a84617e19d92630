package fit

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// mater is an engine that finds the mates of knownMates, and tells them in centipawns if it has a score of a mate.
type mater struct {
	*fake
	score, read int  // that it tells a mate by, and that it is read by
	blind       bool // for the last mate
	byMoves     bool // it counts moves instead of plies
}

func (m mater) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if task.Limits.Depth == 0 {
		return engine.Result{}, errors.New("no limit by depth")
	}
	for i, known := range knownMates {
		plies := 2*known.moves - 1
		if task.Start.String() != game.MustParsePosition(known.fen).String() {
			continue
		}
		if m.byMoves {
			plies = known.moves
		}
		switch {
		case m.blind && i == 2:
			return engine.Result{Score: 900}, nil
		case m.score == m.read: // 0: it tells mates as such
			return engine.Result{Score: engine.MateScore - engine.Score(plies)}, nil
		}
		return engine.Result{Score: engine.Score(min(m.score-plies, int(engine.MateBound)-1))}, nil
	}
	return engine.Result{}, errors.New("another position")
}

// TestFindMateScore: the score is found by mates of two lengths.
func TestFindMateScore(t *testing.T) {
	for _, test := range []struct {
		name string
		on   mater
		want int
	}{
		{"mates as such", mater{}, 0},
		{"a score that can be read", mater{score: 20000}, 20000},
		{"a large score", mater{score: 32767}, 32767},
		{"an unusual large score", mater{score: 77777}, 0},
		{"moves instead of plies", mater{score: 20000, byMoves: true}, 0},
		{"a mate that is not found", mater{score: 20000, blind: true}, 0},
	} {
		tried := 0
		found, err := FindMateScore(t.Context(), func(mateScore int) engines.Engine {
			tried++
			on := test.on
			on.fake = new(fake)
			on.read = mateScore
			return engines.Engine{Name: "mater", Open: func() (engine.Engine, error) { return on, nil }}
		})
		if err != nil || found != test.want || test.on.score == 0 && tried != 1 {
			t.Errorf("%s: %d, %v, %d tried, want %d", test.name, found, err, tried, test.want)
		}
	}

	failing := engines.Engine{Name: "failing", Open: func() (engine.Engine, error) { return nil, errors.New("planned") }}
	if found, err := FindMateScore(t.Context(), func(int) engines.Engine { return failing }); found != 0 || err != nil {
		t.Errorf("an engine that does not start: %d, %v", found, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FindMateScore(ended, func(int) engines.Engine { return failing }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

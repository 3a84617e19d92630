package enginetrial

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// counting is an engine that counts leaves to a depth, right or wrong.
type counting struct {
	first
	deepest int
	wrong   uint64
}

func (c counting) Perft(ctx context.Context, p game.Position, depth int) (uint64, error) {
	if depth > c.deepest {
		return 0, errors.New("answered with a search")
	}
	leaves, err := game.Perft(ctx, p, depth)
	return leaves + c.wrong, err
}

// TestTryPerft: leaves are counted to three plies, or to one, or not at all.
func TestTryPerft(t *testing.T) {
	for _, test := range []struct {
		name   string
		engine engine.Engine
		limit  string
		left   bool
	}{
		{"go perft", counting{deepest: 9}, "depth=3", false},
		{"searchmoves", counting{deepest: 1}, "depth=1 # each legal move is asked for by searchmoves: it has no go perft", false},
		{"wrong counts", counting{deepest: 9, wrong: 1}, "", true},
		{"neither", counting{}, "", true},
		{"no counter", first{}, "", true},
	} {
		options := starter.Options{}
		trial := Trial{Options: &options}
		must.Do(t, trial.tryPerft(t.Context(), inProcess(func() engine.Engine { return test.engine })))
		if _, left := options.Left[starter.PerftName]; options.Limits[starter.PerftName] != test.limit || left != test.left {
			t.Errorf("%s: limits %q, left out %q", test.name, options.Limits, options.Left)
		}
	}
}

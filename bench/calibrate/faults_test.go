package calibrate

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
)

// failing is an engine that fails in the first searches of all its processes.
type failing struct {
	fittest.Base
	left *int
}

func (f failing) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if *f.left > 0 {
		*f.left--
		return engine.Result{}, errors.New("planned")
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: 1000}, nil
}

// TestFaults checks that a fault in one of 72 forms is reported, and that a second one ends the measurement. The
// engine gets two attempts at each form.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		failures, told int
		fails          bool
	}{{0, 0, false}, {2, 1, false}, {4, 0, true}} {
		r, _ := working(t, settings)
		told := 0
		r.Tell = func(string, ...any) { told++ }
		left := test.failures
		on := engines.Engine{Name: "failing", Open: func() (engine.Engine, error) { return failing{left: &left}, nil }}
		chosen := r.Config.Suites[0]
		chosen.Forms = 32
		d, err := searchDraws(t.Context(), r, on, &chosen, 8, "2026-01-02")
		if test.fails != (err != nil) || test.fails && failure.Of(err) != failure.Engine || !test.fails && told != test.told {
			t.Errorf("%d failures: told %d, %v", test.failures, told, err)
		}
		if err == nil && len(d.runs[0].Outcomes) < 50 {
			t.Errorf("%d forms, too few for the test", len(d.runs[0].Outcomes))
		}
	}
}

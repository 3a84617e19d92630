package calibrate

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
)

// TestMissed: two draws in which a tenth of the searches overran the limit say so.
func TestMissed(t *testing.T) {
	draw := func(late int) *bench.Run {
		run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "few", Digest: "d", Count: 60, Forms: 2}, Limits: "nodes=100", Complete: true}
		for i := range 60 {
			o := bench.Outcome{ID: fmt.Sprintf("P.%02d", i/2), Verdict: bench.Measured, Nodes: uint64(100 + i%7), Depth: 3}
			if i%2 == 1 {
				o.ID += "/flip"
			}
			if i%10 < late {
				o.Ended, o.Nodes = bench.Late, 900
			}
			run.Outcomes = append(run.Outcomes, o)
		}
		return run
	}
	for late, want := range map[int]bool{0: false, 1: true} {
		second := draw(late)
		for i := range second.Outcomes {
			second.Outcomes[i].Nodes++
			second.Outcomes[i].Ended = 0
		}
		s, err := scatterOf(draw(late), second, compare.Gate{Axis: compare.Nodes, Total: 50, Position: compare.Unlimited}, nil)
		if err != nil || s.Missed != want {
			t.Errorf("%d of 10 late: %v, %v", late, err, s)
		}
	}
}

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

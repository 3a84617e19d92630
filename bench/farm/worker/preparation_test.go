package worker

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// broken is an engine that fails.
type broken struct{ fittest.Base }

func (broken) Search(context.Context, engine.Task, func(engine.Info)) (engine.Result, error) {
	return engine.Result{}, errors.New("crash")
}

// TestRacingFault: an engine that fails in a race is a result; a race that was ended is
// none.
func TestRacingFault(t *testing.T) {
	open := func() (engine.Engine, error) { return broken{}, nil }
	config := speed.Config{Base: open, Head: open, Limits: engine.Limits{Nodes: 1}, Budget: time.Second, Now: time.Now}
	item := &farm.Item{Positions: []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}
	result, err := runRace(t.Context(), config, item, "", "")
	if err != nil || result.End != farm.Done || !strings.Contains(string(result.Outcome), "crash") {
		t.Errorf("got %s, %v", result.Outcome, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := runRace(ended, config, item, "", ""); err == nil {
		t.Error("a race that was ended is a result")
	}
}

// TestControlOf: clocks are scaled to this machine, and refused if the speed that they
// refer to is not known.
func TestControlOf(t *testing.T) {
	for _, test := range []struct {
		control string
		factor  float64
		want    string
		err     string
	}{
		{"tc=8+0.08", 0.5, "tc=4+0.04", ""},
		{"nodes=100", 0.5, "nodes=100", ""},
		{"nodes=100", 0, "nodes=100", ""},
		{"movetime=10ms", 0, "", `player "p" has a clock, for a speed that is not said`},
		{"much", 0, "", `limit "much"`},
	} {
		got, err := controlOf(&farm.Player{Name: "p", Control: test.control}, test.factor)
		if test.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), test.err) {
				t.Errorf("%s: got %v", test.control, err)
			}
			continue
		}
		if err != nil || got.String() != test.want {
			t.Errorf("%s: got %s, %v", test.control, got, err)
		}
	}
}

// listening is an engine that lists the positions that it searches.
type listening struct {
	fittest.Base
	searched *[]string
}

func (l listening) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	*l.searched = append(*l.searched, task.Start.String())
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: 1}, nil
}

// TestSuiteRunnerPreludes: a form of a later round is searched after a middle game, or after a position behind its own first
// move.
func TestSuiteRunnerPreludes(t *testing.T) {
	const own, behind, record = "8/8/8/8/8/4k3/8/4K2R w - - 0 1", "8/8/8/8/8/4k3/8/3K3R b - - 1 1", `8/8/8/8/8/4k3/8/4K2R w - - bm Rh3+; id "A/2";`
	for _, related := range []bool{false, true} {
		var searched []string
		config := bench.Config{Limits: bench.Limits{Limits: engine.Limits{Depth: 1}}}
		r := newSuiteRunner(bench.NewSearcher(func() (engine.Engine, error) { return listening{searched: &searched}, nil }, fittest.Base{}.ID(), config), 8, related)
		must.Get(r.Do(t.Context(), &farm.Item{Record: record}))(t)
		r.Close()
		if len(searched) != 2 || searched[1] != own || slices.Contains(searched, behind) != related {
			t.Errorf("related %t: searched %q", related, searched)
		}
	}
}

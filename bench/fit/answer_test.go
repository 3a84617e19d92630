package fit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// deaf is an engine that ends searches by depth alone, or none. Others go on until they are stopped, or fail.
type deaf struct {
	fake
	depth, early, fails bool
}

func (d *deaf) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	switch {
	case d.depth && task.Limits.Depth > 0:
	case d.early:
		return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 2, Stop: engine.StopEarly}, nil
	case d.fails:
		return engine.Result{}, errors.New("no answer")
	default:
		<-ctx.Done()
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: 1}, nil
}

// shogi is an engine of shogi.
type shogi struct{ fake }

func (*shogi) ID() engine.ID { return engine.ID{Name: "shogi", Game: game.Shogi} }

func (*shogi) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if task.Start.Game() != game.Shogi {
		return engine.Result{}, errors.New("no position of shogi")
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: task.Limits.Depth}, nil
}

// hasty is an engine whose first search fails.
type hasty struct {
	fake
	asked bool
}

func (h *hasty) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if !h.asked {
		h.asked = true
		return engine.Result{}, errors.New("no answer")
	}
	return h.fake.Search(ctx, task, each)
}

// terse is an engine that tells its nodes and no depth.
type terse struct {
	fake
	nodes func(depth int) uint64
}

func (e *terse) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	return engine.Result{Best: task.Start.LegalMoves()[0], Nodes: e.nodes(task.Limits.Depth), Stop: engine.StopDepth}, nil
}

// TestCheckDepthTerse: an engine that tells no depth keeps one if it searches more nodes to a larger depth.
func TestCheckDepthTerse(t *testing.T) {
	for want, nodes := range map[string]func(int) uint64{
		"": func(depth int) uint64 { return uint64(100 * depth) },
		"it tells no depth, and searches 100 nodes to depth 4 and 100 to depth 8": func(int) uint64 { return 100 },
	} {
		err := CheckDepth(t.Context(), engines.Engine{Name: "terse", Open: func() (engine.Engine, error) { return &terse{nodes: nodes}, nil }})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestCheckAnswers: an engine that has to be stopped or fails has no answer.
func TestCheckAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := func(e engine.Engine, err error) engines.Engine {
			return engines.Engine{Name: "mine", Open: func() (engine.Engine, error) { return e, err }}
		}
		const want = "engine mine keeps no limit by nodes and does not keep go depth 4, so no suite can be searched: %s (hint: zugwatch doctor says what it understands)"
		for _, test := range []struct {
			name   string
			on     engines.Engine
			missed string
			why    string
		}{
			{"by nodes", open(&fake{}, nil), "<nil>", ""},
			{"by nodes, the second time", open(&hasty{}, nil), "<nil>", ""},
			{"by depth", open(&deaf{depth: true}, nil), "it does not end the search within 5s", ""},
			{"by depth, and fails by nodes", open(&deaf{depth: true, fails: true}, nil), "no answer", ""},
			{"until it is stopped", open(&deaf{}, nil), "it does not end the search within 5s", "it does not end the search within 5s"},
			{"early by depth", open(&deaf{early: true}, nil), "<nil>", ""}, // it ends go nodes; CheckDepth finds the early end
			{"fails", open(&deaf{fails: true}, nil), "no answer", "no answer"},
		} {
			missed, err := CheckAnswers(t.Context(), test.on)
			if fmt.Sprint(missed) != test.missed || test.why == "" && err != nil || test.why != "" && (failure.Of(err) != failure.Engine || err.Error() != fmt.Sprintf(want, test.why)) {
				t.Errorf("%s: missed %v, %v of kind %d", test.name, missed, err, failure.Of(err))
			}
		}
		if _, err := CheckAnswers(t.Context(), open(nil, failure.With(failure.Machine, errors.New("no such file")))); failure.Of(err) != failure.Machine {
			t.Errorf("not opened: %v", err)
		}
		if err := CheckDepth(t.Context(), open(&deaf{early: true}, nil)); failure.Of(err) != failure.Engine || err.Error() != fmt.Sprintf(want, "it ends the search at depth 2") {
			t.Errorf("early: %v", err)
		}
		if err := CheckDepth(t.Context(), open(&shogi{}, nil)); err != nil {
			t.Errorf("an engine of shogi: %v", err)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := CheckAnswers(over, open(&deaf{}, nil)); !errors.Is(err, context.Canceled) {
			t.Errorf("a context that ended: %v", err)
		}
	})
}

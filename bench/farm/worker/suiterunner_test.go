package worker

import (
	"context"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// listening is an engine that lists the positions that it searches.
type listening struct{ searched *[]string }

func (listening) ID() engine.ID { return engine.ID{Name: "listening"} }

func (listening) Reset(context.Context) error { return nil }

func (listening) Close() error { return nil }

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
		r := &suiteRunner{bench.NewSearcher(func() (engine.Engine, error) { return listening{&searched}, nil }, engine.ID{Name: "listening"}, config), 8, related}
		must.Get(r.Do(t.Context(), &farm.Item{Record: record}))(t)
		r.Close()
		if len(searched) != 2 || searched[1] != own || slices.Contains(searched, behind) != related {
			t.Errorf("related %t: searched %q", related, searched)
		}
	}
}

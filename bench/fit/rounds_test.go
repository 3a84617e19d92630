package fit

import (
	"context"
	"hash/crc32"
	"testing"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// remembering is an engine whose nodes depend on the positions of its game so far, or on the last one alone.
type remembering struct {
	fittest.Base
	seen    string
	forgets bool
}

func (m *remembering) Reset(context.Context) error {
	m.seen = ""
	return nil
}

func (m *remembering) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	if m.forgets {
		m.seen = ""
	}
	m.seen += task.Start.String()
	move := task.Start.LegalMoves()[0]
	return engine.Result{Best: move, Depth: 1, Nodes: uint64(100 + crc32.ChecksumIEEE([]byte(m.seen))%1000), PV: []game.Move{move}}, nil
}

// TestRepeatsRounds: an engine that forgets what it searched before repeats the first round of forms.
func TestRepeatsRounds(t *testing.T) {
	for _, suite := range []string{"zugzwang", "wac"} {
		r := newRunner(t, "name: "+suite+", kind: tactics, forms: 4-32, limit: depth=8")
		for _, forgets := range []bool{true, false} {
			on := engines.Engine{Name: "remembering", Open: func() (engine.Engine, error) { return &remembering{forgets: forgets}, nil }}
			if got, err := RepeatsRounds(t.Context(), r, on, &r.Config.Suites[0]); got != forgets || err != nil {
				t.Errorf("%s: forgets %t: repeats %t, %v", suite, forgets, got, err)
			}
		}
	}
}

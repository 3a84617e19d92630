package fit

import (
	"context"
	"hash/crc32"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// remembering is an engine whose nodes depend on the positions of its game so far, or on the last one alone.
type remembering struct {
	seen    string
	forgets bool
}

func (*remembering) ID() engine.ID { return engine.ID{Name: "remembering"} }

func (m *remembering) Reset(context.Context) error {
	m.seen = ""
	return nil
}

func (*remembering) Close() error { return nil }

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
		settings := must.Get(config.Parse("zugwatch.yaml", []byte("suites:\n  - {name: "+suite+", kind: tactics, forms: 4-32, limit: depth=8}\n")))(t)
		r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Tool: "v0", Now: time.Now, Watch: runner.NoWatch, Tell: t.Logf}
		for _, forgets := range []bool{true, false} {
			on := engines.Engine{Name: "remembering", Open: func() (engine.Engine, error) { return &remembering{forgets: forgets}, nil }}
			if got, err := RepeatsRounds(t.Context(), r, on, &settings.Suites[0]); got != forgets || err != nil {
				t.Errorf("%s: forgets %t: repeats %t, %v", suite, forgets, got, err)
			}
		}
	}
}

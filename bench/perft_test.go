package bench

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
)

// counting is an engine that counts leaves, too many by some.
type counting struct {
	engine.Engine
	extra  uint64
	failed error
}

func (c *counting) Perft(ctx context.Context, position game.Position, depth int) (uint64, error) {
	leaves, err := game.Perft(ctx, position, depth)
	return leaves + c.extra, cmp.Or(c.failed, err)
}

// perftRecord asks for three counts of leaves.
func perftRecord(t testing.TB) epd.Record {
	record := ask(t, "x", startFEN)
	record.Perft = []epd.Count{{Depth: 1, Nodes: 20}, {Depth: 2, Nodes: 400}, {Depth: 3, Nodes: 8902}}
	return record
}

// TestPerft: leaves are counted as deep as the limits allow, nothing is searched, and a wrong
// count is missed.
func TestPerft(t *testing.T) {
	tests := []struct {
		name   string
		limits string
		extra  uint64
		want   string
		leaves uint64
		depth  int
		result Verdict
	}{
		{"by depth", "depth=2", 0, "D2 400", 400, 2, Solved},
		{"deeper than known", "depth=9", 0, "D3 8902", 8902, 3, Solved},
		{"by nodes", "nodes=8901", 0, "D2 400", 400, 2, Solved},
		{"by both", "depth=3,nodes=399", 0, "D1 20", 20, 1, Solved},
		{"the first at least", "nodes=1", 0, "D1 20", 20, 1, Solved},
		{"one too many", "nodes=8902", 1, "D3 8902", 8903, 3, Missed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			limits := must.Get(ParseLimits(test.limits))(t)
			engines, config := newStable(), depthConfig()
			config.Limits = limits
			run, _, err := Execute(t.Context(), func() (engine.Engine, error) {
				opened, err := engines.open()
				return &counting{Engine: opened, extra: test.extra}, err
			}, suiteOf(perftRecord(t)), config)
			must.Do(t, err)
			o := run.Outcomes[0]
			if o.Verdict != test.result || o.Want != test.want || o.Nodes != test.leaves || o.Depth != test.depth || o.HasUnknownTime() || len(engines.tasks) > 0 {
				t.Errorf("got %+v, %d searches", o, len(engines.tasks))
			}
			if why := o.Validate(); why != "" {
				t.Errorf("contradiction: %s", why)
			}
			o.Nodes += 5
			if o.Verdict == Solved && o.Validate() == "" {
				t.Errorf("no contradiction: %+v", o)
			}
		})
	}
}

// TestPerftFaults: an engine that cannot count has a fault, and limits that do not say how
// deep are refused.
func TestPerftFaults(t *testing.T) {
	engines, config := newStable(), depthConfig()
	run, _, err := Execute(t.Context(), engines.open, suiteOf(perftRecord(t)), config)
	if err != nil || run.Outcomes[0].Fault != FaultNoMove {
		t.Errorf("no counter: %+v, %v", run, err)
	}
	run, _, err = Execute(t.Context(), func() (engine.Engine, error) {
		opened, err := engines.open()
		return &counting{Engine: opened, failed: errors.New("no")}, err
	}, suiteOf(perftRecord(t)), config)
	if err != nil || run.Outcomes[0].Fault != FaultInternal {
		t.Errorf("counter that fails: %+v, %v", run, err)
	}
	config.Limits = must.Get(ParseLimits("mate=3"))(t)
	if _, _, err = Execute(t.Context(), engines.open, suiteOf(perftRecord(t)), config); err == nil || !strings.Contains(err.Error(), "do not say how deep (expected depth or nodes)") {
		t.Errorf("limits: %v", err)
	}
}

// TestPerftLimits: a suite of counts alone has a limit of its own.
func TestPerftLimits(t *testing.T) {
	asked := ask(t, "y", startFEN, "e4")
	if got := DefaultLimits(suiteOf(perftRecord(t))); got != defaultLeaves {
		t.Errorf("counts: %s", got)
	}
	if got := DefaultLimits(suiteOf(perftRecord(t), asked)); got != DefaultNodes {
		t.Errorf("counts and a question: %s", got)
	}
}

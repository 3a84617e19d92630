package compare

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestErrors(t *testing.T) {
	lines := []string{"a solved x 100", "b missed x 10"}
	tests := []struct {
		name   string
		change func(base, head *bench.Run, gate *Gate)
		want   string
	}{
		{"other suite", func(_, h *bench.Run, _ *Gate) { h.Suite.Digest = "e" }, `runs are not comparable: suite digest is "d" and "e"`},
		{"other limits and schema", func(b, h *bench.Run, _ *Gate) { h.Limits, b.Schema = "depth=8", 0 }, `runs are not comparable: schema is "0" and "1", limits is "depth=9" and "depth=8"`},
		{"a position less", func(_, h *bench.Run, _ *Gate) { h.Outcomes = h.Outcomes[:1] }, `runs are not comparable: positions is "2" and "1"`},
		{"another position", func(_, h *bench.Run, _ *Gate) { h.Outcomes[1].ID = "c" }, `runs are not comparable: record 2 is "b" and "c"`},
		{"another question", func(_, h *bench.Run, _ *Gate) { h.Outcomes[1].Want = "Qh7" }, `runs are not comparable: record 2 is "Qg6 (0 points)" and "Qh7 (0 points)"`},
		{"incomplete base", func(b, _ *bench.Run, _ *Gate) { b.Outcomes[1].Verdict = bench.Unfinished }, "base: run is incomplete: 1 of 2 positions are finished"},
		{"incomplete head", func(_, h *bench.Run, _ *Gate) { h.Complete = false }, "head: run is incomplete: 2 of 2 positions are finished"},
		{"a shard", func(_, h *bench.Run, _ *Gate) {
			h.Complete, h.Shard, h.Outcomes[1].Verdict = false, bench.Shard{Index: 1, Count: 2}, bench.Unfinished
		}, "head: shard 1/2: run is incomplete: 1 of 2 positions are finished"},
		{"no positions", func(b, h *bench.Run, _ *Gate) { b.Outcomes, h.Outcomes = nil, nil }, "base: run is incomplete: 0 of 0 positions are finished"},
		{"negative losses", func(_, _ *bench.Run, g *Gate) { g.MaxLost = -1 }, "gate: allowed losses -1 (expected 0 or more)"},
		{"negative faults", func(_, _ *bench.Run, g *Gate) { g.MaxFaults = -1 }, "gate: allowed faults -1 (expected 0 or more)"},
		{"unknown axis", func(_, _ *bench.Run, g *Gate) { g.Axis = 9 }, "gate: axis(9) is not what a suite can speak for (expected tactics, zugzwang, mates, rules or nodes)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base, head, gate := runOf(t, lines...), runOf(t, lines...), Gate{}
			test.change(base, head, &gate)
			c, err := Compare(base, head, gate, Evidence{})
			if err == nil || err.Error() != test.want || c != nil {
				t.Errorf("got %v, want %s", err, test.want)
			}
			var unlike *NotComparableError
			var incomplete *bench.IncompleteError
			if !errors.As(err, &unlike) && !errors.As(err, &incomplete) && failure.Of(err) != failure.Input {
				t.Errorf("the error is of no kind: %T", err)
			}
		})
	}
}

// TestComparableThreads: a run without Threads has one thread.
func TestComparableThreads(t *testing.T) {
	for value, want := range map[string]string{"1": "", "2": `runs are not comparable: option Threads is "2" and "1"`} {
		base, head := runOf(t, "a solved x 1"), runOf(t, "a solved x 1")
		base.Engine.Options = []engine.Option{{Name: "Threads", Value: value}}
		err := Comparable(base, head, []string{"Hash", "Threads"})
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("Threads %s: %v, want %q", value, err, want)
		}
	}
}

func TestRecordDifferencesAreCapped(t *testing.T) {
	var lines []string
	for i := range 30 {
		lines = append(lines, fmt.Sprintf("p%d solved x 1", i))
	}
	base, head := runOf(t, lines...), runOf(t, lines...)
	for i := range head.Outcomes {
		head.Outcomes[i].ID += "'"
	}
	_, err := Compare(base, head, Gate{}, Evidence{})
	if unlike, ok := errors.AsType[*NotComparableError](err); !ok || len(unlike.Differences) != maxRecordDifferences {
		t.Errorf("got %v", err)
	}
}

func TestEnginesMayDiffer(t *testing.T) {
	base, head := runOf(t, "a solved x 1"), runOf(t, "a solved x 1")
	base.Engine.Options = []engine.Option{{Name: "Hash", Value: "16"}, {Name: "NullMove", Value: "r3"}}
	head.Engine = engine.ID{Name: "Zug", Version: "2", Options: []engine.Option{{Name: "NullMove", Value: "off"}, {Name: "Threads", Value: ""}}}
	c := must.Get(Compare(base, head, Gate{}, Evidence{}))(t)
	want := []Difference{
		{"version", "1", "2"},
		{"option Hash", "16", "(not set)"},
		{"option NullMove", "r3", "off"},
		{"option Threads", "(not set)", ""},
	}
	if !reflect.DeepEqual(c.Differences, want) {
		t.Errorf("got %+v, want %+v", c.Differences, want)
	}
}

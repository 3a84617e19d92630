package runner

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// TestBound: the longest time of a run is that of its positions, one after the other in
// each worker, each tried twice.
func TestBound(t *testing.T) {
	limits := uci.Allowance{
		Start: 2 * time.Second, Ready: time.Second, Write: time.Second, Position: 10 * time.Second, Stop: time.Second,
		Quit: time.Second, Term: time.Second, Kill: time.Second,
	}
	// To start, write, ready; ready twice, write, position, stop, quit, term, and kill
	// three times.
	each := 4*time.Second + 19*time.Second
	m := &Runner{Workers: 2}
	suite := &suites.Suite{Records: make([]epd.Record, 5)}
	on := engines.Engine{Command: uci.Command{Path: "engine", Allowance: limits}}
	tests := []struct {
		name   string
		on     engines.Engine
		config bench.Config
		want   time.Duration
	}{
		{"nodes", on, bench.Config{Limits: bench.Limits{Limits: engine.Limits{Nodes: 9}}}, 3*2*each + 30*time.Second},
		{"depth of the record", on, bench.Config{Limits: bench.Limits{RecordDepth: true}}, 3*2*each + 30*time.Second},
		{"repeated", on, bench.Config{Limits: bench.Limits{RecordDepth: true}, Repeat: 4}, 4*3*2*each + 30*time.Second},
		{"steps", on, bench.Config{Limits: bench.Limits{Limits: engine.Limits{Nodes: 9}, Steps: 6}, Repeat: 4}, 4*3*6*2*each + 30*time.Second},
		{"shard", on, bench.Config{Limits: bench.Limits{RecordDepth: true}, Shard: bench.Shard{Index: 5, Count: 5}}, 2*each + 30*time.Second},
		{"mates in this process", engines.Engine{}, bench.Config{Limits: bench.Limits{Limits: engine.Limits{Mate: 3}}, Repeat: 2}, 2*3*time.Minute + 30*time.Second},
		{"mates of the records", engines.Engine{}, bench.Config{Limits: bench.Limits{RecordMate: true}}, 3*time.Minute + 30*time.Second},
		{"in this process", engines.Engine{}, bench.Config{Limits: bench.Limits{RecordDepth: true}}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := m.maxDuration(test.on, suite, &test.config); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestWarnOnce: WarnOnce tells each kind of warning once. Called again, it returns the same runner.
func TestWarnOnce(t *testing.T) {
	var told []string
	all := &Runner{Tell: func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }}
	once := all.WarnOnce()
	if once == all || once.WarnOnce() != once || once.Quiet().WarnOnce().warned != once.warned {
		t.Error("runners are mixed up")
	}
	for _, r := range []*Runner{all, once} {
		r.warn("wac", "engine: lines lost: 3")
		r.warn("wac", "engine close: it hangs")
		r.warn("mates", "engine: lines lost: 5")
		r.warn("mates", "engine close: it hangs")
	}
	want := []string{
		"wac: engine: lines lost: 3", "wac: engine close: it hangs", "mates: engine: lines lost: 5", "mates: engine close: it hangs",
		"wac: engine: lines lost: 3", "wac: engine close: it hangs",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

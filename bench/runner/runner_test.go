package runner

import (
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

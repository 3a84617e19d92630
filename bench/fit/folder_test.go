package fit

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
)

// reader searches so many nodes more than 100.
type reader struct {
	fittest.Base
	nodes uint64
}

func (r reader) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	return engine.Result{Best: task.Start.LegalMoves()[0], Nodes: 100 + r.nodes}, nil
}

// TestFindFolder: the first folder in which an engine answers otherwise is found, if the engine repeats its answers.
func TestFindFolder(t *testing.T) {
	for _, test := range []struct {
		name    string
		nodes   map[string]uint64 // by folder; without an entry the engine does not start
		changes string            // the folder in which it never repeats its answers; all: in every one
		want    string
	}{
		{"reads nothing", map[string]uint64{"": 0, "bin": 0, ".": 0}, "none", ""},
		{"reads a network beside it", map[string]uint64{"": 0, "bin": 7, ".": 0}, "none", "bin"},
		{"reads one in the root", map[string]uint64{"": 0, "bin": 0, ".": 7}, "none", "."},
		{"starts there alone", map[string]uint64{".": 0}, "none", "."},
		{"starts nowhere", nil, "none", ""},
		{"does not repeat its answers", map[string]uint64{"": 0, "bin": 7, ".": 0}, "all", ""},
		{"learns from a file", map[string]uint64{"": 0, "bin": 7, ".": 0}, "bin", ""},
	} {
		opened := uint64(0)
		in := func(folder string) engines.Engine {
			return engines.Engine{Open: func() (engine.Engine, error) {
				nodes, starts := test.nodes[folder]
				if !starts {
					return nil, errors.New("no network")
				}
				if opened++; test.changes == folder || test.changes == "all" {
					nodes += opened
				}
				return reader{nodes: nodes}, nil
			}}
		}
		if found, err := FindFolder(t.Context(), in, []string{"bin", "."}); found != test.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", test.name, found, err, test.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FindFolder(ended, func(string) engines.Engine {
		return engines.Engine{Open: func() (engine.Engine, error) { return reader{}, nil }}
	}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

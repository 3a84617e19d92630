//go:build linux

package server

import (
	"os"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// dialServe starts this package's own server with the built-in engine. Only one
// that hangs takes as long as its limits.
func dialServe(t *testing.T) *uci.Process {
	t.Helper()
	p := must.Get(uci.Start(t.Context(), uci.Command{
		Path: os.Args[0], Env: []string{serveVariable + "=1"},
		Allowance: uci.Allowance{Start: forever, Ready: forever, Overrun: forever, Stall: forever, Stop: forever, Quit: forever},
	}))(t)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// TestGame plays a game of Dial against Serve. The engine at the other end of
// the pipes answers every question as the one in this process does, to the node.
func TestGame(t *testing.T) {
	options := search.Defaults()
	options.HashMB = 1
	inside := must.Get(search.New(options))(t)
	outside := dialServe(t)
	must.Do(t, outside.Reset(t.Context()))
	var moves []game.Move
	for ply := range 60 {
		task := engine.Task{Start: game.Chess.Start(), Moves: moves, Limits: engine.Limits{Depth: 4 + ply%3}}
		if ply%5 == 4 {
			task.Limits = engine.Limits{Nodes: 3000}
		}
		want := must.Get(inside.Search(t.Context(), task, nil))(t)
		got := answerOfTask(t, outside, task)
		if got.Best != want.Best || got.Ponder != want.Ponder || got.Nodes != want.Nodes || got.Depth != want.Depth {
			t.Fatalf("ply %d: outside %s %s depth %d nodes %d, inside %s %s depth %d nodes %d",
				ply, got.Best, got.Score, got.Depth, got.Nodes, want.Best, want.Score, want.Depth, want.Nodes)
		}
		if want.Best == game.NoMove {
			break
		}
		moves = append(moves, want.Best)
	}
	lines := 0
	task := engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 5}, MultiPV: 3}
	r, err := outside.Search(t.Context(), task, func(i engine.Info) {
		lines++
		if i.MultiPV != (lines-1)%3+1 || i.Depth != (lines+2)/3 || len(i.PV) == 0 {
			t.Errorf("line %d: depth %d, number %d, moves %v", lines, i.Depth, i.MultiPV, i.PV)
		}
	})
	if err != nil || lines != 15 || r.Depth != 5 || r.Stop != engine.StopDepth {
		t.Errorf("several lines: %d, depth %d, stop %s, error %v", lines, r.Depth, r.Stop, err)
	}
	for name, limits := range map[string]engine.Limits{
		"move time": {MoveTime: 30 * time.Millisecond},
		"CPU time":  {CPUTime: 30 * time.Millisecond},
		"clock":     {Clock: &engine.Clock{Left: [2]time.Duration{time.Second, time.Second}}},
		"mate":      {Mate: 1, Nodes: 20000},
	} {
		if r := answerOfTask(t, outside, engine.Task{Start: game.Chess.Start(), Limits: limits}); r.Best == game.NoMove {
			t.Errorf("%s: no answer", name)
		}
	}
	if c := outside.Irregularities(); c != (uci.Irregularities{}) {
		t.Errorf("conduct %+v", c)
	}
}

func answerOfTask(t testing.TB, p *uci.Process, task engine.Task) engine.Result {
	t.Helper()
	return must.Get(p.Search(t.Context(), task, nil))(t)
}

//go:build linux

package uci

import (
	"os"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// dialServe starts this package's own server with the built-in engine.
func dialServe(t testing.TB) *Process {
	t.Helper()
	p, err := Dial(t.Context(), Command{Path: os.Args[0], Env: []string{roleVariable + "=serve"}, Limits: Limits{Quit: 10 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
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
	inside, err := search.New(options)
	if err != nil {
		t.Fatal(err)
	}
	outside := dialServe(t)
	if err := outside.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	game := chess.NewGame(chess.Start())
	var moves []chess.Move
	for ply := range 60 {
		task := engine.Task{Start: chess.Start(), Moves: moves, Limits: engine.Limits{Depth: 4 + ply%3}}
		if ply%5 == 4 {
			task.Limits = engine.Limits{Nodes: 3000}
		}
		want, err := inside.Search(t.Context(), task, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := answerOfTask(t, outside, task)
		if got.Best != want.Best || got.Ponder != want.Ponder || got.Nodes != want.Nodes || got.Depth != want.Depth {
			t.Fatalf("ply %d: outside %s %s depth %d nodes %d, inside %s %s depth %d nodes %d",
				ply, got.Best, got.Score, got.Depth, got.Nodes, want.Best, want.Score, want.Depth, want.Nodes)
		}
		if want.Best == chess.NoMove {
			break
		}
		game.Play(want.Best)
		moves = append(moves, want.Best)
	}
	lines := 0
	task := engine.Task{Start: chess.Start(), Limits: engine.Limits{Depth: 5}, MultiPV: 3}
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
		if r := answerOfTask(t, outside, engine.Task{Start: chess.Start(), Limits: limits}); r.Best == chess.NoMove {
			t.Errorf("%s: no answer", name)
		}
	}
	if c := outside.Conduct(); c != (Conduct{}) {
		t.Errorf("conduct %+v", c)
	}
}

func answerOfTask(t testing.TB, p *Process, task engine.Task) engine.Result {
	t.Helper()
	r, err := p.Search(t.Context(), task, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRealEngines runs a part of WAC on engines of Debian, when asked to and as
// far as they are installed:
//
//	apt-get install stockfish toga2 gnuchess glaurung ethereal-chess fairy-stockfish
func TestRealEngines(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("ZUGWATCH_ENGINES is not set")
	}
	suite, err := suites.Open("wac")
	if err != nil {
		t.Fatal(err)
	}
	nodes := engine.Limits{Nodes: 30000}
	for _, e := range []struct {
		path   string
		args   []string
		limits engine.Limits // what it keeps by itself
	}{
		{"stockfish", nil, nodes},
		{"toga2", nil, nodes},
		{"gnuchess", []string{"--uci"}, nodes},
		{"glaurung", nil, nodes},
		{"ethereal-chess", nil, engine.Limits{Depth: 10}}, // takes a node limit for no time at all
		{"fairy-stockfish", nil, nodes},
	} {
		t.Run(e.path, func(t *testing.T) {
			command := Command{Path: "/usr/games/" + e.path, Args: e.args}
			if e.path == "fairy-stockfish" {
				command.Options = []engine.Option{{Name: "UCI_Variant", Value: "chess"}}
			}
			p, err := Dial(t.Context(), command)
			if err != nil {
				t.Fatal(err)
			}
			solved, asked := 0, 0
			for i := 0; i < len(suite.Records); i += 10 {
				record := &suite.Records[i]
				if err := p.Reset(t.Context()); err != nil {
					t.Fatalf("%s: %v", record.ID, err)
				}
				r := answerOfTask(t, p, engine.Task{Start: record.Position, Limits: e.limits})
				asked++
				for _, m := range record.Best {
					if m == r.Best {
						solved++
					}
				}
			}
			r := answerOfTask(t, p, engine.Task{Start: chess.Start(), Limits: engine.Limits{CPUTime: 50 * time.Millisecond}})
			t.Logf("%s: solved %d of %d, CPU %v of 50ms, conduct %+v", p.ID().Name, solved, asked, r.CPU, p.Conduct())
			if solved < asked/3 {
				t.Errorf("solved %d of %d", solved, asked)
			}
			if err := p.Close(); err != nil {
				t.Logf("close: %v", err) // GNU Chess crashes here, after all its work
			}
			if left := whoCarries(tokenVariable+"="+p.session.body.(*child).family.token, 0); len(left) > 0 {
				t.Errorf("processes left behind: %v", left)
			}
		})
	}
}

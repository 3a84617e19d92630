//go:build linux

package uci

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// TestRealEngines runs a part of WAC on engines of Debian, when asked to and as
// far as they are installed:
//
//	apt-get install stockfish toga2 gnuchess glaurung ethereal-chess fairy-stockfish
func TestRealEngines(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("ZUGWATCH_ENGINES is not set")
	}
	suite := must.Get(suites.Open("wac"))(t)
	nodes := engine.Limits{Nodes: 30000}
	for _, e := range []struct {
		path   string
		args   []string
		limits engine.Limits // limits that the engine keeps by itself
		prints bool          // it knows eval
	}{
		{"stockfish", nil, nodes, true},
		{"toga2", nil, nodes, false},
		{"gnuchess", []string{"--uci"}, nodes, false},
		{"glaurung", nil, nodes, false},
		{"ethereal-chess", nil, engine.Limits{Depth: 10}, false}, // takes a node limit for no time at all
		{"fairy-stockfish", nil, nodes, true},
	} {
		t.Run(e.path, func(t *testing.T) {
			mark := markOf(t.Name())
			command := Command{Path: "/usr/games/" + e.path, Args: e.args, Env: []string{mark}}
			if e.path == "fairy-stockfish" {
				command.Options = []engine.Option{{Name: "UCI_Variant", Value: "chess"}}
			}
			p := must.Get(Start(t.Context(), command))(t)
			solved, asked := 0, 0
			for i := 0; i < len(suite.Records); i += 10 {
				record := &suite.Records[i]
				if err := p.Reset(t.Context()); err != nil {
					t.Fatalf("%s: %v", record.ID, err)
				}
				r := answerOf(t, p, engine.Task{Start: record.Position, Limits: e.limits})
				asked++
				if slices.Contains(record.Best, r.Best) {
					solved++
				}
			}
			r := answerOf(t, p, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{CPUTime: 50 * time.Millisecond}})
			t.Logf("%s: solved %d of %d, CPU %v of 50ms, conduct %+v", p.ID().Name, solved, asked, r.CPU, p.Irregularities())
			value, err := p.Evaluate(t.Context(), suite.Records[0].Position)
			if err != nil || (value.View == engine.FirstView) != e.prints {
				t.Errorf("eval: %+v, %v", value, err)
			}
			if solved < asked/3 {
				t.Errorf("solved %d of %d", solved, asked)
			}
			if err := p.Close(); err != nil {
				t.Logf("close: %v", err) // GNU Chess crashes here, after all its work
			}
			if left := whoCarries(mark); len(left) > 0 {
				t.Errorf("processes left behind: %v", left)
			}
		})
	}
}

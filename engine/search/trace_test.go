package search

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// zug020 is a position in which the defender is in mutual zugzwang after e6e1 g3g1 e1f1.
const zug020 = "8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - 0 1"

// withSettings returns a searcher with a null-move policy and parameters.
func withSettings(t *testing.T, policy, params string) *Searcher {
	t.Helper()
	return newWith(t, policy, params, 1)
}

// line parses the moves of a line from a position.
func line(t *testing.T, fen, text string) (game.Position, []game.Move) {
	t.Helper()
	start := game.Position(game.FromChess(position(t, fen)))
	p := start
	var moves []game.Move
	for name := range strings.FieldsSeq(text) {
		legal := p.LegalMoves()
		i := slices.IndexFunc(legal, func(m game.Move) bool { return m.String() == name })
		if i < 0 {
			t.Fatalf("%s: %s is not legal in %s", fen, name, p)
		}
		moves = append(moves, legal[i])
		p = p.After(legal[i])
	}
	return start, moves
}

// traced returns the nodes of a traced search.
func traced(t *testing.T, s *Searcher, fen, moves string, depth int) []TraceNode {
	t.Helper()
	start, on := line(t, fen, moves)
	_, nodes, err := s.Trace(t.Context(), engine.Task{Start: start, Limits: engine.Limits{Depth: depth}}, on)
	must.Do(t, err)
	return nodes
}

// TestTrace checks the trace of one node for each rule that decides it, over the classic evaluation: neither a new network
// nor tuned numbers change anything here.
func TestTrace(t *testing.T) {
	t.Parallel()
	const (
		tactics = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
		rooks   = "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1"
		queens  = "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1"
		middle  = "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 1"
		mated   = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1"
	)
	for _, test := range []struct {
		name, policy, params, fen, moves string
		depth, ply                       int
		want                             string // a part of the node as JSON
	}{
		{"null move", "r3,guard=none", "untuned", zug020, "e6e1 g3g1 e1f1", 10, 3, `"null":{"r":3,"depth":1.5,"value":"672","cut":true},"cut":{"rule":"nullmove"}`},
		{"null move without a cut", "r3,guard=none", "untuned", zug020, "e6e1 g3g1 e1f1", 10, 2, `"null":{"r":3,"depth":5,"value":"-727","cut":false}`},
		{"late move", "r3,guard=none", "untuned", zug020, "e6e1 g3g1 e1f1", 10, 2, `"next":{"place":15,"reduction":2.5,"depth":5.5,"value":"-672"}`},
		{"check", "r3,guard=none", "untuned", zug020, "e6e1 g3g1 e1f1", 10, 0, `"next":{"place":2,"extension":1,"depth":10,"value":"-525"}`},
		{"verification", "", "untuned", rooks, "f2e1 d6e6", 6, 1, `"cut":true,"verification":{"depth":1,"value":"-34"}},"cut":{"rule":"nullmove"}`},
		{"verified null move", "verified3", "untuned", rooks, "f2e1 d6e6", 6, 1, `"changes":[{"rule":"nullmove","plies":-1}]`},
		{"a move after that", "verified3", "untuned", rooks, "f2e1 d6d7", 6, 1, `"plies":-1}],"next":{"place":1,"depth":2.75,"value":"-90"}`},
		{"mates count from the node", "", "untuned", zug020, "e6e1 g3g1 e1f1", 10, 2, `"value":"#6","table":{"depth":9,"bound":"lower","value":"#6"`},
		{"null-move reduction", "nmr3", "untuned", rooks, "f4f5 e7g6", 6, 2, `"changes":[{"rule":"nullmove","plies":-4}],"cut":{"rule":"quiescence"}`},
		{"reverse futility", "off", "untuned", tactics, "c4c5 a3d3", 6, 2, `"cut":{"rule":"reverse-futility","limit":240}`},
		{"razoring", "off", "untuned,razor=100/200/300", queens, "d1d6 e8d6", 6, 2, `"cut":{"rule":"razoring","limit":300}`},
		{"probcut", "off", "untuned,probcut=100", tactics, "c4c5 b2a1n", 7, 2, `"cut":{"rule":"probcut","limit":100}`},
		{"singular", "off", "untuned,singular=5", tactics, "g1h1 e8d8", 6, 1, `"cut":{"rule":"singular"}`},
		{"multi-cut", "off", "untuned,mcdepth=3,mcr=2,mcmoves=5,mccuts=1", tactics, "d2d4 b2b1b", 6, 1, `"cut":{"rule":"multicut","limit":1}`},
		{"iterative reduction", "off", "untuned", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "e1g1 f8g8", 6, 1, `"changes":[{"rule":"iterative-reduction","plies":-1}]`},
		{"late-move pruning", "off", "untuned,singular=5", middle, "f8e8 f3e5", 6, 1, `"next":{"place":30,"skipped":{"rule":"late-moves","limit":29}}`},
		{"futility", "off", "untuned,lmp=0,futility=1/1/1/1/1/1/1", middle, "f8e8 g1f1", 4, 1, `"next":{"place":2,"skipped":{"rule":"futility","limit":-2}}`},
		{"exchange pruning", "off", "untuned,lmp=0,futility=off", middle, "f8e8 f3e5", 4, 1, `"next":{"place":33,"skipped":{"rule":"exchange-pruning","limit":-225}}`},
		{"an earlier move", "off", "untuned", tactics, "d2d4 b2b1b", 6, 1, `"next":{}`},
		{"the table, by the line", "", "untuned", mated, "d7c8 e3a7", 6, 1, `"cut":true,"iteration":4},"next":{"place":1,`},
		{"the table, by another line", "off", "plain", "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1", "g8f8 a2a3", 6, 1, `"cut":true},"cut":{"rule":"table"}`},
		{"draw", "", "untuned", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2", 3, 1, `"cut":{"rule":"draw"}`},
		{"quiescence", "off", "plain", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "g2g3", 1, 0, `"next":{"place":4,"value":"511"}`},
		{"searched again", "off", "untuned", rooks, "f4f5 d8b8", 6, 1, `"reduction":0.5,"research":true,"depth":4`},
	} {
		nodes := traced(t, withSettings(t, test.policy, test.params+",eval=classic"), test.fen, test.moves, test.depth)
		if len(nodes) <= test.ply {
			t.Errorf("%s: %d nodes (expected one at ply %d)", test.name, len(nodes), test.ply)
			continue
		}
		text := string(must.Get(json.Marshal(nodes[test.ply]))(t))
		if !strings.Contains(text, test.want) {
			t.Errorf("%s: got %s, want %s in it", test.name, text, test.want)
		}
	}
}

// TestTraceChangesNothing checks that a traced search has the same moves, scores and nodes as an untraced one.
func TestTraceChangesNothing(t *testing.T) {
	t.Parallel()
	for _, settings := range [][2]string{
		{"", "modern"}, {"r3,guard=none", "modern,singular=4,probcut=100,razor=100/200/300,mcdepth=4,mcr=2,mcmoves=5,mccuts=2"}, {"verified3", "falcon"},
	} {
		plain, tracing := withSettings(t, settings[0], settings[1]), withSettings(t, settings[0], settings[1])
		for _, fen := range append(slices.Clone(benchFENs[:8]), zug020, benchFENs[40]) {
			task := engine.Task{Start: game.FromChess(position(t, fen)), Limits: engine.Limits{Depth: 5}}
			must.Do(t, plain.Reset(t.Context()))
			must.Do(t, tracing.Reset(t.Context()))
			want := answer(t, plain, task)
			got, nodes, err := tracing.Trace(t.Context(), task, want.PV)
			if err != nil || got.Best != want.Best || got.Score != want.Score || got.Nodes != want.Nodes || got.Counters != want.Counters || !slices.Equal(got.PV, want.PV) {
				t.Errorf("%v %s: %s %s after %d nodes, %v (expected %s %s after %d)", settings, fen, got.Best, got.Score, got.Nodes, err, want.Best, want.Score, want.Nodes)
			}
			if len(nodes) == 0 && want.Best != game.NoMove {
				t.Errorf("%v %s: no node", settings, fen)
			}
		}
		if tracing.thread.trace != nil {
			t.Error("the tracer is still there")
		}
	}
}

// TestTraceLine checks that each node of a trace is the child that its parent searched last, with the depth and the value
// recorded there, and that the principal variation is traced to its end.
func TestTraceLine(t *testing.T) {
	t.Parallel()
	whole := 0
	for _, fen := range benchFENs[:8] {
		s := withSettings(t, "", "modern")
		task := engine.Task{Start: game.FromChess(position(t, fen)), Limits: engine.Limits{Depth: 7}}
		r := answer(t, s, task)
		must.Do(t, s.Reset(t.Context()))
		_, nodes, err := s.Trace(t.Context(), task, r.PV)
		if err != nil || len(nodes) == 0 || nodes[0].Value != r.Score || nodes[0].Best != r.Best || nodes[0].Iteration != 7 || nodes[0].Depth != 7 {
			t.Errorf("%s: %d nodes, %v, first %+v", fen, len(nodes), err, nodes[:min(1, len(nodes))])
			continue
		}
		for i := range nodes[1:] {
			before, n := &nodes[i], &nodes[i+1]
			if n.Ply != i+1 || before.Next == nil || before.Next.Value == nil || before.Next.Depth != n.Depth {
				t.Errorf("%s: %+v after %+v", fen, n, before)
			} else if up := scoreAt(-int32(scoreAt(int32(n.Value), -n.Ply)), before.Ply); up != *before.Next.Value {
				t.Errorf("%s: value %s after %s", fen, n.Value, *before.Next.Value)
			}
		}
		if last := nodes[len(nodes)-1]; last.Next == nil || last.Next.Depth < 1 {
			whole++
		}
	}
	if whole < 6 {
		t.Errorf("%d principal variations of 8 were traced to their end or to quiescence", whole)
	}
}

// TestTraceThreads checks that only a search by one thread is traced.
func TestTraceThreads(t *testing.T) {
	o := Defaults()
	o.HashMB, o.Threads = 1, 2
	s := must.Get(New(o))(t)
	if _, _, err := s.Trace(t.Context(), engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 1}}, nil); err == nil {
		t.Error("a search by two threads was traced")
	}
}

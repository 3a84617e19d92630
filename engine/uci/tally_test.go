package uci

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestTally: which line an answer rests on.
func TestTally(t *testing.T) {
	tests := []struct{ name, lines, want string }{
		{"nothing", "", "cp 0 depth 0"},
		{"the last exact line", "depth 1 score cp 5 pv e2e4\ndepth 2 score cp 7 pv e2e4", "cp 7 depth 2 e2e4"},
		{"not a bound behind it", "depth 1 score cp 5 pv e2e4\ndepth 2 score cp 90 lowerbound pv e2e4", "cp 5 depth 1 e2e4"},
		{"a bound where nothing else is", "depth 2 score cp 90 lowerbound pv e2e4", "cp 90 lowerbound depth 2 e2e4"},
		{"a score alone where nothing else is", "depth 2 score cp 90", "cp 90 depth 2"},
		{"a mate that is proven by a bound", "depth 1 score cp 5 pv e2e4\ndepth 2 score mate 9 lowerbound pv e2e4", "mate 9 lowerbound depth 2 e2e4"},
		{"not by one from above", "depth 1 score cp 5 pv e2e4\ndepth 2 score mate 9 upperbound pv e2e4", "cp 5 depth 1 e2e4"},
		{"nor of being mated", "depth 1 score cp 5 pv e2e4\ndepth 2 score mate -9 lowerbound pv e2e4", "cp 5 depth 1 e2e4"},
		{"nor for another move", "depth 1 score cp 5 pv e2e4\ndepth 2 score mate 9 lowerbound pv d2d4", "cp 5 depth 1 e2e4"},
		{"nor before an exact line", "depth 1 score mate 9 lowerbound pv e2e4\ndepth 2 score cp 5 pv e2e4", "cp 5 depth 2 e2e4"},
		{"a bound for the answer where the exact line has another move", "depth 1 score mate -5 pv d2d4\ndepth 2 score mate -4 lowerbound pv e2e4 e7e5", "mate -4 lowerbound depth 1 e2e4 e7e5"},
		{"but no upper one", "depth 1 score cp 10 pv d2d4\ndepth 2 score cp -50 upperbound pv e2e4", "cp 10 depth 1 d2d4"},
		{"but not before an exact line", "depth 1 score mate -4 lowerbound pv e2e4\ndepth 2 score mate -5 pv d2d4", "mate -5 depth 2 d2d4"},
		{"counters", "string counters null_tried=4\ndepth 1 score cp 5 pv e2e4\nstring counters depth=1 null_tried=4", "cp 5 depth 1 e2e4, 4 tried, 2 depths"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			talk := tally{root: game.Chess.Start()}
			for line := range strings.Lines(test.lines) {
				talk.addInfo("info " + strings.TrimSpace(line))
			}
			move := must.Get(talk.root.ParseMove("e2e4"))(t)
			r := talk.result(reply{move: move}, new(Irregularities))
			got := fmt.Sprintf("%s depth %d", UCI.ScoreText(r.Score, r.Bound), r.Depth)
			for _, m := range r.PV {
				got += " " + m.String()
			}
			if r.Counters.NullTried > 0 {
				got += fmt.Sprintf(", %d tried, %d depths", r.Counters.NullTried, len(r.ByDepth))
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestMateScore: of an engine that tells mates in centipawns, scores near that of a mate are mates.
func TestMateScore(t *testing.T) {
	for _, test := range []struct {
		mate       int
		told, want string
	}{
		{20000, "cp 19999", "mate 1"},
		{20000, "cp 19997", "mate 2"},
		{20000, "cp -19996 upperbound", "mate -2 upperbound"},
		{20000, "cp 19745", "mate 128"},
		{20000, "cp 19744", "cp 19744"},
		{20000, "cp 20000", "cp 20000"},
		{20000, "cp -20000 upperbound", "cp -20000 upperbound"},
		{20000, "cp 20001", "cp 20001"},
		{20000, "mate 3", "mate 3"},
		{1000000, "cp 999995", "mate 3"},
		{1000000, "cp 31000", "cp 30999"},
		{0, "cp 19999", "cp 19999"},
		{0, "cp 0", "cp 0"},
	} {
		talk := tally{root: game.Chess.Start(), mate: test.mate}
		talk.addInfo("info depth 2 score " + test.told + " pv e2e4")
		best := talk.best(must.Get(talk.root.ParseMove("e2e4"))(t))
		if got := UCI.ScoreText(talk.report.Score, talk.report.Bound); got != test.want || best.Bound == engine.Exact && best.Score != talk.report.Score {
			t.Errorf("%d, %s: got %s, want %s", test.mate, test.told, got, test.want)
		}
	}
}

// TestNodesApart: a score without a count of nodes has the last count of another line.
func TestNodesApart(t *testing.T) {
	var told []uint64
	talk := tally{root: game.Chess.Start(), each: func(info engine.Info) { told = append(told, info.Nodes) }}
	for _, line := range []string{"depth 1 score cp 5 pv e2e4", "nodes 700 nps 9", "depth 2 score cp 7 pv e2e4", "depth 3 score cp 8 nodes 900 pv e2e4"} {
		talk.addInfo("info " + line)
	}
	if want := []uint64{0, 700, 900}; !slices.Equal(told, want) {
		t.Errorf("nodes %d, want %d", told, want)
	}
}

// TestUnknownScore: an iteration with a missing or senseless score is reported with its move. The result has the score of
// another iteration.
func TestUnknownScore(t *testing.T) {
	for _, score := range []string{"", "score mate 0", "score cp -"} {
		var told []string
		talk := tally{root: game.Chess.Start(), each: func(info engine.Info) {
			told = append(told, fmt.Sprintf("depth %d score %d %v %s", info.Depth, info.Score, info.Bound, info.PV[0]))
		}}
		talk.addInfo("info depth 1 " + score + " nodes 20 pv e2e4")
		talk.addInfo("info depth 2 score cp 5 nodes 50 pv e2e4")
		talk.addInfo("info depth 3 " + score + " nodes 90 pv d2d4")
		talk.addInfo("info depth 3 " + score + " nodes 95")
		want := []string{"depth 1 score -32001 lower e2e4", "depth 2 score 5 exact e2e4", "depth 3 score -32001 lower d2d4"}
		if !slices.Equal(told, want) {
			t.Errorf("%q: told %q, want %q", score, told, want)
		}
		r := talk.result(reply{move: must.Get(talk.root.ParseMove("d2d4"))(t)}, new(Irregularities))
		if r.Depth != 2 || r.Score != 5 || r.Nodes != 95 {
			t.Errorf("%q: result depth %d, score %d, nodes %d, want 2, 5, 95", score, r.Depth, r.Score, r.Nodes)
		}
	}
}

// TestEnded: why a search ended whose answer rests on a depth, nodes and a score.
func TestEnded(t *testing.T) {
	const (
		pawn  = "8/8/8/8/8/4k3/2p5/2K5 b - - 0 1"
		queen = "r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1"
	)
	byNodes, byDepth := engine.Limits{Nodes: 1_000_000}, engine.Limits{Depth: 99}
	for _, test := range []struct {
		name   string
		root   string
		limits engine.Limits
		result engine.Result
		want   engine.StopReason
	}{
		{"far from its limit", pawn, byNodes, engine.Result{Depth: 59, Nodes: 5000, Score: 300}, engine.StopEarly},
		{"far from its depth", pawn, byDepth, engine.Result{Depth: 59, Nodes: 5000, Score: 300}, engine.StopEarly},
		{"its own deepest", pawn, byNodes, engine.Result{Depth: 60, Nodes: 5000, Score: 300}, engine.StopDepth},
		{"its own deepest by depth", pawn, byDepth, engine.Result{Depth: 60, Nodes: 5000, Score: 300}, engine.StopDepth},
		{"nearly decided", pawn, byNodes, engine.Result{Depth: 14, Nodes: 5000, Score: decidedScore - 1}, engine.StopEarly},
		{"decided", pawn, byNodes, engine.Result{Depth: 14, Nodes: 5000, Score: decidedScore}, engine.StopMate},
		{"decided by depth", pawn, byDepth, engine.Result{Depth: 14, Nodes: 5000, Score: -decidedScore}, engine.StopMate},
		{"a mate", pawn, byDepth, engine.Result{Depth: 14, Nodes: 5000, Score: engine.MateIn(8)}, engine.StopMate},
		{"nodes and no depth", pawn, engine.Limits{Depth: 8}, engine.Result{Nodes: 300}, engine.StopDepth},
		{"neither", pawn, engine.Limits{Depth: 8}, engine.Result{}, engine.StopEarly},
		{"no mate found", queen, engine.Limits{Mate: 2, Nodes: 1_000_000}, engine.Result{Depth: 4, Nodes: 5000, Score: 20}, engine.StopDepth},
		{"no mate asked for", queen, byNodes, engine.Result{Depth: 4, Nodes: 5000, Score: 20}, engine.StopEarly},
		{"an eighth of the nodes", queen, byNodes, engine.Result{Depth: 4, Nodes: 130_000, Score: 20}, engine.StopNodes},
		{"a part of the depth", queen, engine.Limits{Depth: 9}, engine.Result{Depth: 4, Nodes: 5000, Score: 20}, engine.StopEarly},
	} {
		q := &query{session: new(session), limits: test.limits}
		q.tally.root = game.MustParsePosition(test.root)
		if got := q.ended(&test.result); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestEndedAtSmallerDepth: an engine that searches an iteration less deeply after a fail high keeps a limit by depth if it tells as
// many iterations.
func TestEndedAtSmallerDepth(t *testing.T) {
	for _, test := range []struct {
		depths []int
		want   engine.StopReason
	}{
		{[]int{1, 2, 3, 4, 2, 2}, engine.StopDepth},
		{[]int{1, 2, 3, 4, 5, 5}, engine.StopDepth},
		{[]int{1, 2, 3, 4, 5}, engine.StopEarly},
		{[]int{1, 2, 3, 1, 2}, engine.StopEarly},
		{[]int{1, 1, 2, 2, 3, 3, 4}, engine.StopEarly}, // several lines of an iteration
	} {
		q := &query{session: new(session), limits: engine.Limits{Depth: 6}}
		q.tally.root = game.Chess.Start()
		for _, depth := range test.depths {
			q.tally.addInfo(fmt.Sprintf("info depth %d nodes 100 score cp 5 pv e2e4", depth))
		}
		r := q.tally.result(reply{move: must.Get(q.tally.root.ParseMove("e2e4"))(t)}, new(Irregularities))
		if got := q.ended(&r); got != test.want {
			t.Errorf("depths %v: %s, want %s", test.depths, got, test.want)
		}
	}
}

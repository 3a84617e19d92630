package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
)

// byNumber is an engine for which a move is worth its number in the list of all
// moves, plus the depth; each search takes ten nodes and one millisecond.
type byNumber struct{ searches int }

func (*byNumber) ID() ID                      { return ID{Name: "by number"} }
func (*byNumber) Reset(context.Context) error { return nil }
func (*byNumber) Close() error                { return nil }

func (e *byNumber) Search(ctx context.Context, task Task, each func(Info)) (Result, error) {
	e.searches++
	all := task.Root().LegalMoves()
	r := Result{Depth: task.Limits.Depth, Nodes: 10, Time: time.Millisecond, CPU: time.Millisecond, Stop: StopDepth}
	for i, m := range all {
		if len(task.SearchMoves) == 0 || slices.Contains(task.SearchMoves, m) {
			r.Best, r.Score = m, Score(i+task.Limits.Depth)
		}
	}
	r.PV = []game.Move{r.Best}
	r.Counters.NullTried = 2
	switch {
	case ctx.Err() != nil:
		r.Stop = StopContext
	case task.Limits.Nodes > 0 && task.Limits.Nodes < 10:
		r.Stop, r.Nodes = StopNodes, task.Limits.Nodes
	}
	if each != nil {
		each(Info{Hashfull: 5})
	}
	return r, nil
}

func TestLines(t *testing.T) {
	start := game.Chess.Start()
	only := start.LegalMoves()[:2]
	second := 1 * time.Second
	tests := []struct {
		name  string
		task  Task
		best  string
		depth int
		nodes uint64
		stop  StopReason
		lines []string
	}{
		{"one line", Task{Limits: Limits{Depth: 2}}, "g1h3", 2, 10, StopDepth, []string{"0:"}},
		{"two lines", Task{Limits: Limits{Depth: 2}, MultiPV: 2}, "g1h3", 2, 40, StopDepth, []string{"1:g1h3 1 20", "2:g1f3 1 20", "1:g1h3 2 40", "2:g1f3 2 40"}},
		{"fewer moves", Task{Limits: Limits{Depth: 1}, MultiPV: 9, SearchMoves: only}, "b2b3", 1, 20, StopDepth, []string{"1:b2b3 1 20", "2:a2a3 1 20"}},
		{"one move", Task{Limits: Limits{Depth: 1}, MultiPV: 9, SearchMoves: only[:1]}, "a2a3", 1, 10, StopDepth, []string{"0:"}},
		{"nodes", Task{Limits: Limits{Nodes: 45}, MultiPV: 2}, "g1h3", 2, 45, StopNodes, []string{"1:g1h3 1 20", "2:g1f3 1 20", "1:g1h3 2 40", "2:g1f3 2 40"}},
		{"nodes, none complete", Task{Limits: Limits{Nodes: 10}, MultiPV: 2}, "g1h3", 1, 10, StopNodes, nil},
		{"time", Task{Limits: Limits{MoveTime: 5 * time.Millisecond}, MultiPV: 2}, "g1h3", 2, 50, StopTime, []string{"1:g1h3 1 20", "2:g1f3 1 20", "1:g1h3 2 40", "2:g1f3 2 40"}},
		{"CPU time", Task{Limits: Limits{CPUTime: 2 * time.Millisecond}, MultiPV: 2}, "g1h3", 1, 20, StopTime, []string{"1:g1h3 1 20", "2:g1f3 1 20"}},
		{"clock", Task{Limits: Limits{Clock: &Clock{Left: [2]time.Duration{90 * time.Millisecond, second}}}, MultiPV: 2}, "g1h3", 1, 30, StopTime, []string{"1:g1h3 1 20", "2:g1f3 1 20"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var lines []string
			test.task.Start = start
			r, err := WithMultiPV(&byNumber{}).Search(t.Context(), test.task, func(i Info) {
				text := fmt.Sprintf("%d:", i.MultiPV)
				if i.MultiPV > 0 {
					text += fmt.Sprintf("%s %d %d", i.PV[0], i.Depth, i.Nodes)
				}
				lines = append(lines, text)
			})
			if err != nil || r.Best.String() != test.best || r.Depth != test.depth || r.Nodes != test.nodes || r.Stop != test.stop || !slices.Equal(lines, test.lines) {
				t.Errorf("best %s depth %d nodes %d stop %s lines %q, error %v", r.Best, r.Depth, r.Nodes, r.Stop, lines, err)
			}
		})
	}
}

func TestLinesCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := WithMultiPV(&byNumber{}).Search(ctx, Task{Start: game.Chess.Start(), MultiPV: 3}, nil)
	if err != nil || r.Best == game.NoMove || r.Stop != StopContext {
		t.Errorf("answer %s, stop %s, error %v", r.Best, r.Stop, err)
	}
}

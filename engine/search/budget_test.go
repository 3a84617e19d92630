package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

const ms = time.Millisecond

// TestEffortOfSearch checks that every node of a search is below some root move.
func TestEffortOfSearch(t *testing.T) {
	s := onClock(t, ms)
	r := answer(t, s, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 8}})
	root := &s.thread.root
	share := root.efforts.Percent(slices.Index(root.allowed, r.Best.Chess()), r.Nodes)
	sum := root.efforts.Sum()
	if sum != r.Nodes || share < 1 || share > 99 {
		t.Errorf("%d of %d nodes below root moves, %d %% below the best", sum, r.Nodes, share)
	}
}

// onClock returns a searcher whose wall clock advances by a tick at each reading.
func onClock(t *testing.T, tick time.Duration) *Searcher {
	t.Helper()
	o := Defaults()
	o.HashMB = 1
	var now time.Duration
	o.Now = func() time.Time { now += tick; return time.Unix(0, int64(now)) }
	return must.Get(New(o))(t)
}

func clockOf(left time.Duration) engine.Limits {
	return engine.Limits{Clock: &engine.Clock{Left: [2]time.Duration{left, left}}}
}

// TestNoTimeLeft checks that a side without time still completes an iteration
// and answers.
func TestNoTimeLeft(t *testing.T) {
	p := position(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for _, limits := range []engine.Limits{clockOf(0), clockOf(ms)} {
		r := answer(t, onClock(t, time.Second), engine.Task{Start: game.FromChess(p), Limits: limits})
		if r.Depth != 1 || len(r.PV) == 0 || r.Stop != engine.StopTime {
			t.Errorf("%+v: got %+v, want one iteration", limits, r)
		}
	}
}

// TestOnlyMove checks that an only move is answered quickly, on a clock only.
func TestOnlyMove(t *testing.T) {
	p := position(t, "6k1/pp3ppp/2n5/3p4/3P4/2P5/1P4P1/r6K w - - 0 1") // Kh2 is forced
	free := position(t, "r5k1/pp3ppp/2n5/3p4/3P4/2P5/1P4P1/7K w - - 0 1")
	s := onClock(t, 4*ms)
	quick := answer(t, s, engine.Task{Start: game.FromChess(p), Limits: clockOf(10 * time.Second)})
	if soft := budget.New(clockOf(10*time.Second).Clock, game.First).Soft; quick.Time > soft/10 {
		t.Errorf("%v for the only move, %v for others", quick.Time, soft)
	}
	if r := answer(t, s, engine.Task{Start: game.FromChess(free), Limits: clockOf(10 * time.Second)}); r.Time < 2*quick.Time {
		t.Errorf("%v with a choice, %v without", r.Time, quick.Time)
	}
	if r := answer(t, s, engine.Task{Start: game.FromChess(p), Limits: engine.Limits{MoveTime: time.Second}}); r.Time < time.Second {
		t.Errorf("%v of a second for the only move", r.Time)
	}
}

// TestMateIsEnough checks that the search stops once a mate is proven.
func TestMateIsEnough(t *testing.T) {
	p := position(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	r := answer(t, onClock(t, ms), engine.Task{Start: game.FromChess(p), Limits: clockOf(time.Hour)})
	if n, _ := r.Score.Mate(); n != 1 || r.Depth > 3 {
		t.Errorf("%s at depth %d, want #1 at depth 2", r.Score, r.Depth)
	}
}

// TestClockOfSideToMove checks that the clock is that of the side to move after
// the moves of the task.
func TestClockOfSideToMove(t *testing.T) {
	p := chess.Start()
	m := must.Get(p.ParseMove("e2e4"))(t)
	limits := engine.Limits{Clock: &engine.Clock{Left: [2]time.Duration{time.Hour, time.Second}}}
	r, err := onClock(t, ms).Search(context.Background(), engine.Task{Start: game.FromChess(p), Moves: game.FromChessMoves(m), Limits: limits}, nil)
	if err != nil || r.Time > time.Second {
		t.Errorf("%v used of a second: %v", r.Time, err)
	}
}

package search

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

const ms = time.Millisecond

// TestBudget holds the bounds of budgets against a table.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		left, increment time.Duration
		moves           int
		soft, hard      time.Duration
	}{
		{10 * time.Second, 100 * ms, 0, 343259090, 2112363636},
		{time.Second, 10 * ms, 0, 33475 * time.Microsecond, 206 * ms},
		{100 * ms, 0, 0, 2009090, 12363636},
		{10 * ms, 0, 0, 0, 0},
		{0, 0, 0, 0, 0},
		{0, time.Second, 0, 0, 0},
		{time.Minute, 0, 40, 1771250 * time.Microsecond, 10900 * ms},
		{time.Minute, 0, 2, 19496100 * time.Microsecond, 34493100 * time.Microsecond},
		{time.Minute, 0, 1, 38992850 * time.Microsecond, 50990650 * time.Microsecond},
		{-time.Second, 0, 1, 0, 0},
	} {
		clock := engine.Clock{MovesToGo: c.moves}
		clock.Left[chess.Black], clock.Increment[chess.Black] = c.left, c.increment
		got := newBudget(&clock, game.Second)
		if want := (budget{c.soft, c.hard}); got != want {
			t.Errorf("%v + %v, %d moves to go: {%v, %v}, want {%v, %v}", c.left, c.increment, c.moves, got.soft, got.hard, want.soft, want.hard)
		}
	}
}

// TestBudgetNeverLoses plays games in which every search takes as long as it
// may, and what is around it some time more.
func TestBudgetNeverLoses(t *testing.T) {
	for _, c := range []struct {
		base, increment, around time.Duration
		control                 int // moves until the base is added again; 0: never
	}{
		{10 * time.Second, 100 * ms, 20 * ms, 0},
		{time.Second, 10 * ms, 5 * ms, 0},
		{100 * ms, 0, ms / 20, 0},
		{time.Second, 0, 2 * ms, 1},
		{time.Second, 0, 2 * ms, 2},
		{10 * time.Second, 0, ms, 40},
		{time.Hour, 0, ms / 10, 0},
		{time.Second, time.Minute, 5 * ms, 0},
	} {
		t.Run(fmt.Sprintf("%v + %v every %d moves", c.base, c.increment, c.control), func(t *testing.T) {
			left := c.base
			for move := range 150 {
				clock := engine.Clock{Left: [2]time.Duration{left}, Increment: [2]time.Duration{c.increment}}
				if c.control > 0 {
					clock.MovesToGo = c.control - move%c.control
				}
				b := newBudget(&clock, game.First)
				if b.soft > b.hard || b.soft < 0 {
					t.Fatalf("move %d with %v left: %+v", move, left, b)
				}
				if left -= b.hard + c.around; left <= 0 {
					t.Fatalf("move %d: out of time, %v after %v", move, left, b.hard)
				}
				left += c.increment
				if clock.MovesToGo == 1 {
					left += c.base
				}
			}
		})
	}
}

// TestPercent holds how doubt changes the time for a move.
func TestPercent(t *testing.T) {
	sure := pace{stable: 9}
	for _, c := range []struct {
		name   string
		pace   pace
		effort int
		want   int
	}{
		{"sure", sure, 100, 49},
		{"sure with much work elsewhere", sure, 30, 106},
		{"new best move", pace{}, 50, 165},
		{"score rises", pace{stable: 9, drop: -80}, 100, 49},
		{"score falls", pace{stable: 9, drop: 50}, 100, 73},
		{"score collapses", pace{stable: 9, drop: 5000}, 100, 78},
		{"mate seen", pace{stable: 9, drop: 2 * engine.MateScore}, 100, 78},
	} {
		if got := c.pace.percent(c.effort); got != c.want {
			t.Errorf("%s: %d %%, want %d %%", c.name, got, c.want)
		}
	}
}

// TestPace holds what is learnt from iterations.
func TestPace(t *testing.T) {
	var p pace
	for i, c := range []struct {
		best  chess.Move
		score engine.Score
		want  pace
	}{
		{1, 30, pace{best: 1, stable: 0, score: 30, drop: 0}},
		{1, 20, pace{best: 1, stable: 1, score: 20, drop: 10}},
		{1, 25, pace{best: 1, stable: 2, score: 25, drop: -5}},
		{2, -75, pace{best: 2, stable: 0, score: -75, drop: 100}},
	} {
		p.note(&engine.Result{Best: game.OfChessMove(c.best), Score: c.score, Depth: i + 1})
		if p != c.want {
			t.Errorf("iteration %d: %+v, want %+v", i+1, p, c.want)
		}
	}
}

// TestEffort holds that the nodes below root moves are shared out.
func TestEffort(t *testing.T) {
	r := rootState{allowed: []chess.Move{10, 20, 30}, current: -1}
	r.turn(1, 0)
	r.turn(0, 300)
	r.turn(-1, 350)
	r.turn(1, 400)
	if got := r.effort(20, 1000); got != 90 {
		t.Errorf("effort %d %%, want 90 %%", got)
	}
	if got := r.effort(10, 1000); got != 5 {
		t.Errorf("effort %d %%, want 5 %%", got)
	}
	if got := r.effort(77, 1000); got != 0 {
		t.Errorf("effort of an unknown move %d %%, want 0 %%", got)
	}
}

// TestEffortOfSearch holds that every node of a search is below some root move.
func TestEffortOfSearch(t *testing.T) {
	s := onClock(t, ms)
	r := answer(t, s, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 8}})
	root := &s.thread.root
	share := root.effort(r.Best.Chess(), r.Nodes)
	sum := uint64(0)
	for _, n := range root.spent {
		sum += n
	}
	if sum != r.Nodes || share < 1 || share > 99 {
		t.Errorf("%d of %d nodes below root moves, %d %% below the best", sum, r.Nodes, share)
	}
}

// onClock makes a searcher whose wall clock goes on by a tick with each look.
func onClock(t *testing.T, tick time.Duration) *Searcher {
	t.Helper()
	o := Defaults()
	o.HashMB = 1
	var now time.Duration
	o.Now = func() time.Time { now += tick; return time.Unix(0, int64(now)) }
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func clockOf(left time.Duration) engine.Limits {
	return engine.Limits{Clock: &engine.Clock{Left: [2]time.Duration{left, left}}}
}

// TestNoTimeLeft holds that a side without time still completes an iteration
// and answers.
func TestNoTimeLeft(t *testing.T) {
	p := position(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for _, limits := range []engine.Limits{clockOf(0), clockOf(ms)} {
		r := answer(t, onClock(t, time.Second), engine.Task{Start: game.OfChess(p), Limits: limits})
		if r.Depth != 1 || len(r.PV) == 0 || r.Stop != engine.StopTime {
			t.Errorf("%+v: got %+v, want one iteration", limits, r)
		}
	}
}

// TestOnlyMove holds that an only move is answered quickly, on a clock only.
func TestOnlyMove(t *testing.T) {
	p := position(t, "6k1/pp3ppp/2n5/3p4/3P4/2P5/1P4P1/r6K w - - 0 1") // Kh2 is forced
	free := position(t, "r5k1/pp3ppp/2n5/3p4/3P4/2P5/1P4P1/7K w - - 0 1")
	s := onClock(t, 4*ms)
	quick := answer(t, s, engine.Task{Start: game.OfChess(p), Limits: clockOf(10 * time.Second)})
	if soft := newBudget(clockOf(10*time.Second).Clock, game.First).soft; quick.Time > soft/10 {
		t.Errorf("%v for the only move, %v for others", quick.Time, soft)
	}
	if r := answer(t, s, engine.Task{Start: game.OfChess(free), Limits: clockOf(10 * time.Second)}); r.Time < 2*quick.Time {
		t.Errorf("%v with a choice, %v without", r.Time, quick.Time)
	}
	if r := answer(t, s, engine.Task{Start: game.OfChess(p), Limits: engine.Limits{MoveTime: time.Second}}); r.Time < time.Second {
		t.Errorf("%v of a second for the only move", r.Time)
	}
}

// TestMateIsEnough holds that a proven mate is played without more thought.
func TestMateIsEnough(t *testing.T) {
	p := position(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	r := answer(t, onClock(t, ms), engine.Task{Start: game.OfChess(p), Limits: clockOf(time.Hour)})
	if n, _ := r.Score.Mate(); n != 1 || r.Depth > 3 {
		t.Errorf("%s at depth %d, want #1 at depth 2", r.Score, r.Depth)
	}
}

// TestMateNeedsDepth holds that a mate which a shorter one may yet replace is
// not enough.
func TestMateNeedsDepth(t *testing.T) {
	for _, mate := range []int{5, -5} {
		for depth, want := range map[int]bool{9: false, 10: true} {
			m := &meter{game: true, budget: budget{soft: time.Hour, hard: time.Hour}, wall: func() time.Duration { return 0 }}
			main := &thread{result: engine.Result{Score: engine.MateIn(mate), Depth: depth}, root: rootState{current: -1}}
			if got := m.isEnough(main); got != want {
				t.Errorf("mate in %d at depth %d: enough %t, want %t", mate, depth, got, want)
			}
		}
	}
}

// TestClockOfSideToMove holds that the clock is that of the side to move after
// the moves, not of the side that began.
func TestClockOfSideToMove(t *testing.T) {
	p := chess.Start()
	m, err := p.ParseMove("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	limits := engine.Limits{Clock: &engine.Clock{Left: [2]time.Duration{time.Hour, time.Second}}}
	r, err := onClock(t, ms).Search(context.Background(), engine.Task{Start: game.OfChess(p), Moves: game.OfChessMoves(m), Limits: limits}, nil)
	if err != nil || r.Time > time.Second {
		t.Errorf("%v used of a second: %v", r.Time, err)
	}
}

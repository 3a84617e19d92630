package budget

import (
	"fmt"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
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
		clock.Left[1], clock.Increment[1] = c.left, c.increment
		got := New(&clock, game.Second)
		if want := (Budget{c.soft, c.hard}); got != want {
			t.Errorf("%v + %v, %d moves to go: {%v, %v}, want {%v, %v}", c.left, c.increment, c.moves, got.Soft, got.Hard, want.Soft, want.Hard)
		}
	}
}

// TestBudgetNeverLoses plays games in which every search takes its whole hard bound and each move has some overhead.
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
				b := New(&clock, game.First)
				if b.Soft > b.Hard || b.Soft < 0 {
					t.Fatalf("move %d with %v left: %+v", move, left, b)
				}
				if left -= b.Hard + c.around; left <= 0 {
					t.Fatalf("move %d: out of time, %v after %v", move, left, b.Hard)
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
	sure := Stability{stable: 9}
	for _, c := range []struct {
		name   string
		pace   Stability
		effort int
		want   int
	}{
		{"sure", sure, 100, 49},
		{"sure with much work elsewhere", sure, 30, 106},
		{"new best move", Stability{}, 50, 165},
		{"score rises", Stability{stable: 9, drop: -80}, 100, 49},
		{"score falls", Stability{stable: 9, drop: 50}, 100, 73},
		{"score collapses", Stability{stable: 9, drop: 5000}, 100, 78},
		{"mate seen", Stability{stable: 9, drop: 2 * engine.MateScore}, 100, 78},
	} {
		if got := c.pace.percent(c.effort); got != c.want {
			t.Errorf("%s: %d %%, want %d %%", c.name, got, c.want)
		}
	}
}

// TestPace checks the pace after each of several iterations.
func TestPace(t *testing.T) {
	var p Stability
	for i, c := range []struct {
		best  game.Move
		score engine.Score
		want  Stability
	}{
		{1, 30, Stability{best: 1, stable: 0, score: 30, drop: 0}},
		{1, 20, Stability{best: 1, stable: 1, score: 20, drop: 10}},
		{1, 25, Stability{best: 1, stable: 2, score: 25, drop: -5}},
		{2, -75, Stability{best: 2, stable: 0, score: -75, drop: 100}},
	} {
		p.addIteration(c.best, c.score, i+1)
		if p != c.want {
			t.Errorf("iteration %d: %+v, want %+v", i+1, p, c.want)
		}
	}
}

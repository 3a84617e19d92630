package budget

import (
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// TestEffort holds that the nodes below root moves are shared out.
func TestEffort(t *testing.T) {
	var e Effort
	e.BeginMove(1, 0)
	e.BeginMove(0, 300)
	e.close(350)
	e.BeginMove(1, 400)
	if got := e.Percent(1, 1000); got != 90 {
		t.Errorf("effort %d %%, want 90 %%", got)
	}
	if got := e.Percent(0, 1000); got != 5 {
		t.Errorf("effort %d %%, want 5 %%", got)
	}
	if got := e.Percent(-1, 1000); got != 0 {
		t.Errorf("effort of an unknown move %d %%, want 0 %%", got)
	}
	if got := e.Sum(); got != 950 {
		t.Errorf("%d nodes in all, want 950", got)
	}
}

// TestMateNeedsDepth checks that a mate is not enough while a deeper iteration may find a shorter one.
func TestMateNeedsDepth(t *testing.T) {
	for _, mate := range []int{5, -5} {
		for depth, want := range map[int]bool{9: false, 10: true} {
			var s Stopper
			clock := &engine.Clock{Left: [2]time.Duration{time.Hour}}
			m := NewMeter(&s, engine.Limits{Clock: clock}, 0, func() time.Duration { return 0 }, nil)
			if got := m.EndIteration(1, engine.MateIn(mate), depth, 30, 50); got != want {
				t.Errorf("mate in %d at depth %d: enough %t, want %t", mate, depth, got, want)
			}
		}
	}
}

// TestByoyomi checks that a search uses all of the byoyomi except the reserve.
func TestByoyomi(t *testing.T) {
	clock := engine.Clock{Byoyomi: 2 * time.Second}
	if got, want := New(&clock, 0), 2*time.Second-reserve-perMove; got.Hard != want || got.Soft != want {
		t.Errorf("with nothing else left: %+v, want %v", got, want)
	}
	clock.Left[0] = time.Minute
	if got := New(&clock, 0); got.Soft < 2*time.Second || got.Hard > 30*time.Second || got.Soft > got.Hard {
		t.Errorf("with a minute left: %+v", got)
	}
}

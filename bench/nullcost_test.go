package bench

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
)

// TestNullSaved: prices of all positions together, worked out by hand, and none where
// nobody counted.
func TestNullSaved(t *testing.T) {
	first := nullMoveCosts([]engine.Counters{{}, {}, {NullSucceeded: 10, NullLate: 2, LateNodes: 30}})
	second := nullMoveCosts([]engine.Counters{{}, {}, {NullSucceeded: 5, NullSucceededNodes: 7, NullLate: 1, LateNodes: 60}, {NullSucceeded: 2, NullSucceededNodes: 1}})
	run := &Run{Outcomes: []Outcome{
		{NullMoveCosts: first, Counters: engine.Counters{NullNodes: 100}},
		{},
		{NullMoveCosts: second, Counters: engine.Counters{NullNodes: 40}},
	}}
	// Depth 2: 15 at 90/3 each, less 7; depth 3: 2 at the price of depth 2, less 1.
	if saved, known := run.NullSaved(); saved != 15*30-7+2*30-1-140 || !known {
		t.Errorf("saved %d, %t", saved, known)
	}
	run.Outcomes = run.Outcomes[1:2]
	if saved, known := run.NullSaved(); saved != 0 || known || nullMoveCosts([]engine.Counters{{NullTried: 3}}) != nil {
		t.Errorf("saved %d, %t where nothing was counted", saved, known)
	}
}

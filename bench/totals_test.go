package bench

import "testing"

func TestShardTotals(t *testing.T) {
	run := &Run{Shard: Shard{Index: 2, Count: 3}, Outcomes: []Outcome{
		{Want: "e4", Verdict: Solved, Nodes: 1},
		{Want: "e4", Verdict: Missed, Nodes: 10},
		{Verdict: Measured, Nodes: 100},
		{Verdict: Unfinished, Nodes: 1000},
		{Want: "e4", Verdict: Faulted, Nodes: 10_000, Points: 3, MaxPoints: 5},
	}}
	if got, want := run.ShardTotals(), (Totals{Positions: 2, Asked: 2, Missed: 1, Faulted: 1, Points: 3, MaxPoints: 5, Nodes: 10_010}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	whole := Totals{Positions: 5, Asked: 3, Solved: 1, Missed: 1, Measured: 1, Faulted: 1, Unfinished: 1, Points: 3, MaxPoints: 5, Nodes: 11_111}
	if got := run.Totals(); got != whole {
		t.Errorf("got %+v, want %+v", got, whole)
	}
}

func TestPositionTime(t *testing.T) {
	var none *Timing
	some := &Timing{Positions: []PositionTime{{ID: "a", Wall: 1}}}
	if got := none.Position(0); got != (PositionTime{}) {
		t.Errorf("without times: %+v", got)
	}
	if got := some.Position(0); got.ID != "a" || got.Wall != 1 {
		t.Errorf("got %+v", got)
	}
	if got := some.Position(1); got != (PositionTime{}) {
		t.Errorf("beyond the times: %+v", got)
	}
}

// TestPositions: the forms of a position count once.
func TestPositions(t *testing.T) {
	for want, ids := range map[int][]string{
		0: nil, 1: {"A"}, 2: {"A", "A/flip", "B/turn", "B/mirror"}, 3: {"A", "B", "B/flip", "A/flip"},
	} {
		run := Run{Suite: SuiteRef{Forms: 4}}
		for _, id := range ids {
			run.Outcomes = append(run.Outcomes, Outcome{ID: id})
		}
		if got := run.Positions(); got != want {
			t.Errorf("%q are %d positions, want %d", ids, got, want)
		}
		if run.Suite.Forms = 0; run.Positions() != len(ids) {
			t.Errorf("%q as they stand are %d positions", ids, run.Positions())
		}
	}
}

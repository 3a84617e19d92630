package calibrate

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// TestMissed: two draws in which a tenth of the searches overran the limit say so.
func TestMissed(t *testing.T) {
	draw := func(late int) *bench.Run {
		run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "few", Digest: "d", Count: 60, Forms: 2}, Limits: "nodes=100", Complete: true}
		for i := range 60 {
			o := bench.Outcome{ID: fmt.Sprintf("P.%02d", i/2), Verdict: bench.Measured, Nodes: uint64(100 + i%7), Depth: 3}
			if i%2 == 1 {
				o.ID += "/flip"
			}
			if i%10 < late {
				o.Ended, o.Nodes = bench.Late, 900
			}
			run.Outcomes = append(run.Outcomes, o)
		}
		return run
	}
	for late, want := range map[int]bool{0: false, 1: true} {
		second := draw(late)
		for i := range second.Outcomes {
			second.Outcomes[i].Nodes++
			second.Outcomes[i].Ended = 0
		}
		s, err := scatterOf(draw(late), second, compare.Gate{Axis: compare.Nodes, Total: 50, Position: compare.Unlimited}, nil)
		if err != nil || s.Missed != want {
			t.Errorf("%d of 10 late: %v, %v", late, err, s)
		}
	}
}

package golden

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// BaseRun returns a run with every kind of outcome but faults.
func BaseRun() *bench.Run {
	return &bench.Run{
		Schema: 1, Limits: "depth=9", Complete: true,
		Engine: engine.ID{Name: "Zugwatch", Version: "v0.1.0", Options: []engine.Option{{Name: "Hash", Value: "16"}, {Name: "NullMove", Value: "adaptive2-3"}}},
		Suite:  bench.SuiteRef{Name: "wac", Digest: "d", Count: 7},
		Outcomes: []bench.Outcome{
			{ID: "WAC.001", Verdict: bench.Solved, Want: "Qg6", Best: "Qg6", Score: engine.MateIn(3), Depth: 9, SelDepth: 21, Nodes: 1234567, Found: &bench.Point{Depth: 2, Nodes: 812}, Stable: &bench.Point{Depth: 4, Nodes: 51234}},
			{ID: "WAC.002", Verdict: bench.Missed, Want: "Rxb2", Best: "Rb7", Score: -35, Depth: 9, SelDepth: 17, Nodes: 999, Found: &bench.Point{Depth: 1, Nodes: 20}},
			{ID: "WAC.003", Verdict: bench.Missed, Want: "Rg3", Best: "Bf4", Score: 12, Depth: 9, Nodes: 5000},
			{ID: "graded", Verdict: bench.Missed, Want: "e4=10 d4=7", Best: "d4", Score: 20, Depth: 9, SelDepth: 15, Nodes: 43210, Points: 7, MaxPoints: 10},
			{ID: "measured", Verdict: bench.Measured, Best: "O-O", Score: 0, Depth: 9, SelDepth: 15, Nodes: 100},
			{ID: "quiet", Verdict: bench.Solved, Want: "not Bxh7", Best: "Re1", Score: 3, Depth: 9, SelDepth: 15, Nodes: 100, Found: &bench.Point{Depth: 1, Nodes: 2}, Stable: &bench.Point{Depth: 1, Nodes: 2}},
			{ID: "zug", Verdict: bench.Solved, Want: "#15", Best: "h3", Score: engine.MateIn(15), Depth: 9, SelDepth: 15, Nodes: 100, Found: &bench.Point{Depth: 9, Nodes: 90}, Stable: &bench.Point{Depth: 9, Nodes: 90}},
		},
	}
}

// HeadRun returns BaseRun after a change: one lost, one gained, one with a fault.
func HeadRun() *bench.Run {
	run := BaseRun()
	run.Engine.Options[1].Value = "r4,guard=none,min=1"
	o := run.Outcomes
	o[0].Verdict, o[0].Best, o[0].Score, o[0].Nodes, o[0].Stable = bench.Missed, "Qh5", 120, 2_000_000, nil
	o[1].Verdict, o[1].Best, o[1].Nodes, o[1].Stable = bench.Solved, "Rxb2", 500, o[1].Found
	o[2].Best = "Ra1"
	o[4].Nodes = 1234
	o[6] = bench.Outcome{ID: "zug", Verdict: bench.Faulted, Fault: bench.FaultTimeout, Want: "#15"}
	return run
}

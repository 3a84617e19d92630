package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
)

// writeMany is the command "many": it writes a run of many positions, with a file of times if its limits read a
// clock.
func writeMany() {
	positions, err := strconv.Atoi(os.Args[2])
	if err == nil {
		run := manyOutcomes(os.Args[1], positions, os.Args[3] == "true")
		if err = store.Save(os.Args[4], run); err == nil && !run.Exact() {
			err = store.SaveTiming(os.Args[4], manyTimes(run))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// manyOutcomes returns a run of as many positions as asked for, with all that the
// built-in engine tells of them. The later run has other nodes in half of them.
func manyOutcomes(limits string, positions int, later bool) *bench.Run {
	random := rand.New(rand.NewPCG(1, 0))
	moves := []string{"Qg6", "Rxb2", "Rg3", "Qxh7+", "Nf6+", "O-O", "exd5", "a8=Q#"}
	run := &bench.Run{
		Schema: bench.Schema, Engine: engine.ID{Name: "zugwatch", Version: "0.1", Options: []engine.Option{{Name: "Hash", Value: "16"}}},
		Suite: bench.SuiteRef{Name: "many", Digest: "0a1b", Count: positions}, Limits: limits, Complete: true,
		Outcomes: make([]bench.Outcome, positions),
	}
	for i := range run.Outcomes {
		n := func(below int) uint64 { return 1 + random.Uint64N(uint64(below)) }
		o := bench.Outcome{
			ID: fmt.Sprintf("MANY.%07d", i+1), Verdict: bench.Missed, Want: moves[random.IntN(len(moves))], Best: "Kh1",
			Score: engine.Score(random.IntN(900) - 450), Depth: 12, SelDepth: 20 + random.IntN(20), Nodes: 50_000 + n(100_000),
			Counters: engine.Counters{NullTried: n(20_000), NullCut: n(9_000), NullNodes: n(30_000), Verified: n(9_000), Refused: n(9), ReverseCut: n(30_000)},
		}
		point := bench.Point{Depth: 5, Nodes: n(10_000)}
		if random.IntN(10) > 0 {
			o.Verdict, o.Best, o.Found, o.Stable = bench.Solved, o.Want, &bench.Point{Depth: 4, Nodes: 100}, &point
		}
		if more := n(5_000); later && i%2 == 0 {
			o.Nodes += more - 2500
			point.Nodes++
		}
		run.Outcomes[i] = o
	}
	return run
}

// manyTimes returns the times that a run may have taken.
func manyTimes(run *bench.Run) *bench.Timing {
	timing := &bench.Timing{Schema: bench.Schema, Workers: 1, Positions: make([]bench.PositionTime, len(run.Outcomes))}
	for i := range run.Outcomes {
		p, o := &timing.Positions[i], &run.Outcomes[i]
		p.ID, p.Wall = o.ID, time.Duration(o.Nodes)*time.Microsecond
		if o.Stable != nil {
			p.Found, p.Stable = time.Millisecond, time.Duration(o.Stable.Nodes)*time.Microsecond
		}
	}
	return timing
}

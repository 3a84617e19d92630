package bench

import (
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// steps has scripted engines answer with one move after the other, with so many nodes and of rising depth.
func steps(t *testing.T, nodes uint64, moves ...string) answer {
	t.Helper()
	var list []answer
	for i, san := range moves {
		r := result(t, startFEN, san, 0)
		r.Depth, r.Nodes = i+1, nodes<<i
		r.Counters.NullTried = 1
		list = append(list, answer{result: r})
	}
	return then(list...)
}

// TestClimb: steps of twice the nodes, each from anew, and the solution since the first after which
// none missed it.
func TestClimb(t *testing.T) {
	for _, test := range []struct {
		name          string
		limits        string
		moves         []string
		asked         []uint64 // limits of the searches
		verdict       Verdict
		nodes         uint64
		found, stable uint64 // nodes; 0: none
	}{
		{"two in a row", "nodes=800,steps=4,stop-when-solved=2", []string{"d4", "e4", "e4", "d4"}, []uint64{100, 200, 400}, Solved, 700, 200, 200},
		{"at once", "nodes=800,steps=4,stop-when-solved=1", []string{"e4"}, []uint64{100}, Solved, 100, 100, 100},
		{"a loss between", "nodes=800,steps=4,stop-when-solved=2", []string{"e4", "d4", "e4", "e4"}, []uint64{100, 200, 400, 800}, Solved, 1500, 100, 400},
		{"in the last alone", "nodes=800,steps=4,stop-when-solved=2", []string{"d4", "d4", "d4", "e4"}, []uint64{100, 200, 400, 800}, Solved, 1500, 800, 800},
		{"all of them", "nodes=800,steps=3", []string{"e4", "e4", "e4"}, []uint64{200, 400, 800}, Solved, 700, 100, 100},
		{"lost in the end", "nodes=803,steps=3", []string{"e4", "e4", "d4"}, []uint64{200, 401, 803}, Missed, 700, 100, 0},
		{"never", "nodes=4,steps=3,stop-when-solved=3", []string{"d4", "d4", "d4"}, []uint64{1, 2, 4}, Missed, 700, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			engines := newStable()
			record := ask(t, "x", startFEN, "e4")
			engines.script[record.Position.EPD()] = steps(t, 100, test.moves...)
			config := depthConfig()
			config.Limits, config.Now = must.Get(ParseLimits(test.limits))(t), ticking()
			run, timing := engines.run(t, config, record)
			var asked []uint64
			for _, task := range engines.tasks {
				if task.Limits != (engine.Limits{Nodes: task.Limits.Nodes}) {
					t.Errorf("searched under %s", task.Limits)
				}
				asked = append(asked, task.Limits.Nodes)
			}
			if !slices.Equal(asked, test.asked) || engines.resets != len(test.asked) {
				t.Errorf("searched under %v nodes, %d from anew, want %v", asked, engines.resets, test.asked)
			}
			o := &run.Outcomes[0]
			of := func(p *Point) uint64 {
				if p == nil {
					return 0
				}
				return p.Nodes
			}
			if o.Verdict != test.verdict || o.Nodes != test.nodes || of(o.Found) != test.found || of(o.Stable) != test.stable || o.HasUnknownTime() || o.Validate() != "" {
				t.Errorf("%+v, found %d, stable %d", o, of(o.Found), of(o.Stable))
			}
			if searched := len(test.asked); o.Depth != searched || o.Counters.NullTried != uint64(searched) {
				t.Errorf("answer of depth %d, %d null moves, want those of %d searches", o.Depth, o.Counters.NullTried, searched)
			}
			if run.Limits != test.limits {
				t.Errorf("limits %s", run.Limits)
			}
			if times, step := &timing.Positions[0], slices.Index(test.moves, "e4"); times.Wall < time.Duration(len(test.asked))*time.Millisecond || (times.Found > 0) != (test.found > 0) ||
				test.found > 0 && times.Found < time.Duration(step+1)*time.Millisecond || times.Stable > times.Wall || (times.Stable > 0) != (test.stable > 0) {
				t.Errorf("times %+v", times)
			}
		})
	}
}

// TestClimbFaults: a fault in a step is one of the position. A flawed claim of a mate and a missed limit
// remain even if later steps do better. A position without a question is searched once.
func TestClimbFaults(t *testing.T) {
	engines := newStable()
	late, claims, measured := ask(t, "late", startFEN, "e4"), ask(t, "claims", backRank, "Ra8"), ask(t, "measured", mated)
	broken := ask(t, "broken", stalemate)
	claims.HasMate, claims.MateIn = true, 2
	script := steps(t, 10, "d4", "e4", "e4")
	script.result.Stop, script.then.result.Stop = engine.StopLate, engine.StopEarly
	engines.script[late.Position.EPD()] = script
	early := ask(t, "early", "4k3/8/8/8/8/8/8/4K3 w - -", "Kd1")
	engines.script[early.Position.EPD()] = answer{
		result: engine.Result{Best: early.Best[0], Depth: 1, Nodes: 9, Stop: engine.StopEarly}, then: &answer{result: engine.Result{Best: early.Best[0], Depth: 1, Nodes: 9}},
	}
	short := ask(t, "short", "6k1/5ppp/8/8/8/8/8/R2K4 w - -", "Kd2")
	short.HasMate, short.MateIn = true, 2
	cut := engine.Result{Best: short.Best[0], PV: short.Best[:1], Score: engine.MateIn(2), Depth: 1, Nodes: 9}
	engines.script[short.Position.EPD()] = answer{result: cut, then: &answer{result: engine.Result{Best: short.Best[0], Depth: 1, Nodes: 9}}}
	sooner := answer{result: result(t, backRank, "Ra8", 1)}
	sooner.result.Score, sooner.result.Depth = engine.MateIn(1), 1
	sound := result(t, backRank, "Ra8", 2)
	sooner.then = &answer{result: sound}
	engines.script[claims.Position.EPD()] = sooner
	broken.Position = position(t, "7k/8/8/8/8/8/8/K5R1 w - -")
	broken.Best = broken.Position.LegalMoves()[:1]
	engines.script[broken.Position.EPD()] = answer{result: engine.Result{Best: broken.Position.LegalMoves()[1], Depth: 1, Nodes: 5}, then: &answer{panics: "in the second step"}}
	config := depthConfig()
	config.Limits = Limits{Limits: engine.Limits{Nodes: 400}, Steps: 3, StopSolved: 2}
	config.MaxFaults, config.Now = 1, ticking()
	run, timing := engines.run(t, config, late, claims, measured, broken, early, short)
	if o := run.Outcomes[0]; o.Ended != Late || o.Verdict != Solved {
		t.Errorf("%+v, want what ended late in the first step", o)
	}
	if o := run.Outcomes[4]; o.Ended != InLimit || o.Verdict != Solved || o.Nodes != 18 {
		t.Errorf("%+v, want what ended early in the first step and not in the last", o)
	}
	if o := run.Outcomes[5]; o.Nodes != 27 || o.Mate != (MateClaim{}) {
		t.Errorf("%+v, want no more of the line that was cut short in the first step", o)
	}
	if o := run.Outcomes[1]; o.Mate.Flaw != Sooner || o.Mate.Depth != 1 {
		t.Errorf("%+v, want the claim of the first step", o.Mate)
	}
	if o, spent := run.Outcomes[3], timing.Positions[3].Wall; o.Verdict != Faulted || o.Nodes != 0 || o.Stable != nil || spent < time.Millisecond {
		t.Errorf("%+v after %v, want a fault, and what it took", o, spent)
	}
	searched := 0
	for _, task := range engines.tasks {
		if task.Start == measured.Position {
			searched++
			if task.Limits.Nodes != 400 {
				t.Errorf("what asks nothing is searched under %s", task.Limits)
			}
		}
	}
	if searched != 1 || run.Outcomes[2].Verdict != Measured {
		t.Errorf("what asks nothing is searched %d times, %+v", searched, run.Outcomes[2])
	}
}

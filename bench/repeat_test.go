package bench

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
)

// repeatTest scripts the answer of an engine to repeated searches, with the outcome that is expected.
type repeatTest struct {
	name    string
	repeat  int
	answer  answer
	fault   Fault
	message string
	retried string
	opened  int
}

// then returns the first of the answers, which leads to the others.
func then(list ...answer) answer {
	chain := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		next := chain
		chain = list[i]
		chain.then = &next
	}
	return chain
}

func TestRepeat(t *testing.T) {
	first := answer{infos: infos(t, backRank, "Ra8"), result: result(t, backRank, "Ra8", 900)}
	crashed := answer{err: crash{"crash-exit"}}
	stale := answer{err: crash{"stale-bestmove"}}
	later := func(change func(*engine.Result, *answer)) answer {
		other := first
		change(&other.result, &other)
		return other
	}
	nodes := later(func(r *engine.Result, _ *answer) { r.Nodes++ })
	tests := []repeatTest{
		{"equal", 3, first, NoFault, "", "", 3},
		{"once", 1, then(first, nodes), NoFault, "", "", 1},
		{"nodes", 2, then(first, nodes), FaultNondeterminism, "nondeterministic: repetition 2 in a fresh engine differs: nodes 350 and 351", "", 2},
		{"the last", 3, then(first, first, nodes), FaultNondeterminism, "nondeterministic: repetition 3 in a fresh engine differs: nodes 350 and 351", "", 3},
		{
			"everything", 2, then(first, later(func(r *engine.Result, a *answer) {
				r.Best, r.Score, r.Depth, r.SelDepth, r.Counters.NullTried = move(t, backRank, "Ra7"), 3, 9, 10, 1
				a.infos = nil
			})), FaultNondeterminism,
			"nondeterministic: repetition 2 in a fresh engine differs: verdict solved and missed, move Ra8# and Ra7, score 900 and 3, " +
				"depth 3 and 9, seldepth 7 and 10, found d1/100 and never, stable d1/100 and never, counters", "", 2,
		},
		{"first faulted", 2, then(stale, first), FaultStaleMove, "engine said stale-bestmove", "", 1},
		{"second faulted", 2, then(first, stale), FaultStaleMove, "engine said stale-bestmove", "", 2},
		{"first mended", 2, then(crashed, first), NoFault, "", "engine said crash-exit", 3},
		{"second mended", 2, then(first, crashed, first), NoFault, "", "engine said crash-exit", 3},
		{"first lost go, second mended", 2, then(answer{err: crash{"go-ignored"}}, first, crashed, first), NoFault, "", "engine said crash-exit", 4},
		{"second crashed twice", 2, then(first, crashed, crashed), FaultExit, "engine said crash-exit", "engine said crash-exit", 3},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func (test repeatTest) run(t *testing.T) {
	engines := newStable()
	record := ask(t, "x", backRank, "Ra8")
	engines.script[record.Position.EPD()] = test.answer
	config := depthConfig()
	config.Repeat = test.repeat
	run, timing := engines.run(t, config, record)
	o, spent := run.Outcomes[0], timing.Positions[0]
	if o.Fault != test.fault || spent.Fault != test.message || spent.Retried != test.retried {
		t.Errorf("got %+v, %+v", o, spent)
	}
	if want := (Outcome{ID: "x", Want: "Ra8#", Verdict: Faulted, Fault: test.fault}); test.fault != NoFault && o != want {
		t.Errorf("faulted outcome: %+v", o)
	}
	if engines.opened != test.opened || engines.closed != test.opened {
		t.Errorf("%d engines opened, %d closed, want %d: a fresh one for each repetition", engines.opened, engines.closed, test.opened)
	}
	if !run.Complete || run.Limits != "depth=5" {
		t.Errorf("run: %+v", run)
	}
}

// TestRestart: every two positions have a fresh engine, and a retry after a fault another. Positions answered by an earlier attempt are searched again for the sake of later ones, and not
// reported again.
func TestRestart(t *testing.T) {
	suite := suiteOf(ask(t, "a", backRank, "Ra8"), ask(t, "b", backRank, "Ra8"), ask(t, "c", backRank, "Ra8"))
	crashed := answer{err: crash{"crash-exit"}}
	sound := answer{infos: infos(t, backRank, "Ra8"), result: result(t, backRank, "Ra8", 900)}
	for _, test := range []struct {
		name   string
		known  int // positions that an earlier attempt answered
		opened int
	}{
		{"from the start", 0, 3},
		{"the first is known", 1, 3},
		{"a group is known", 2, 2},
	} {
		engines := newStable()
		engines.script[suite.Records[0].Position.EPD()] = then(crashed, sound)
		config := depthConfig()
		config.Restart, config.Workers = 2, 1
		whole, _ := newStable().run(t, config, suite.Records...)
		recorder := new(memory)
		for i := range test.known {
			recorder.known = append(recorder.known, Answer{Index: i, Outcome: whole.Outcomes[i]})
		}
		config.Recorder = recorder
		if _, _, err := Execute(t.Context(), engines.open, suite, config); err != nil {
			t.Fatal(err)
		}
		if engines.opened != test.opened || engines.closed != test.opened || len(recorder.found) != 3-test.known {
			t.Errorf("%s: %d engines opened, %d closed, want %d; told %v", test.name, engines.opened, engines.closed, test.opened, recorder.found)
		}
	}
}

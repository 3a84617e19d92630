package bench

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// namedError names its own class of fault, as an engine's error may.
type namedError string

func (e namedError) Error() string      { return "engine said " + string(e) }
func (e namedError) FaultClass() string { return string(e) }

func TestFaults(t *testing.T) {
	tests := []struct {
		name   string
		answer answer
		class  Fault
		text   string
	}{
		{"plain error", answer{err: errors.New("out of order")}, FaultInternal, "out of order"},
		{"error with a class", answer{err: namedError("crash-signal")}, FaultSignal, "engine said crash-signal"},
		{"wrapped class", answer{err: errors.Join(errors.New("a"), namedError("output-flood"))}, FaultFlood, "a\nengine said output-flood"},
		{"unknown class", answer{err: namedError("tired")}, FaultInternal, "engine said tired"},
		{"own class", answer{err: &FaultError{Class: FaultMemory, Text: "2 GiB"}}, FaultMemory, "memory-limit: 2 GiB"},
		{"panic", answer{panics: "index out of range"}, FaultInternal, "internal: engine panic: index out of range"},
		{"illegal move", answer{result: engine.Result{Best: move(t, startFEN, "Nf3")}}, FaultIllegalMove, "illegal-bestmove: answer g1f3 is not legal"},
		{"no move", answer{result: engine.Result{Nodes: 7}}, FaultNullMove, "null-bestmove: answer is no move although 15 are legal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engines := newStable()
			bad := position(t, backRank)
			engines.script[bad.EPD()] = test.answer
			suite := suiteOf(ask(t, "before", startFEN, "e4"), ask(t, "bad", backRank, "Ra8"), ask(t, "after", stalemate))
			run, timing := engines.run(t, depthConfig(), suite.Records...)
			want := Outcome{ID: "bad", Verdict: Faulted, Fault: test.class, Want: "Ra8#"}
			if run.Outcomes[1] != want {
				t.Errorf("outcome: got %+v, want %+v", run.Outcomes[1], want)
			}
			if got := timing.Positions[1].Fault; got != test.text {
				t.Errorf("message: got %q, want %q", got, test.text)
			}
			if test.answer.panics != nil && !strings.Contains(timing.Positions[1].Detail, "fake_test.go") {
				t.Errorf("the stack does not lead to the panic: %q", timing.Positions[1].Detail)
			}
			if run.Outcomes[0].Verdict != Missed || run.Outcomes[2].Verdict != Measured || !run.Complete {
				t.Errorf("the others: %+v", run)
			}
			opened, retried := 2, ""
			if test.class.retried() {
				opened, retried = 3, test.text
			}
			if engines.opened != opened || engines.closed != opened || timing.Positions[1].Retried != retried {
				t.Errorf("engines: %d opened, %d closed, want %d: a fresh one after each fault; retried %q", engines.opened, engines.closed, opened, timing.Positions[1].Retried)
			}
		})
	}
}

func TestResetFaults(t *testing.T) {
	engines := newStable()
	engines.reset = namedError("ready-timeout")
	run, _ := engines.run(t, depthConfig(), ask(t, "a", startFEN), ask(t, "b", backRank))
	if run.Outcomes[0].Fault != FaultReady || run.Outcomes[1].Fault != FaultReady || run.Totals().Faulted != 2 {
		t.Errorf("outcomes: %+v", run.Outcomes)
	}
}

func TestOpenFaults(t *testing.T) {
	broken := errors.New("no such file")
	t.Run("at first", func(t *testing.T) {
		engines := newStable()
		engines.opens = []error{broken}
		run, timing, err := Execute(t.Context(), engines.open, suiteOf(ask(t, "a", startFEN)), depthConfig())
		var open *OpenError
		if !errors.As(err, &open) || open.Class != FaultStart || !errors.Is(err, broken) || run != nil || timing != nil {
			t.Errorf("got %v, %v, %v", run, timing, err)
		}
	})
	t.Run("no engine and no error", func(t *testing.T) {
		_, _, err := Execute(t.Context(), func() (engine.Engine, error) { return nil, nil }, suiteOf(ask(t, "a", startFEN)), depthConfig())
		if err == nil || err.Error() != "engine open: start-failed: open gave no engine" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("after a crash", func(t *testing.T) {
		engines := newStable()
		engines.opens = []error{nil, broken, nil}
		crash := position(t, backRank)
		engines.script[crash.EPD()] = answer{panics: "boom"}
		suite := suiteOf(ask(t, "a", backRank), ask(t, "b", startFEN), ask(t, "c", stalemate))
		run, timing := engines.run(t, depthConfig(), suite.Records...)
		got := []Fault{run.Outcomes[0].Fault, run.Outcomes[1].Fault, run.Outcomes[2].Fault}
		if want := []Fault{FaultStart, NoFault, NoFault}; !reflect.DeepEqual(got, want) {
			t.Errorf("faults: got %v, want %v", got, want)
		}
		if first := timing.Positions[0].Retried; first != "internal: engine panic: boom" {
			t.Errorf("first fault: got %q", first)
		}
	})
	t.Run("as somebody else", func(t *testing.T) {
		engines := newStable()
		engines.ids = []engine.ID{engines.id, {Name: "Other"}}
		crash := position(t, backRank)
		engines.script[crash.EPD()] = answer{panics: "boom"}
		run, timing := engines.run(t, depthConfig(), ask(t, "a", backRank), ask(t, "b", startFEN))
		if run.Outcomes[0].Fault != FaultOption || run.Outcomes[1].Fault != NoFault || engines.closed != 3 {
			t.Errorf("outcomes: %+v (%d closed)", run.Outcomes, engines.closed)
		}
		want := `option-rejected: engine opened as "Other" version "", the run is of "Scripted" version "1" Hash="16"`
		if got := timing.Positions[0].Fault; got != want {
			t.Errorf("message: got %q, want %q", got, want)
		}
	})
}

// shortage is an error of the machine.
type shortage string

func (s shortage) Error() string { return string(s) }
func (shortage) OfMachine()      {}

// TestShortage: a lack of the machine ends a run and is no fault of the engine. At a
// later engine than the first, the finished outcomes come with it.
func TestShortage(t *testing.T) {
	lack := shortage("too many open files")
	engines := newStable()
	engines.opens = []error{lack}
	_, _, err := Execute(t.Context(), engines.open, suiteOf(ask(t, "a", startFEN)), depthConfig())
	if failure.Of(err) != failure.Machine || err.Error() != "engine open: too many open files" {
		t.Errorf("at first: kind %d, %v", failure.Of(err), err)
	}
	engines = newStable()
	engines.opens = []error{nil, lack}
	crash := position(t, backRank)
	engines.script[crash.EPD()] = answer{panics: "boom"}
	run, _, err := Execute(t.Context(), engines.open, suiteOf(ask(t, "a", startFEN), ask(t, "b", backRank), ask(t, "c", stalemate)), depthConfig())
	if failure.Of(err) != failure.Machine || !strings.HasSuffix(err.Error(), ": too many open files") {
		t.Errorf("after a crash: kind %d, %v", failure.Of(err), err)
	}
	if run == nil || run.Outcomes[0].Verdict == Unfinished || run.Outcomes[1].Verdict != Unfinished || run.Totals().Faulted != 0 {
		t.Errorf("after a crash: %+v", run)
	}
}

// TestRetriedClasses is the table of the classes, seen from the other side.
func TestRetriedClasses(t *testing.T) {
	final := []Fault{
		NoFault, FaultOption, FaultTimeout, FaultStop, FaultNoMove, FaultMalformedMove, FaultIllegalMove, FaultNullMove,
		FaultDuplicateMove, FaultStaleMove, FaultFlood, FaultLeftover, FaultNondeterminism, FaultCount, faultEnd, faultEnd + 1,
	}
	for f := NoFault; f <= faultEnd; f++ {
		if f.retried() == slices.Contains(final, f) {
			t.Errorf("%q: retried %v", f, f.retried())
		}
	}
}

// crash is a fault with circumstances.
type crash struct{ namedError }

func (c crash) FaultReport() string { return "how \xff " + string(c.namedError) }

func TestRetry(t *testing.T) {
	right := answer{result: result(t, backRank, "Ra8", 900)}
	tests := []struct {
		name    string
		answer  answer
		verdict Verdict
		fault   string
		retried string
		capsule string
		opened  int
		failed  bool
	}{
		{"no fault", right, Solved, "", "", "", 1, false},
		{"mended", answer{err: crash{"crash-exit"}, then: &right}, Solved, "", "engine said crash-exit", "how \uFFFD crash-exit", 2, true},
		{"did not begin", answer{err: crash{"go-ignored"}, then: &right}, Solved, "", "engine said go-ignored", "how \uFFFD go-ignored", 2, false},
		{"never begins", answer{err: crash{"go-ignored"}, then: &answer{err: crash{"go-ignored"}}}, Faulted, "engine said go-ignored", "engine said go-ignored", "how \uFFFD go-ignored", 2, true},
		{
			"again",
			answer{err: crash{"crash-exit"}, then: &answer{err: crash{"crash-signal"}, then: &right}},
			Faulted, "engine said crash-signal", "engine said crash-exit", "how \uFFFD crash-signal", 2, true,
		},
		{
			"another without circumstances",
			answer{err: crash{"crash-exit"}, then: &answer{err: namedError("output-flood")}},
			Faulted, "engine said output-flood", "engine said crash-exit", "how \uFFFD crash-exit", 2, true,
		},
		{"not retried", answer{err: crash{"stop-ignored"}, then: &right}, Faulted, "engine said stop-ignored", "", "how \uFFFD stop-ignored", 1, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engines := newStable()
			bad := position(t, backRank)
			engines.script[bad.EPD()] = test.answer
			run, timing := engines.run(t, depthConfig(), ask(t, "a", backRank, "Ra8"))
			got := timing.Positions[0]
			if run.Outcomes[0].Verdict != test.verdict || got.Fault != test.fault || got.Retried != test.retried || got.FaultReport != test.capsule {
				t.Errorf("got %s, %+v", run.Outcomes[0].Verdict, got)
			}
			if run.Outcomes[0].Failed() != test.failed {
				t.Errorf("failed %t, want %t", run.Outcomes[0].Failed(), test.failed)
			}
			if engines.opened != test.opened || engines.closed != test.opened {
				t.Errorf("%d engines opened, %d closed, want %d", engines.opened, engines.closed, test.opened)
			}
		})
	}
}

// TestRetryInGroup: where searches rest on those before them, a second attempt in a fresh process counts as a fault.
func TestRetryInGroup(t *testing.T) {
	right := answer{result: result(t, backRank, "Ra8", 900)}
	for name, change := range map[string]func(*Config){"kept state": func(c *Config) { c.Limits.KeepState = 2 }, "restarts": func(c *Config) { c.Restart = 2 }} {
		engines := newStable()
		bad := position(t, backRank)
		engines.script[bad.EPD()] = answer{err: crash{"go-ignored"}, then: &right}
		config := depthConfig()
		change(&config)
		if run, _ := engines.run(t, config, ask(t, "a", backRank, "Ra8")); run.Outcomes[0].Retried != FaultIgnored {
			t.Errorf("%s: %+v", name, run.Outcomes[0])
		}
	}
}

func TestFaultLimit(t *testing.T) {
	suite := walk(t)
	engines := newStable()
	engines.reset = errors.New("never ready")
	config := depthConfig()
	config.MaxFaults = 3
	run, _, err := Execute(t.Context(), engines.open, suite, config)
	// The worker may have taken one more position by the time it is told.
	var limit *FaultLimitError
	faulted := run.Totals().Faulted
	if !errors.As(err, &limit) || *limit != (FaultLimitError{Faults: 4, Allowed: 3}) || faulted < 4 || faulted > 5 || run.Complete {
		t.Errorf("got %v, %+v", err, run.Totals())
	}
	want := fmt.Sprintf("run is incomplete: %d of 20 positions are finished: engine faults are 4 (allowed: 3)", faulted)
	if err.Error() != want {
		t.Errorf("error: got %q, want %q", err, want)
	}
}

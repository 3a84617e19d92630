// Package selftest proves that the gates can fail. It puts known faults into the results of suites and into the
// program itself, and sees whether they are found.
package selftest

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
)

// Injection is one fault that was put in, and what came of it.
type Injection struct {
	Where    string // the suite, or "zugwatch" and the command
	What     string // the fault
	Expected failure.Kind
	Got      failure.Kind
	Answer   string // the gate that answered, or the message; empty when nothing did
	Found    bool   // the answer is the right one
}

// CountMissed counts the injections that were not found.
func CountMissed(all []Injection) (missed int) {
	for i := range all {
		if !all[i].Found {
			missed++
		}
	}
	return missed
}

// Test holds the configuration and suites that are tested.
type Test struct {
	Config *config.Config
	Suites []config.Suite // of the configuration
	Today  string         // YYYY-MM-DD, which quarantines end by
	Program
	// Race is about how long the engine is raced at first; 0 races none.
	Race time.Duration
	// Tell is told in a line, without its end, of what goes on for longer.
	Tell func(format string, args ...any)
}

// Run makes all injections. The gates of the suites judge those into the accepted runs. Those into the program work
// in a temporary folder. An error says that the test itself could not go on, such as with the accepted runs. It is of
// the kind Interrupted or Undecided if the context was ended.
func (t *Test) Run(ctx context.Context) ([]Injection, error) {
	gates, err := t.gates()
	if err != nil {
		return nil, err
	}
	var all []Injection
	for i := range gates {
		all = append(all, gates[i].run()...)
	}
	own, err := t.rehearse(ctx)
	return append(all, own...), failure.Interruption(ctx, err)
}

// gates reads what was accepted of the suites.
func (t *Test) gates() ([]gateTest, error) {
	tests := make([]gateTest, len(t.Suites))
	var bad []error
	for i, chosen := range t.Suites {
		chosen.Gate.Today = t.Today
		baseline, missing := gate.LoadBaseline(t.Config, &chosen)
		accepted, unread := gate.LoadProfile(t.Config, &chosen)
		bad = append(bad, missing, unread)
		tests[i] = gateTest{judges: programJudges(), suite: chosen, profile: accepted, tests: t.Config.Tests()}
		if missing == nil {
			tests[i].base = baseline.Run
		}
	}
	return tests, errors.Join(bad...)
}

// firstLine returns a message in short.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// lastLine returns the last line that a failed program printed.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

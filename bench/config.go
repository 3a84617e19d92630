package bench

import (
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Config says how to execute a suite. Limits and Workers have to be set.
type Config struct {
	// Limits hold for each position. A clock is refused: it belongs to a game.
	Limits engine.Limits
	// DepthFromRecord searches each record that names a depth (sd) to that
	// depth instead of Limits.Depth; the other limits stay.
	DepthFromRecord bool
	// Workers is the number of engines that search side by side, from 1 to
	// MaxWorkers. It changes the times, never the Run.
	Workers int
	// MaxFaults ends the run when more positions than this have a fault; 0:
	// the run goes to its end whatever happens.
	MaxFaults int
	// Prior holds outcomes known from before, in suite order; nil, or one for
	// each record. Those that are not Unfinished are taken over as they are
	// and neither searched nor reported again.
	Prior []Outcome

	// Now is the clock for the Timing; nil: no times are taken.
	Now func() time.Time
	// Tool and Host are written into the Timing as they are.
	Tool string
	Host Host

	// Done is called with the index of the record for each outcome as it
	// comes; an error ends the run. Nil: no call. Calls never overlap.
	Done func(index int, outcome Outcome) error
	// Progress is called after Done, for people to watch. Nil: no call. Calls
	// never overlap.
	Progress func(Event)
}

// MaxWorkers is the most engines that may search side by side.
const MaxWorkers = 1024

// Event reports one more finished position.
type Event struct {
	Index    int // of the record
	Outcome  Outcome
	Finished int // positions finished so far, those of Config.Prior included
	Total    int
	Elapsed  time.Duration // since the start of the run; 0 without a clock
}

// SetupError says that a run was asked for that can not be: the caller's
// mistake, found before any engine was opened.
type SetupError struct{ Text string }

// Error is the text.
func (e *SetupError) Error() string { return e.Text }

func setupErrorf(format string, args ...any) *SetupError {
	return &SetupError{Text: fmt.Sprintf(format, args...)}
}

// check finds what can not be executed.
func (c *Config) check(suite *suites.Suite) error {
	switch {
	case len(suite.Records) == 0:
		return setupErrorf("suite %q has no positions (expected at least one)", suite.Name)
	case c.Workers < 1 || c.Workers > MaxWorkers:
		return setupErrorf("workers %d (expected a number from 1 to %d)", c.Workers, MaxWorkers)
	case c.Limits.Clock != nil:
		return setupErrorf("limits hold a game clock (expected depth, nodes, movetime, cputime or mate)")
	case c.Prior != nil && len(c.Prior) != len(suite.Records):
		return setupErrorf("prior outcomes are %d for %d positions", len(c.Prior), len(suite.Records))
	case c.MaxFaults < 0:
		return setupErrorf("fault tolerance %d (expected 0 or more)", c.MaxFaults)
	}
	for i := range suite.Records {
		record := &suite.Records[i]
		if c.limits(record) == (engine.Limits{}) {
			return c.unlimited(suite, i)
		}
		if c.Prior != nil && c.Prior[i].Verdict != Unfinished && c.Prior[i].ID != recordID(record) {
			return setupErrorf("prior outcome %d is of %q, the record is %q", i+1, c.Prior[i].ID, recordID(record))
		}
	}
	return nil
}

func (c *Config) unlimited(suite *suites.Suite, index int) error {
	if !c.DepthFromRecord {
		return setupErrorf("limits are empty (expected depth, nodes, movetime, cputime or mate)")
	}
	return setupErrorf("suite %q: record %q names no depth (expected sd, or another limit beside it)",
		suite.Name, recordID(&suite.Records[index]))
}

// limits are those for one record.
func (c *Config) limits(record *epd.Record) engine.Limits {
	limits := c.Limits
	if c.DepthFromRecord && record.Depth > 0 {
		limits.Depth = record.Depth
	}
	return limits
}

package bench

import (
	"time"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// Config says how to execute a suite. Limits and Workers have to be set.
type Config struct {
	// Limits hold for each position.
	Limits Limits
	// Workers is the number of engines that search side by side, from 1 to
	// MaxWorkers. It changes the times, never the Run.
	Workers int
	// MaxFaults ends the run when more positions than this have a fault; 0:
	// the run goes to its end whatever happens.
	MaxFaults int
	// Shard is the part of the suite to search; zero: all of it.
	Shard Shard
	// Origin is written into the run of a shard as it is.
	Origin Origin
	// Repeat is the number of searches of each position, each after the first in a fresh engine. Two different
	// answers are a fault, FaultNondeterminism. 0 and 1: once. More than once needs exact limits.
	Repeat int
	// Restart opens a fresh engine for each so many records that follow each other in the suite, and searches these in
	// their order. Groups of more than RestartEvery are made equal. The answers of an engine whose state outlives its
	// Reset repeat then. 0: an engine is kept. It does not go with shards and Remote.
	Restart int
	// CountDepths keeps the null moves by depth in the outcomes, and their prices.
	CountDepths bool
	// Iterations keeps the answer of each iteration in the outcomes.
	Iterations bool
	// Remote searches the records instead of Workers; nil: they do.
	Remote Remote
	// Recorder keeps the answers and gives those of earlier attempts; nil:
	// none.
	Recorder Recorder

	// Now is the clock for the Timing; nil: no times are taken.
	Now func() time.Time
	// Tool and Host are written into the Timing as they are.
	Tool string
	Host Host

	// Progress is called after Recorder.Record, for people to watch. Nil: no call. Calls
	// never overlap.
	Progress func(Event)
}

// MaxRepeat is the largest number of times that a position may be searched.
const MaxRepeat = 1000

// RestartEvery is a value of Config.Restart that costs few starts.
const RestartEvery = 16

// MaxWorkers is the largest number of engines that may search at once.
const MaxWorkers = 1024

// Event reports one more finished position.
type Event struct {
	Index    int // of the record
	Outcome  Outcome
	Finished int           // positions finished so far, those of earlier attempts included
	Total    int           // positions of the shard
	Elapsed  time.Duration // since the start of the run; 0 without a clock
}

// check finds what cannot be executed.
func (c *Config) check(suite *suites.Suite) error {
	shard := c.Shard
	if err := c.Limits.check(); err != nil {
		return &SetupError{err.Error()}
	}
	switch {
	case len(suite.Records) == 0:
		return SetupErrorf("suite %q has no positions (expected at least one)", suite.Name)
	case c.Workers < 1 || c.Workers > MaxWorkers:
		return SetupErrorf("workers %d (expected a number from 1 to %d)", c.Workers, MaxWorkers)
	case c.Limits.Clock != nil:
		return SetupErrorf("limits hold a game clock (expected depth, nodes, movetime, cputime or mate)")
	case c.Limits.StopSolved < 0 || c.Limits.StopSolved > maxStopSolved:
		return SetupErrorf("early stop after %d iterations (expected a number from 1 to %d)", c.Limits.StopSolved, maxStopSolved)
	case c.Limits.Steps > 0 && c.CountDepths:
		return SetupErrorf("steps beside counts by depth (expected one search of each position)")
	case c.MaxFaults < 0:
		return SetupErrorf("fault tolerance %d (expected 0 or more)", c.MaxFaults)
	case c.Repeat < 0 || c.Repeat > MaxRepeat:
		return SetupErrorf("repetitions %d (expected a number from 1 to %d)", c.Repeat, MaxRepeat)
	case c.Repeat > 1 && !c.Limits.Exact():
		return SetupErrorf("repetition under limits %s that read a clock (expected depth, nodes or mate)", c.Limits)
	case c.Limits.KeepState > 0 && (shard.Count > 1 || c.Remote != nil || c.Repeat > 1):
		return SetupErrorf("limits %s for a part of a suite, other machines or repetitions (expected all of it once on one machine, as an answer depends on the searches before)", c.Limits)
	case c.Restart > 0 && (shard.Count > 1 || c.Remote != nil):
		return SetupErrorf("part of a suite for an engine with restart: (expected all of it on one machine, as its answers depend on the searches before)")
	case shard != (Shard{}) && (shard.Count < 1 || shard.Count > maxShards || shard.Index < 1 || shard.Index > shard.Count):
		return SetupErrorf("shard %s (expected i/n with i from 1 to n and n at most %d)", shard, maxShards)
	case shard.Size(len(suite.Records)) == 0:
		return SetupErrorf("shard %s of %d positions is empty (expected at most as many shards as positions)", shard, len(suite.Records))
	case shard.Count > 1 && !c.Limits.Exact():
		return SetupErrorf("shard %s under limits %s that read a clock (expected depth, nodes or mate; the times of different machines cannot be merged)", shard, c.Limits)
	}
	for i := range suite.Records {
		record := &suite.Records[i]
		limits := c.Limits.ForRecord(record)
		switch {
		case limits == (engine.Limits{}):
			return c.unlimited(suite, i)
		case limits.Depth == 0 && limits.Nodes == 0 && c.Limits.question(record).Counts():
			return SetupErrorf("suite %q: record %q asks for a count of leaves, and limits %s do not say how deep (expected depth or nodes)", suite.Name, question.ID(record), c.Limits)
		}
	}
	return nil
}

func (c *Config) unlimited(suite *suites.Suite, index int) error {
	if !c.Limits.fromRecord() {
		return SetupErrorf("limits are empty (expected depth, nodes, movetime, cputime or mate)")
	}
	words, what := recordDepthWord, "depth"
	switch {
	case c.Limits == (Limits{RecordMate: true}):
		words, what = recordMateWord, "mate for its side to move"
	case c.Limits.RecordDepth && c.Limits.AnalysisDepth:
		words += " or " + analysisDepthWord
	case c.Limits.AnalysisDepth:
		words = analysisDepthWord
	}
	return SetupErrorf("suite %q: record %q names no %s (expected %s, or another limit beside it)",
		suite.Name, question.ID(&suite.Records[index]), what, words)
}

// engines returns the number of engines that search a suite at the same time, as far as it is known before.
func (c *Config) engines(suite *suites.Suite) int {
	if c.Remote != nil {
		return 1
	}
	return max(1, min(c.Workers, c.Shard.Size(len(suite.Records))))
}

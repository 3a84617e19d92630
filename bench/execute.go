package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// OpenError says that the engine could not be opened, so that no position was
// searched.
type OpenError struct {
	Class Fault
	Err   error
}

// Error names the class and the cause, which alone tells what the machine lacks.
func (e *OpenError) Error() string {
	if IsOfMachine(e.Err) {
		return "engine open: " + e.Err.Error()
	}
	return "engine open: " + e.Class.Message(e.Err.Error())
}

// FailureKind tells that the engine is to blame, the options that it was given, or the
// machine.
func (e *OpenError) FailureKind() failure.Kind {
	switch {
	case IsOfMachine(e.Err):
		return failure.Machine
	case e.Class == FaultOption:
		return failure.Input
	}
	return failure.Engine
}

// Unwrap returns the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// IncompleteError says that a run has positions that are not finished. Its
// cause is that of the context, a FaultLimitError, or what Recorder.Record
// returned; nil when it is not known.
type IncompleteError struct {
	Finished, Total int
	Cause           error
}

// Error says how far the run came and why not farther.
func (e *IncompleteError) Error() string {
	text := fmt.Sprintf("run is incomplete: %d of %d positions are finished", e.Finished, e.Total)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// FailureKind tells that the run was cut short, given up for faults of the engine, or
// ended by what the machine lacks.
func (e *IncompleteError) FailureKind() failure.Kind {
	if IsOfMachine(e.Cause) {
		return failure.Machine
	}
	if _, ok := errors.AsType[*FaultLimitError](e.Cause); ok {
		return failure.Engine
	}
	return failure.Undecided
}

// Unwrap returns the cause.
func (e *IncompleteError) Unwrap() error { return e.Cause }

// FaultLimitError says that more positions have a fault than Config.MaxFaults
// allows.
type FaultLimitError struct{ Faults, Allowed int }

// Error gives both numbers.
func (e *FaultLimitError) Error() string {
	return fmt.Sprintf("engine faults are %d (allowed: %d)", e.Faults, e.Allowed)
}

// FailureKind tells that the engine is to blame.
func (e *FaultLimitError) FailureKind() failure.Kind { return failure.Engine }

// Execute searches every record of the suite with engines that open makes, one
// for each worker, and gives the outcomes in suite order. Each position is
// searched by an engine that was reset before, so that it does not matter which
// worker takes it.
//
// The errors are *SetupError, *OpenError and that of Recorder.Begin, all before
// any position and with no results, and *IncompleteError, which comes with what
// was finished. An engine that fails on a position is no error: the position is
// tried once more in a fresh engine if its fault may be the machine's (see
// Fault.Retried), else or again it is faulted and the run goes on. The caller
// decides by Totals how many of these it bears. A finished run can come with an
// error as well: that of Recorder.Record, or a *FaultLimitError.
//
// A run of a Shard that has finished all its positions comes without an error
// and is still not Complete: Merge makes a complete one of all shards.
//
// Open is called from several goroutines, never twice at a time.
func Execute(ctx context.Context, open func() (engine.Engine, error), suite *suites.Suite, config Config) (*Run, *Timing, error) {
	if err := config.check(suite); err != nil {
		return nil, nil, err
	}
	open = oneAtATime(open)
	first, id, err := openGuarded(open)
	if err != nil {
		return nil, nil, &OpenError{Class: Classify(err, FaultStart), Err: err}
	}
	if id.Game != suite.Game() {
		err := &SetupError{Text: fmt.Sprintf("suite %s is of %s, and engine %s plays %s (expected %s)", suite.Name, suite.Game(), id.Name, id.Game, engineOf(suite.Game()))}
		return nil, nil, errors.Join(err, closeGuarded(first))
	}
	session := newSession(suite, &config, id)
	if err := session.begin(); err != nil {
		return nil, nil, errors.Join(err, closeGuarded(first))
	}
	session.drive(ctx, open, first)
	for _, text := range slices.Sorted(maps.Keys(session.remarks)) {
		session.timing.Warnings = append(session.timing.Warnings, fmt.Sprintf("engine: %d %s", session.remarks[text], text))
	}
	session.timing.Wall = session.elapsed()
	if session.finished == session.total {
		session.run.Complete = session.total == len(suite.Records)
		return session.run, session.timing, session.stopped
	}
	cause := cmp.Or(session.stopped, context.Cause(ctx))
	return session.run, session.timing, &IncompleteError{Finished: session.finished, Total: session.total, Cause: cause}
}

// engineOf says which engines play a game.
func engineOf(g game.Game) string {
	if g == game.Shogi {
		return "one that speaks USI: zugwatch-shogi, protocol: usi in the configuration, or usi:PROGRAM"
	}
	return "one that speaks UCI"
}

func oneAtATime(open func() (engine.Engine, error)) func() (engine.Engine, error) {
	var lock sync.Mutex
	return func() (engine.Engine, error) {
		lock.Lock()
		defer lock.Unlock()
		return open()
	}
}

// session is the state of one Execute. All of it belongs to the goroutine that
// called it; the workers only send answers.
type session struct {
	suite      *suites.Suite
	config     *Config
	run        *Run
	timing     *Timing
	elapsed    func() time.Duration
	total      int // positions of the shard
	finished   int
	faults     int
	stopped    error // why the run was ended from within
	remarks    map[string]int
	answeredBy map[int]string // see Searcher.AnsweredBy
}

func newSession(suite *suites.Suite, config *Config, id engine.ID) *session {
	count := len(suite.Records)
	s := &session{suite: suite, config: config, elapsed: stopwatch(config.Now), total: config.Shard.Size(count), remarks: make(map[string]int), answeredBy: make(map[int]string)}
	s.run = &Run{
		Schema: Schema,
		Engine: id,
		Suite:  suiteRef(suite),
		Limits: config.Limits.String(),
	}
	if config.Shard.Count > 1 {
		s.run.Shard, s.run.Origin = config.Shard, config.Origin
	}
	s.timing = &Timing{
		Schema: Schema, Tool: config.Tool, Host: config.Host, Workers: config.Workers,
		Positions: make([]PositionTime, count),
	}
	if config.Now != nil {
		s.timing.Start = config.Now()
	}
	return s
}

// begin lays out the outcomes and takes over what earlier attempts found.
func (s *session) begin() error {
	var known []Answer
	if s.config.Recorder != nil {
		var err error
		if known, err = s.config.Recorder.Begin(s.run); err != nil {
			return err
		}
	}
	s.run.Outcomes = Plan(s.suite, &s.config.Limits).Outcomes
	for i := range s.run.Outcomes {
		s.timing.Positions[i].ID = s.run.Outcomes[i].ID
	}
	return s.takeOver(known)
}

// drive sets the workers going and takes in what they find. The first engine
// goes to the first worker.
func (s *session) drive(ctx context.Context, open func() (engine.Engine, error), first engine.Engine) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	take := func(f message) {
		if err := s.take(f); err != nil && s.stopped == nil {
			s.stopped = err
			cancel()
		}
	}
	if s.config.Remote != nil {
		here := &Searcher{worker: worker{config: s.config, suite: s.suite, open: open, id: s.run.Engine, engine: first}, answeredBy: s.answeredBy}
		err := s.config.Remote(ctx, here, s.unfinished(), func(a Answer, warnings []string) { take(message{Answer: a, warnings: warnings}) })
		take(here.end())
		if s.stopped == nil && ctx.Err() == nil {
			s.stopped = err
		}
		return
	}
	numbers := s.unfinished() // of records, or of groups
	if s.config.Restart > 0 {
		numbers = s.groups(numbers)
	}
	Distribute(ctx, s.config.Workers, numbers, func(number int, mine iter.Seq[int], answers chan<- message) {
		w := &worker{config: s.config, suite: s.suite, open: open, id: s.run.Engine}
		if number == 0 {
			w.engine = first
		}
		for i := range mine {
			if s.config.Restart > 0 {
				w.measureGroup(ctx, i, answers)
				continue
			}
			answers <- w.measure(ctx, i)
		}
		if end := w.end(); end.warnings != nil || len(end.remarks) > 0 {
			answers <- end
		}
	}, take)
}

// Distribute has so many workers at most, at least one, take numbers from a list, in its
// order, until none is left or ctx is done. What they find is handed over in the
// goroutine of the caller, one at a time.
func Distribute[T any](ctx context.Context, workers int, todo []int, work func(number int, mine iter.Seq[int], found chan<- T), take func(T)) {
	found := make(chan T)
	var next atomic.Int64
	mine := func(yield func(int) bool) {
		for ctx.Err() == nil {
			if i := next.Add(1) - 1; i >= int64(len(todo)) || !yield(todo[i]) {
				return
			}
		}
	}
	var working sync.WaitGroup
	for number := range max(1, min(workers, len(todo))) {
		working.Go(func() { work(number, mine, found) })
	}
	go func() {
		working.Wait()
		close(found)
	}()
	for f := range found {
		take(f)
	}
}

// take writes one answer down and reports it. Its error ends the run.
func (s *session) take(f message) error {
	s.timing.Warnings = append(s.timing.Warnings, f.warnings...)
	for text, count := range f.remarks {
		s.remarks[text] += count
	}
	if f.machine != nil {
		return f.machine
	}
	switch {
	case f.Index >= 0 && f.Void:
		f.Answer = s.void(f.Answer)
	case f.Index < 0 || f.Outcome.Verdict == Unfinished:
		return nil
	case s.config.Restart > 0 && s.run.Outcomes[f.Index].Verdict != Unfinished: // of an earlier attempt
		return nil
	}
	s.put(&f.Answer)
	if s.config.Recorder != nil && s.stopped == nil {
		if err := s.config.Recorder.Record(f.Answer); err != nil {
			return err
		}
	}
	if s.config.Progress != nil && !f.Void {
		s.config.Progress(Event{
			Index: f.Index, Outcome: f.Outcome,
			Finished: s.finished, Total: s.total, Elapsed: s.elapsed(),
		})
	}
	if s.config.MaxFaults > 0 && s.faults > s.config.MaxFaults {
		return &FaultLimitError{Faults: s.faults, Allowed: s.config.MaxFaults}
	}
	return nil
}

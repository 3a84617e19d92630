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

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// Execute searches every record of the suite and gives the outcomes in suite order. Each
// worker has an engine of its own, made by open. Each position is searched by an engine
// that was reset before, so that it does not matter which worker takes it.
//
// The errors are *SetupError, *OpenError and that of Recorder.Begin, all before any
// position and with no results, and *IncompleteError, which comes with the finished
// outcomes. An engine that fails on a position is no error. If its fault may be the
// machine's (see Fault.retried), the position is tried once more in a fresh engine. A
// second fault, or any other, makes the position faulted, and the run goes on. The caller
// decides by Totals how many faults are acceptable. A finished run can come with an error
// as well: that of Recorder.Record, or a *FaultLimitError.
//
// A run of a Shard that has finished all its positions comes without an error and is still not Complete. The function
// merge.Shards makes a complete one of all shards.
//
// Open is called from several goroutines, also at the same time.
func Execute(ctx context.Context, open func() (engine.Engine, error), suite *suites.Suite, config Config) (*Run, *Timing, error) {
	if err := config.check(suite); err != nil {
		return nil, nil, err
	}
	open, closeRest := openTogether(open, config.engines(suite))
	first, id, err := openGuarded(open)
	if err != nil {
		return nil, nil, &OpenError{Class: Classify(err, FaultStart), Err: errors.Join(err, closeRest())}
	}
	if id.Game != suite.Game() {
		err := &SetupError{Text: fmt.Sprintf("suite %s is of %s, and engine %s plays %s (expected %s)", suite.Name, suite.Game(), id.Name, id.Game, engineOf(suite.Game()))}
		return nil, nil, errors.Join(err, cmp.Or(closeGuarded(first), closeRest()))
	}
	session := newSession(suite, &config, id)
	if err := session.begin(); err != nil {
		return nil, nil, errors.Join(err, cmp.Or(closeGuarded(first), closeRest()))
	}
	session.drive(ctx, open, first)
	if err := closeRest(); err != nil {
		session.warn("engine close: " + err.Error())
	}
	for _, text := range slices.Sorted(maps.Keys(session.remarks)) {
		session.warn(fmt.Sprintf("engine: %s: %d", text, session.remarks[text]))
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

// openTogether starts engines at the same time, as some take seconds. Next returns these, and then opens others.
// CloseRest closes those that next did not return, and returns the first error of that.
func openTogether(open func() (engine.Engine, error), number int) (next func() (engine.Engine, error), closeRest func() error) {
	type opening struct {
		engine engine.Engine
		err    error
	}
	ready := make(chan opening, number)
	for range number {
		go func() {
			opened, err := guarded(open)
			ready <- opening{opened, err}
		}()
	}
	var taken atomic.Int64
	next = func() (engine.Engine, error) {
		if taken.Add(1) > int64(number) {
			return open()
		}
		o := <-ready
		return o.engine, o.err
	}
	closeRest = func() error {
		var err error
		for taken.Add(1) <= int64(number) {
			if o := <-ready; o.engine != nil {
				err = cmp.Or(err, closeGuarded(o.engine))
			}
		}
		return err
	}
	return next, closeRest
}

// drive sets the workers going and takes in what they find. The first engine
// goes to the first worker.
func (s *session) drive(ctx context.Context, open func() (engine.Engine, error), first engine.Engine) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	take := func(f message) {
		if err := s.recordAnswer(f); err != nil && s.stopped == nil {
			s.stopped = err
			cancel()
		}
	}
	if s.config.Remote != nil {
		here := &Searcher{worker: worker{config: s.config, suite: s.suite, open: open, id: s.run.Engine, engine: first}, answeredBy: s.answeredBy}
		err := s.config.Remote(ctx, here, s.unfinished(), func(a Answer, warnings []string) { take(message{Answer: a, warnings: warnings}) })
		take(here.finish())
		if s.stopped == nil && ctx.Err() == nil {
			s.stopped = err
		}
		return
	}
	groups := s.groups()
	Distribute(ctx, s.config.Workers, groups, func(number int, mine iter.Seq[[]int], answers chan<- message) {
		w := &worker{config: s.config, suite: s.suite, open: open, id: s.run.Engine}
		if number == 0 {
			w.engine = first
		}
		for group := range mine {
			w.measureGroup(ctx, group, answers)
		}
		if end := w.finish(); end.warnings != nil || len(end.remarks) > 0 {
			answers <- end
		}
	}, take)
}

// NewSearcher makes a searcher from the settings for single positions: Limits, Repeat,
// CountDepths, Iterations and Now. Every engine that open makes must have the identity
// id.
func NewSearcher(open func() (engine.Engine, error), id engine.ID, config Config) *Searcher {
	return &Searcher{worker: worker{config: &config, open: open, id: id}}
}

// Distribute has workers take items from a list, in its order, until none is left or ctx is done. There are at most
// so many workers, and at least one. What they find is handed over in the goroutine of the caller, one at a time.
func Distribute[I, T any](ctx context.Context, workers int, items []I, work func(number int, mine iter.Seq[I], found chan<- T), take func(T)) {
	found := make(chan T)
	var next atomic.Int64
	mine := func(yield func(I) bool) {
		for ctx.Err() == nil {
			if i := next.Add(1) - 1; i >= int64(len(items)) || !yield(items[i]) {
				return
			}
		}
	}
	var working sync.WaitGroup
	for number := range max(1, min(workers, len(items))) {
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

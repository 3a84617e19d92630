package bench

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// Remote searches the given records on other machines, in any order, and calls found with one
// answer at a time, from the caller's goroutine. A later answer to a record replaces a wrong
// one. A Void answer, which has nothing but its index, withdraws one until there is another.
// Remote returns when all are found, ctx is done, or an error keeps it from going on. Here
// searches records on this machine that have to be certain.
type Remote func(ctx context.Context, here *Searcher, indices []int, found func(a Answer, warnings []string)) error

// Searcher searches one record after the other with one engine, as Execute does. It is
// not safe for concurrent use.
type Searcher struct {
	worker
	answeredBy map[int]string
}

// Search searches one record. The error is that of the context or a lack of the machine; faults
// of the engine are in the answer. Warnings are about events outside of the position.
func (s *Searcher) Search(ctx context.Context, suite *suites.Suite, index int) (a Answer, warnings []string, err error) {
	s.suite = suite
	f := s.measure(ctx, index)
	switch {
	case f.machine != nil:
		return a, f.warnings, f.machine
	case f.Outcome.Verdict == Unfinished:
		return a, f.warnings, context.Cause(ctx)
	}
	return f.Answer, f.warnings, nil
}

// Probe has the engine search a task after a Reset. After an error it is another engine.
func (s *Searcher) Probe(ctx context.Context, task engine.Task) (result engine.Result, err error) {
	if err = s.openEngine(ctx); err == nil {
		result, err = guarded(func() (engine.Result, error) { return s.engine.Search(ctx, task, nil) })
	}
	if err != nil {
		s.closeEngine()
	}
	return result, err
}

// AnsweredBy returns the workers that answered records in earlier attempts at the run, by the
// indices of the records.
func (s *Searcher) AnsweredBy() map[int]string { return s.answeredBy }

// ID returns the identity of the engine.
func (s *Searcher) ID() engine.ID { return s.id }

// Close closes the engine and returns warnings about that.
func (s *Searcher) Close() []string { return s.closeEngine() }

// Faulted returns the answer to a record that no engine gave.
func (s *Searcher) Faulted(suite *suites.Suite, index int, fault *FaultError) Answer {
	record := &suite.Records[index]
	a := Answer{Index: index, Outcome: unfinished(s.config.Limits.question(record))}
	a.Outcome.Verdict, a.Outcome.Fault = Faulted, fault.Class
	a.Time = PositionTime{ID: a.Outcome.ID, Fault: fault.Error()}
	return a
}

// Mismatch says why an answer does not belong to a record; empty if it does.
func (s *Searcher) Mismatch(suite *suites.Suite, a *Answer) string {
	record := &suite.Records[a.Index]
	want := unfinished(s.config.Limits.question(record))
	switch o := &a.Outcome; {
	case o.Verdict == Unfinished:
		return fmt.Sprintf("answer to %q is not finished", want.ID)
	case o.ID != want.ID || o.Want != want.Want || o.MaxPoints != want.MaxPoints:
		return fmt.Sprintf("answer is to %q, the record is %q", o.ID, want.ID)
	}
	return a.Outcome.Validate()
}

package bench

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

// worker owns one engine and searches one position after the other with it. An
// engine that had a fault is closed, and a fresh one opened for the next
// search.
type worker struct {
	config *Config
	suite  *suites.Suite
	open   func() (engine.Engine, error)
	id     engine.ID     // every engine of the run has to be this one
	engine engine.Engine // nil: to be opened
	used   bool          // an engine was made ready for a search
	inGame bool          // the engine has begun the game that the search is part of: see Limits.KeepState
	// remarks counts what its engines had to say of themselves.
	remarks map[string]int
}

// message is a worker's report on one record. Its Outcome is Unfinished if the run ended
// first.
type message struct {
	Answer
	warnings []string
	remarks  map[string]int // of the engines of a worker, at its end
	machine  error          // the lack of the machine that prevented the search; nil: none
}

// openEngine opens an engine if there is none. It makes the engine forget the position
// before, unless both belong to the same game.
func (w *worker) openEngine(ctx context.Context) error {
	if w.engine == nil {
		opened, id, err := openGuarded(w.open)
		if IsOfMachine(err) {
			return err
		}
		if err != nil {
			return &FaultError{Class: Classify(err, FaultStart), Text: err.Error(), Detail: faultDetail(err)}
		}
		w.engine = opened
		if !reflect.DeepEqual(id, w.id) {
			return &FaultError{Class: FaultOption, Text: fmt.Sprintf("engine opened as %s, the run is of %s", idText(id), idText(w.id))}
		}
	}
	if w.inGame {
		return nil
	}
	_, err := guarded(func() (struct{}, error) { return struct{}{}, w.engine.Reset(ctx) })
	w.used, w.inGame = true, err == nil && w.config.Limits.KeepState > 0
	return err
}

// closeEngine closes the engine. Its remarks become warnings, as they belong to no position.
func (w *worker) closeEngine() []string {
	if w.engine == nil {
		return nil
	}
	closing := w.engine
	w.engine, w.inGame = nil, false
	w.noteRemarks(closing)
	if err := closeGuarded(closing); err != nil {
		return []string{"engine close: " + err.Error()}
	}
	return nil
}

// finish closes the engine and returns the worker's last message, which belongs to no record.
func (w *worker) finish() message {
	return message{Answer: Answer{Index: -1}, warnings: w.closeEngine(), remarks: w.remarks}
}

// noteRemarks adds the remarks of an engine to those of the worker.
func (w *worker) noteRemarks(to engine.Engine) {
	remarker, ok := to.(engine.Remarker)
	if !ok {
		return
	}
	remarks, err := guarded(func() ([]engine.Remark, error) { return remarker.Remarks(), nil })
	if err != nil {
		return // it fails at the next call that matters
	}
	if w.remarks == nil {
		w.remarks = make(map[string]int)
	}
	for _, r := range remarks {
		w.remarks[r.Text] += r.Count
	}
}

// guarded turns a panic of an in-process engine into an error: the run is to
// lose one position by it, not all.
func guarded[T any](call func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &FaultError{Class: FaultInternal, Text: fmt.Sprintf("engine panic: %v", p), Detail: string(debug.Stack())}
		}
	}()
	return call()
}

// openGuarded opens an engine and asks who it is; an open that gives neither
// an engine nor an error is an error.
func openGuarded(open func() (engine.Engine, error)) (engine.Engine, engine.ID, error) {
	opened, err := guarded(open)
	if err == nil && opened == nil {
		err = errors.New("open gave no engine")
	}
	if err != nil {
		return nil, engine.ID{}, err
	}
	id, err := guarded(func() (engine.ID, error) { return CleanID(opened.ID(), text.ValidUTF8), nil })
	if err != nil {
		return nil, engine.ID{}, errors.Join(err, closeGuarded(opened))
	}
	return opened, id, nil
}

func closeGuarded(opened engine.Engine) error {
	_, err := guarded(func() (struct{}, error) { return struct{}{}, opened.Close() })
	return err
}

// CleanID returns the identity with all its texts made clean.
func CleanID(id engine.ID, clean func(string) string) engine.ID {
	made := engine.ID{Name: clean(id.Name), Version: clean(id.Version), Game: id.Game}
	for _, option := range id.Options {
		made.Options = append(made.Options, engine.Option{Name: clean(option.Name), Value: clean(option.Value)})
	}
	return made
}

func idText(id engine.ID) string {
	text := fmt.Sprintf("%q version %q", id.Name, id.Version)
	for _, option := range id.Options {
		text += fmt.Sprintf(" %s=%q", option.Name, option.Value)
	}
	return text
}

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

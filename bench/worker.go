package bench

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/suites"
)

// worker owns one engine and searches one position after the other with it. An
// engine that had a fault is closed, and a fresh one opened for the next
// position.
type worker struct {
	config *Config
	suite  *suites.Suite
	open   func() (engine.Engine, error)
	id     engine.ID     // every engine of the run has to be this one
	engine engine.Engine // nil: to be opened
}

// finding is what a worker has to say about one record.
type finding struct {
	index    int
	outcome  Outcome
	time     PositionTime
	warnings []string
}

// measure searches one record and turns whatever happens into its outcome,
// which is Unfinished when ctx ended first.
func (w *worker) measure(ctx context.Context, index int) finding {
	record := &w.suite.Records[index]
	q := questionOf(record)
	id := recordID(record)
	f := finding{
		index:   index,
		outcome: unfinished(id, q),
		time:    PositionTime{ID: id},
	}
	err := w.attempt(ctx, q, &f)
	if err == nil {
		return f
	}
	f.outcome = unfinished(id, q)
	f.time.Found, f.time.Stable = 0, 0
	f.warnings = w.drop()
	if ctx.Err() != nil {
		return f
	}
	f.outcome.Verdict, f.outcome.Fault = Faulted, classify(err, FaultInternal)
	f.time.Fault, f.time.Detail = err.Error(), faultDetail(err)
	return f
}

// unfinished is the outcome of a position before anything is known but what it
// asks.
func unfinished(id string, q question) Outcome {
	return Outcome{ID: id, Want: q.text(), MaxPoints: q.record.MaxPoints}
}

// attempt fills in the outcome and its times. An error leaves them in no
// particular state and is a fault of the engine, unless ctx is done.
func (w *worker) attempt(ctx context.Context, q question, f *finding) error {
	if err := w.ready(ctx); err != nil {
		return err
	}
	elapsed := stopwatch(w.config.Now)
	track := tracker{question: q, elapsed: elapsed}
	task := engine.Task{Start: q.record.Position, Limits: w.config.limits(q.record)}
	result, err := guarded(func() (engine.Result, error) { return w.engine.Search(ctx, task, track.info) })
	f.time.Wall, f.time.CPU = elapsed(), result.CPU
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := checkMove(q.record.Position, result.Best); err != nil {
		return err
	}
	right := track.end(result)
	f.outcome.record(q, result, right)
	f.outcome.Found, f.outcome.Stable = track.found, track.stable
	f.time.Found, f.time.Stable = track.foundAt, track.stableAt
	return nil
}

// record takes the answer over.
func (o *Outcome) record(q question, result engine.Result, right bool) {
	switch {
	case !q.asked():
		o.Verdict = Measured
	case right:
		o.Verdict = Solved
	default:
		o.Verdict = Missed
	}
	if result.Best != chess.NoMove {
		position := q.record.Position
		o.Best = position.SAN(result.Best)
	}
	o.Score, o.Depth, o.SelDepth = storable(result.Score), result.Depth, result.SelDepth
	o.Nodes, o.Counters = result.Nodes, result.Counters
	o.Points = q.points(result.Best)
}

// storable is the score as a file gives it back: a mate counts in full moves, and
// nothing is beyond being mated now and mating at once.
func storable(score engine.Score) engine.Score {
	score = min(max(score, -engine.MateScore), engine.MateScore-1)
	if moves, ok := score.Mate(); ok {
		return engine.MateIn(moves)
	}
	return score
}

// checkMove finds an answer that is none.
func checkMove(position chess.Position, move chess.Move) error {
	if move != chess.NoMove {
		if position.IsLegal(move) {
			return nil
		}
		return &FaultError{Class: FaultIllegalMove, Text: "answer " + move.String() + " is not legal"}
	}
	var legal chess.MoveList
	position.Legal(&legal)
	if legal.Len() == 0 {
		return nil
	}
	return &FaultError{Class: FaultNullMove, Text: fmt.Sprintf("answer is no move although %d are legal", legal.Len())}
}

// ready opens an engine where there is none and makes it forget the position
// before.
func (w *worker) ready(ctx context.Context) error {
	if w.engine == nil {
		opened, id, err := openGuarded(w.open)
		if err != nil {
			return &FaultError{Class: classify(err, FaultStart), Text: err.Error(), Detail: faultDetail(err)}
		}
		w.engine = opened
		if !reflect.DeepEqual(id, w.id) {
			return &FaultError{Class: FaultOption, Text: fmt.Sprintf("engine opened as %s, the run is of %s", idText(id), idText(w.id))}
		}
	}
	_, err := guarded(func() (struct{}, error) { return struct{}{}, w.engine.Reset(ctx) })
	return err
}

// drop closes the engine; what it has to say about that is a warning, for it
// belongs to no position.
func (w *worker) drop() []string {
	if w.engine == nil {
		return nil
	}
	closing := w.engine
	w.engine = nil
	_, err := guarded(func() (struct{}, error) { return struct{}{}, closing.Close() })
	if err != nil {
		return []string{"engine close: " + err.Error()}
	}
	return nil
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
	id, err := guarded(func() (engine.ID, error) { return cleanID(opened.ID()), nil })
	if err != nil {
		_, closing := guarded(func() (struct{}, error) { return struct{}{}, opened.Close() })
		return nil, engine.ID{}, errors.Join(err, closing)
	}
	return opened, id, nil
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

// stopwatch measures from now on; without a clock it stands at 0.
func stopwatch(now func() time.Time) func() time.Duration {
	if now == nil {
		return func() time.Duration { return 0 }
	}
	start := now()
	return func() time.Duration { return now().Sub(start) }
}

// cleanID is the identity with valid text only, as a file can hold it.
func cleanID(id engine.ID) engine.ID {
	clean := engine.ID{Name: validText(id.Name), Version: validText(id.Version)}
	for _, option := range id.Options {
		clean.Options = append(clean.Options, engine.Option{Name: validText(option.Name), Value: validText(option.Value)})
	}
	return clean
}

func idText(id engine.ID) string {
	text := fmt.Sprintf("%q version %q", id.Name, id.Version)
	for _, option := range id.Options {
		text += fmt.Sprintf(" %s=%q", option.Name, option.Value)
	}
	return text
}

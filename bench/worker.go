package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
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
	// remarks counts what its engines had to say of themselves.
	remarks map[string]int
}

// message is what a worker has to say about one record; its Outcome is
// Unfinished when the run was ended first.
type message struct {
	Answer
	warnings []string
	remarks  map[string]int // of the engines of a worker, at its end
	machine  error          // what the machine lacked to search the record; nil: nothing
}

// measure searches one record as often as the configuration asks, and turns
// whatever happens into its outcome.
func (w *worker) measure(ctx context.Context, index int) message {
	f := w.answer(ctx, index)
	for repetition := 2; repetition <= w.config.Repeat && f.answered(); repetition++ {
		f.warnings = append(f.warnings, w.closeEngine()...)
		f = f.repeated(w.answer(ctx, index), repetition)
	}
	return f
}

// measureGroup searches the records of a group, one after the other, from a fresh engine on. An earlier attempt may have
// answered some of them: these are searched again for what comes after them, and their answers are dropped.
func (w *worker) measureGroup(ctx context.Context, group int, answers chan<- message) {
	closing := w.closeEngine()
	first := group * w.config.Restart
	for i := first; i < min(first+w.config.Restart, len(w.suite.Records)) && ctx.Err() == nil; i++ {
		f := w.measure(ctx, i)
		f.warnings, closing = append(closing, f.warnings...), nil
		answers <- f
	}
}

// answer searches one record, and once more in a fresh engine when the fault of
// the first attempt may be the machine's.
func (w *worker) answer(ctx context.Context, index int) message {
	first := w.attempt(ctx, index)
	if first.Outcome.Verdict != Faulted || !first.Outcome.Fault.Retried() {
		return first
	}
	again := w.attempt(ctx, index)
	again.warnings = append(first.warnings, again.warnings...)
	again.Time.Retried = first.Time.Fault
	if again.answered() {
		again.Outcome.Retried = first.Outcome.Fault
	}
	again.Time.Capsule = cmp.Or(again.Time.Capsule, first.Time.Capsule)
	return again
}

// attempt searches one record once. After a fault the engine is closed.
func (w *worker) attempt(ctx context.Context, index int) message {
	record := &w.suite.Records[index]
	q := questionOf(record, &w.config.Limits)
	id := recordID(record)
	var f message
	f.Index, f.Outcome, f.Time = index, unfinished(id, q), PositionTime{ID: id}
	err := w.search(ctx, q, &f)
	if err == nil {
		return f
	}
	f.Outcome = unfinished(id, q)
	f.Time.Found, f.Time.Stable = 0, 0
	f.warnings = w.closeEngine()
	if ctx.Err() != nil {
		return f
	}
	if IsOfMachine(err) {
		f.machine = err
		return f
	}
	f.Outcome.Verdict, f.Outcome.Fault = Faulted, Classify(err, FaultInternal)
	f.Time.Fault, f.Time.Detail, f.Time.Capsule = err.Error(), faultDetail(err), faultCapsule(err)
	return f
}

// unfinished returns the outcome of a position before anything is known but what it
// asks.
func unfinished(id string, q question) Outcome {
	return Outcome{ID: id, Want: q.text(), MaxPoints: q.record.MaxPoints}
}

// search fills in the outcome and its times. An error leaves them in no
// particular state and is a fault of the engine, unless ctx is done.
func (w *worker) search(ctx context.Context, q question, f *message) error {
	if err := w.openEngine(ctx); err != nil {
		return err
	}
	if q.counts() {
		return w.count(ctx, q, f)
	}
	if w.config.Limits.Steps > 0 {
		return w.searchInSteps(ctx, q, f)
	}
	return w.searchOnce(ctx, q, w.config.Limits.For(q.record), w.config.Limits.StopSolved, f)
}

// searchOnce returns one search of a position, which so many iterations in a row with the right answer end; 0: none
// do.
func (w *worker) searchOnce(ctx context.Context, q question, limits engine.Limits, enough int, f *message) error {
	if err := w.prelude(ctx, f.Index); err != nil {
		return err
	}
	elapsed := stopwatch(w.config.Now)
	stoppable, stop := context.WithCancel(ctx)
	defer stop()
	track := tracker{question: q, elapsed: elapsed, enough: enough, stop: stop}
	if w.config.Iterations {
		track.iterations = &answers{position: q.record.Position}
	}
	task := engine.Task{Start: q.record.Position, Limits: limits}
	if q.record.Start != nil {
		task.Start, task.Moves = q.record.Start, q.record.Moves
	}
	result, err := guarded(func() (engine.Result, error) { return w.engine.Search(stoppable, task, track.info) })
	f.Time.Wall, f.Time.CPU = elapsed(), result.CPU
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := checkMove(q.record.Position, result.Best); err != nil {
		return err
	}
	if track.answer != nil {
		result = *track.answer
		if err := checkMove(q.record.Position, result.Best); err != nil {
			return err
		}
	}
	right := track.end(result)
	f.Outcome.record(q, result, right)
	if w.config.CountDepths {
		f.Outcome.NullByDepth, f.Outcome.NullMoveCosts = nullByDepth(result.ByDepth), nullMoveCosts(result.ByDepth)
	}
	if track.iterations != nil {
		f.Outcome.Iterations = track.iterations.kept()
	}
	f.Outcome.Found, f.Outcome.Stable, f.Outcome.Mate = track.found, track.stable, track.mate
	f.Time.Found, f.Time.Stable = track.foundAt, track.stableAt
	return nil
}

// count has the engine count leaves.
func (w *worker) count(ctx context.Context, q question, f *message) error {
	counter, ok := w.engine.(engine.Counter)
	if !ok {
		return &FaultError{Class: FaultNoMove, Text: "engine counts no leaves"}
	}
	elapsed := stopwatch(w.config.Now)
	leaves, err := guarded(func() (uint64, error) { return counter.Perft(ctx, q.record.Position, q.leaves.Depth) })
	f.Time.Wall = elapsed()
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	o := &f.Outcome
	o.Verdict, o.Depth, o.Nodes = Missed, q.leaves.Depth, leaves
	if leaves == q.leaves.Nodes {
		o.Verdict, o.Found = Solved, &Point{Depth: o.Depth, Nodes: o.Nodes}
		o.Stable = o.Found
	}
	return nil
}

// prelude searches what comes before a form of a later round. Its nodes and its time
// are nobody's.
func (w *worker) prelude(ctx context.Context, index int) error {
	position, found := w.suite.Prelude(index)
	if !found {
		return nil
	}
	task := engine.Task{Start: position, Limits: engine.Limits{Depth: suites.PreludeDepth}}
	_, err := guarded(func() (engine.Result, error) { return w.engine.Search(ctx, task, nil) })
	return err
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
	if result.Best != game.NoMove {
		position := q.record.Position
		o.Best = position.Notation(result.Best)
	}
	o.Score, o.Depth, o.SelDepth = storable(result.Score), result.Depth, result.SelDepth
	o.Nodes, o.Counters = result.Nodes, result.Counters
	o.Ended = endOf(result.Stop)
	o.Points = q.points(result.Best)
}

// nullByDepth returns what a row for each depth says of null moves, nil when none was
// tried.
func nullByDepth(rows []engine.Counters) *NullByDepth {
	var kept NullByDepth
	for depth, row := range rows {
		if row.NullTried > 0 {
			kept = append(kept, make([][2]uint64, depth+1-len(kept))...)
			kept[depth] = [2]uint64{row.NullTried, row.NullCut}
		}
	}
	if kept == nil {
		return nil
	}
	return &kept
}

// storable returns the score as a file gives it back: a mate counts in full moves, and
// nothing is beyond being mated now and mating at once.
func storable(score engine.Score) engine.Score {
	score = min(max(score, -engine.MateScore), engine.MateScore-1)
	if moves, ok := score.Mate(); ok {
		return engine.MateIn(moves)
	}
	return score
}

// checkMove finds an answer that is none. Who resigns, finds no mate or declares a win
// by right has answered, but solved nothing.
func checkMove(position game.Position, move game.Move) error {
	if move != game.NoMove {
		if position.IsLegal(move) || move == game.Resign || move == game.NoMate || move == game.DeclareWin && position.MayDeclare() {
			return nil
		}
		return &FaultError{Class: FaultIllegalMove, Text: "answer " + move.String() + " is not legal"}
	}
	legal := position.CountLegal()
	if legal == 0 {
		return nil
	}
	return &FaultError{Class: FaultNullMove, Text: fmt.Sprintf("answer is no move although %d are legal", legal)}
}

// openEngine opens an engine where there is none and makes it forget the position
// before.
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
	_, err := guarded(func() (struct{}, error) { return struct{}{}, w.engine.Reset(ctx) })
	return err
}

// closeEngine closes the engine; what it has to say about that is a warning, for it
// belongs to no position.
func (w *worker) closeEngine() []string {
	if w.engine == nil {
		return nil
	}
	closing := w.engine
	w.engine = nil
	w.listen(closing)
	if err := closeGuarded(closing); err != nil {
		return []string{"engine close: " + err.Error()}
	}
	return nil
}

// end closes the engine and is the last that the worker has to say, which is of no record.
func (w *worker) end() message {
	return message{Answer: Answer{Index: -1}, warnings: w.closeEngine(), remarks: w.remarks}
}

// listen notes the remarks of an engine.
func (w *worker) listen(to engine.Engine) {
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

// closeGuarded closes an engine.
func closeGuarded(opened engine.Engine) error {
	_, err := guarded(func() (struct{}, error) { return struct{}{}, opened.Close() })
	return err
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
	id, err := guarded(func() (engine.ID, error) { return CleanID(opened.ID(), validText), nil })
	if err != nil {
		return nil, engine.ID{}, errors.Join(err, closeGuarded(opened))
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

// answered reports whether the engine gave a valid answer.
func (f *message) answered() bool {
	return f.Outcome.Verdict != Unfinished && f.Outcome.Verdict != Faulted
}

// repeated holds a repetition of the search against the first one. Of equal
// answers the first one counts.
func (f message) repeated(again message, repetition int) message {
	warnings := append(f.warnings, again.warnings...)
	if !again.answered() {
		again.warnings = warnings
		return again
	}
	f.warnings = warnings
	if f.Time.Retried == "" {
		f.Outcome.Retried = again.Outcome.Retried
		f.Time.Retried, f.Time.Capsule = again.Time.Retried, again.Time.Capsule
	}
	again.Outcome.Retried = f.Outcome.Retried
	if f.Outcome.Equal(&again.Outcome) {
		return f
	}
	err := &FaultError{
		Class: FaultNondeterminism,
		Text:  fmt.Sprintf("repetition %d in a fresh engine differs: %s", repetition, difference(&f.Outcome, &again.Outcome)),
	}
	f.Outcome = Outcome{ID: f.Outcome.ID, Want: f.Outcome.Want, MaxPoints: f.Outcome.MaxPoints, Verdict: Faulted, Fault: err.Class}
	f.Time.Fault = err.Error()
	f.Time.Found, f.Time.Stable = 0, 0
	return f
}

// difference says in words what is not the same in two answers to one question.
func difference(a, b *Outcome) string {
	var parts []string
	check := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			parts = append(parts, fmt.Sprintf("%s %s and %s", what, x, y))
		}
	}
	check("fault", faultText(a), faultText(b))
	check("verdict", a.Verdict, b.Verdict)
	check("move", a.Best, b.Best)
	check("score", a.Score, b.Score)
	check("depth", a.Depth, b.Depth)
	check("seldepth", a.SelDepth, b.SelDepth)
	check("nodes", a.Nodes, b.Nodes)
	check("end", a.Ended, b.Ended)
	check("claim of a mate", a.Mate, b.Mate)
	check("found", pointText(a.Found), pointText(b.Found))
	check("stable", pointText(a.Stable), pointText(b.Stable))
	if a.Counters != b.Counters {
		parts = append(parts, "counters")
	}
	return strings.Join(parts, ", ")
}

func faultText(o *Outcome) string {
	if o.Fault == NoFault {
		return "none"
	}
	return o.Fault.String()
}

func pointText(p *Point) string {
	if p == nil {
		return "never"
	}
	return fmt.Sprintf("d%d/%d", p.Depth, p.Nodes)
}

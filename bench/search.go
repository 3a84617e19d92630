package bench

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// searchOnce searches a position once and adds the answer to f. It stops the engine after stopAfter iterations in
// a row with the right answer; 0: it never does.
func (w *worker) searchOnce(ctx context.Context, q question.Question, limits engine.Limits, stopAfter int, f *message) error {
	if err := w.prelude(ctx, f.Index); err != nil {
		return err
	}
	elapsed := stopwatch(w.config.Now)
	stoppable, stop := context.WithCancel(ctx)
	defer stop()
	track := tracker{question: q, elapsed: elapsed, stopAfter: stopAfter, stop: stop}
	if w.config.Iterations {
		track.iterations = &answers{position: q.Record.Position}
	}
	task := engine.Task{Start: q.Record.Position, Limits: limits}
	if q.Record.Start != nil {
		task.Start, task.Moves = q.Record.Start, q.Record.Moves
	}
	result, err := guarded(func() (engine.Result, error) { return w.engine.Search(stoppable, task, track.addInfo) })
	f.Time.Wall, f.Time.CPU = elapsed(), result.CPU
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := checkMove(q.Record.Position, result.Best); err != nil {
		return err
	}
	if track.answer != nil {
		result = *track.answer
		if err := checkMove(q.Record.Position, result.Best); err != nil {
			return err
		}
	}
	right := track.addResult(result)
	f.Outcome.record(q, result, right)
	if w.config.CountDepths {
		f.Outcome.NullByDepth = byDepth[NullByDepth](result.ByDepth, func(row *engine.Counters) [2]uint64 { return [2]uint64{row.NullTried, row.NullCut} })
		f.Outcome.NullMoveCosts = nullMoveCosts(result.ByDepth)
	}
	if track.iterations != nil {
		f.Outcome.Iterations = track.iterations.iterations()
	}
	f.Outcome.Found, f.Outcome.Stable, f.Outcome.Mate = track.found, track.stable, track.mate
	f.Time.Found, f.Time.Stable = track.foundAt, track.stableAt
	return nil
}

// count has the engine count leaves.
func (w *worker) count(ctx context.Context, q question.Question, f *message) error {
	counter, ok := w.engine.(engine.PerftCounter)
	if !ok {
		return &FaultError{Class: FaultNoMove, Text: "engine counts no leaves"}
	}
	elapsed := stopwatch(w.config.Now)
	leaves, err := guarded(func() (uint64, error) { return counter.Perft(ctx, q.Record.Position, q.Leaves.Depth) })
	f.Time.Wall = elapsed()
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	o := &f.Outcome
	o.Verdict, o.Depth, o.Nodes = Missed, q.Leaves.Depth, leaves
	if leaves == q.Leaves.Nodes {
		o.Verdict, o.Found = Solved, &Point{Depth: o.Depth, Nodes: o.Nodes}
		o.Stable = o.Found
	}
	return nil
}

// prelude searches the position before a form of a later round, unless other positions are searched before it. Its
// nodes and its time do not count.
func (w *worker) prelude(ctx context.Context, index int) error {
	position, found := w.suite.Prelude(index)
	if !found || w.config.Limits.KeepState > 0 {
		return nil
	}
	task := engine.Task{Start: position, Limits: w.config.Limits.Prelude()}
	_, err := guarded(func() (engine.Result, error) { return w.engine.Search(ctx, task, nil) })
	return err
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

// stopwatch measures from now on; without a clock it stands at 0.
func stopwatch(now func() time.Time) func() time.Duration {
	if now == nil {
		return func() time.Duration { return 0 }
	}
	start := now()
	return func() time.Duration { return now().Sub(start) }
}

// searchInSteps searches the position with doubling node limits, each from anew, and stops after
// Limits.StopSolved correct answers in a row or after the last step. The answer is that of the last step;
// nodes, times and counters are sums. The solution stands since the first step of the final correct
// streak, with the nodes of that step. A position without a question is searched once, as in the last
// step.
func (w *worker) searchInSteps(ctx context.Context, q question.Question, f *message) error {
	limits, whole := &w.config.Limits, *f
	first, streak := 0, 0
	if !q.Asked() {
		first = limits.Steps - 1
	}
	for step := first; step < limits.Steps; step++ {
		if step > first {
			if err := w.openEngine(ctx); err != nil {
				return err
			}
		}
		one := *f
		task := limits.Limits
		task.Nodes = limits.step(step)
		if err := w.searchOnce(ctx, q, task, 0, &one); err != nil {
			f.Time.Wall, f.Time.CPU = whole.Time.Wall+one.Time.Wall, whole.Time.CPU+one.Time.CPU
			return err
		}
		whole.addStep(&one)
		if streak++; one.Outcome.Verdict != Solved {
			streak = 0
		}
		if streak > 0 && streak == limits.StopSolved {
			break
		}
	}
	*f = whole
	return nil
}

// addStep adds a step to those before it.
func (f *message) addStep(one *message) {
	sum, times := f.Outcome, f.Time
	f.Outcome, f.Time = one.Outcome, one.Time
	f.Outcome.Nodes += sum.Nodes
	f.Outcome.Counters.Add(sum.Counters)
	f.Time.Wall, f.Time.CPU = f.Time.Wall+times.Wall, f.Time.CPU+times.CPU
	if sum.Ended == Late { // only the last step can end early: short searches have few nodes
		f.Outcome.Ended = Late
	}
	if sum.Mate.Flaw.Wrong() && f.Outcome.Mate.Flaw <= sum.Mate.Flaw {
		f.Outcome.Mate = sum.Mate
	}
	f.Outcome.Found, f.Outcome.Stable = sum.Found, sum.Stable
	f.Time.Found, f.Time.Stable = times.Found, times.Stable
	if one.Outcome.Verdict != Solved {
		f.Outcome.Stable, f.Time.Stable = nil, 0
		return
	}
	now := &Point{Depth: one.Outcome.Depth, Nodes: one.Outcome.Nodes}
	if f.Outcome.Found == nil {
		f.Outcome.Found, f.Time.Found = now, f.Time.Wall
	}
	if f.Outcome.Stable == nil {
		f.Outcome.Stable, f.Time.Stable = now, f.Time.Wall
	}
}

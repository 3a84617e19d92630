package bench

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/question"
)

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

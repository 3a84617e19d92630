package bench

import (
	"cmp"
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/question"
)

// measure searches one record as often as the configuration asks, and turns
// whatever happens into its outcome.
func (w *worker) measure(ctx context.Context, index int) message {
	f := w.answer(ctx, index)
	for repetition := 2; repetition <= w.config.Repeat && f.hasAnswer(); repetition++ {
		f.warnings = append(f.warnings, w.closeEngine()...)
		f = f.compareRepetition(w.answer(ctx, index), repetition)
	}
	return f
}

// measureGroup searches the records of a group one after the other. The first begins a new game, and with Config.Restart
// it has a fresh engine. Records that an earlier attempt answered are searched again, because later ones depend on
// them, and their answers are dropped.
func (w *worker) measureGroup(ctx context.Context, group []int, answers chan<- message) {
	w.inGame = false
	var closing []string
	if w.config.Restart > 0 && w.used {
		closing = w.closeEngine()
	}
	for _, i := range group {
		if ctx.Err() != nil {
			return
		}
		f := w.measure(ctx, i)
		f.warnings, closing = append(closing, f.warnings...), nil
		answers <- f
	}
}

// answer searches one record, and once more in a fresh engine if the machine may be to blame for the fault of the first
// attempt. If the engine only ignored go, the second answer counts without a fault: some engines lose go by a race of
// their threads. Where searches rest on those before them it counts as a fault.
func (w *worker) answer(ctx context.Context, index int) message {
	first := w.attempt(ctx, index)
	if first.Outcome.Verdict != Faulted || !first.Outcome.Fault.retried() {
		return first
	}
	again := w.attempt(ctx, index)
	again.warnings = append(first.warnings, again.warnings...)
	again.Time.Retried = first.Time.Fault
	rests := w.config.Limits.KeepState > 0 || w.config.Restart > 1
	if again.hasAnswer() && (first.Outcome.Fault != FaultIgnored || rests) {
		again.Outcome.Retried = first.Outcome.Fault
	}
	again.Time.FaultReport = cmp.Or(again.Time.FaultReport, first.Time.FaultReport)
	return again
}

// attempt searches one record once. After a fault the engine is closed.
func (w *worker) attempt(ctx context.Context, index int) message {
	record := &w.suite.Records[index]
	q := w.config.Limits.question(record)
	var f message
	f.Index, f.Outcome, f.Time = index, unfinished(q), PositionTime{ID: question.ID(record)}
	err := w.search(ctx, q, &f)
	if err == nil {
		return f
	}
	f.Outcome = unfinished(q)
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
	f.Time.Fault, f.Time.Detail, f.Time.FaultReport = err.Error(), faultDetail(err), faultReport(err)
	return f
}

// search fills in the outcome and its times. An error leaves them in no
// particular state and is a fault of the engine, unless ctx is done.
func (w *worker) search(ctx context.Context, q question.Question, f *message) error {
	if err := w.openEngine(ctx); err != nil {
		return err
	}
	if q.Counts() {
		return w.count(ctx, q, f)
	}
	if w.config.Limits.Steps > 0 {
		return w.searchInSteps(ctx, q, f)
	}
	return w.searchOnce(ctx, q, w.config.Limits.ForRecord(q.Record), w.config.Limits.StopSolved, f)
}

// hasAnswer reports whether the engine gave a valid answer.
func (f *message) hasAnswer() bool {
	return f.Outcome.Verdict != Unfinished && f.Outcome.Verdict != Faulted
}

// compareRepetition compares a repetition of the search with the first one. Of equal answers the
// first one counts.
func (f message) compareRepetition(again message, repetition int) message {
	warnings := append(f.warnings, again.warnings...)
	if !again.hasAnswer() {
		again.warnings = warnings
		return again
	}
	f.warnings = warnings
	if f.Outcome.Retried == NoFault {
		f.Outcome.Retried = again.Outcome.Retried
		f.Time.Retried, f.Time.FaultReport = cmp.Or(again.Time.Retried, f.Time.Retried), cmp.Or(again.Time.FaultReport, f.Time.FaultReport)
	}
	again.Outcome.Retried = f.Outcome.Retried
	if f.Outcome.Equal(&again.Outcome) {
		return f
	}
	err := &FaultError{
		Class: FaultNondeterminism,
		Text:  fmt.Sprintf("repetition %d in a fresh engine differs: %s", repetition, f.Outcome.DifferenceText(&again.Outcome)),
	}
	f.Outcome = Outcome{ID: f.Outcome.ID, Want: f.Outcome.Want, MaxPoints: f.Outcome.MaxPoints, Verdict: Faulted, Fault: err.Class}
	f.Time.Fault = err.Error()
	f.Time.Found, f.Time.Stable = 0, 0
	return f
}

package fit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// FindRestart searches restartProbes positions one after the other, or fewer of a smaller suite. State that one search in
// ten reveals is missed in three cases of a hundred. The last FreshProbes of them are searched in fresh processes as well,
// or all of them in the opposite order if the engine starts slowly.
const (
	restartProbes = 32
	FreshProbes   = 8
)

// Restart says how to search with an engine that keeps state after ucinewgame, so that its answers repeat. The zero value
// means that they repeat anyway.
type Restart struct {
	Every   int  // searches in each process; 0: any number, NeverRepeats or StartsSlowly
	NoStops bool // only if no search is stopped before its limit
}

// Values of Restart.Every for engines that no restart helps.
const (
	NeverRepeats = -1 // the answers do not repeat after any restart
	StartsSlowly = -2 // they would, and fresh processes take too long to start
)

// Bounds of the wall time for each search that the start of fresh processes takes. Suites have thousands of searches.
const (
	maxStart   = 50 * time.Millisecond
	cheapStart = 5 * time.Millisecond
	wantStart  = 2 * time.Millisecond // processes search longer to stay within it
)

// maxRestartEvery is the largest number of searches in one process of an engine with restarts.
const maxRestartEvery = 1000

// FindRestart returns how the answers of an engine repeat under the limit of a suite, which is exact. If they do so
// only in fresh processes that start slowly, or not at all, it also tries the limit without its early stop. The
// search between the solution and the stop is chance, and may leave state. An engine in this process needs no
// restart, and one that has restarts keeps them.
func FindRestart(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (Restart, error) {
	if on.Restart > 0 || on.Command.Path == "" {
		return Restart{}, nil
	}
	start := startTime(r, &on)
	every, err := findRestart(ctx, r, on, chosen, start)
	costly := every < 0 || every == 1 && start > cheapStart
	if err != nil || !costly || chosen.Limit.StopSolved == 0 || chosen.Limit.Steps > 0 {
		return Restart{Every: every}, err
	}
	whole := *chosen
	whole.Limit.StopSolved = 0
	if unstopped, err := findRestart(ctx, r, on, &whole, start); err == nil && (unstopped == 0 || unstopped > 1) {
		return Restart{unstopped, true}, nil
	}
	return Restart{Every: every}, ctx.Err()
}

// findRestart searches positions of a suite one after the other, twice, and compares the last with those of fresh
// processes. If all answers are equal, it returns 0. If a third pass in the same order repeats the first, it returns the
// number of searches in each process. If only fresh processes repeat, three times, it returns 1, and else NeverRepeats. An
// engine that takes more than maxStart to start is asked by findSlowRestart.
func findRestart(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, start time.Duration) (int, error) {
	p, err := newProbes(ctx, r, on, chosen)
	if err != nil {
		return 0, err
	}
	together := p.inSequence(p.all)
	again := p.inSequence(p.all)
	repeats := equalOutcomes(together, again)
	if start > maxStart {
		return p.findSlowRestart(together, again, repeats, start)
	}
	apart := p.inFresh()
	switch {
	case p.err != nil || repeats && equalLast(together, apart):
		return 0, p.err
	case repeats && equalOutcomes(together, p.inSequence(p.all)):
		return restartEvery(start), p.err
	case equalOutcomes(apart, p.inFresh()):
		if equalOutcomes(apart, p.inFresh()) { // one repetition of eight searches may be chance
			return 1, p.err
		}
	}
	return NeverRepeats, p.err
}

// findSlowRestart is findRestart for an engine that starts too slowly for a process for each search. Repeats says whether the first
// two passes, together and again, are equal. It compares answers in the opposite order, which takes one start. It never returns 1,
// but StartsSlowly.
func (p *probes) findSlowRestart(together, again *bench.Run, repeats bool, start time.Duration) (int, error) {
	switch {
	case p.err != nil || repeats && equalOutcomes(together, p.inReverse()):
		return 0, p.err
	case repeats && equalOutcomes(together, p.inSequence(p.all)):
		if every := restartEvery(start); start <= time.Duration(every)*maxStart {
			return every, p.err
		}
		return StartsSlowly, p.err
	case p.err == nil && together.Outcomes[0].Equal(&again.Outcomes[0]): // the first of their processes
		return StartsSlowly, nil
	}
	return NeverRepeats, p.err
}

// probes are positions of a suite that are searched in several orders, to see whether the answers depend on the order.
type probes struct {
	all, last *suites.Suite
	workers   int
	search    func(part *suites.Suite, restart, workers int) *bench.Run // restart: searches in each process, 0 for any number
	err       error                                                     // the first of the searches
}

// newProbes returns the probes of a suite.
func newProbes(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (*probes, error) {
	suite, err := openSingle(r, chosen)
	if err != nil {
		return nil, err
	}
	p := &probes{workers: r.Workers}
	if p.all, err = spreadPositions(suite, restartProbes); err != nil {
		return nil, err
	}
	keys := recordKeys(p.all)
	p.last, err = p.all.Filter(keys[max(0, len(keys)-FreshProbes):]...)
	p.search = func(part *suites.Suite, restart, workers int) *bench.Run {
		alone := *r
		alone.Workers, alone.Farm = workers, nil
		on.Restart = restart
		run, _, failed := search(ctx, &alone, on, part, chosen.Limit)
		p.err = cmp.Or(p.err, failed)
		return run
	}
	return p, err
}

// inSequence searches positions in one process.
func (p *probes) inSequence(part *suites.Suite) *bench.Run { return p.search(part, 0, 1) }

// inFresh searches the last positions, each in a process of its own.
func (p *probes) inFresh() *bench.Run { return p.search(p.last, 1, p.workers) }

// inReverse searches all positions in one process from the last to the first, and returns them in their order.
func (p *probes) inReverse() *bench.Run {
	part := *p.all
	part.Records = slices.Clone(part.Records)
	slices.Reverse(part.Records)
	run := p.inSequence(&part)
	if run != nil {
		slices.Reverse(run.Outcomes)
	}
	return run
}

// restartEvery returns the number of searches in each process of an engine that starts in the given time: a multiple of
// bench.RestartEvery up to maxRestartEvery.
func restartEvery(start time.Duration) int {
	const want = bench.RestartEvery * wantStart
	return bench.RestartEvery * min(max(1, int((start+want-1)/want)), maxRestartEvery/bench.RestartEvery)
}

// startTime returns how long an engine takes to start, 0 where it does not start.
func startTime(r *runner.Runner, on *engines.Engine) time.Duration {
	start := r.Now()
	e, err := on.Open()
	took := r.Now().Sub(start)
	if err != nil {
		return 0
	}
	_ = e.Close() // it was asked nothing
	return took
}

// maxFreshStart bounds the start of engines that get a fresh process for each game: a game takes half a second.
const maxFreshStart = 50 * time.Millisecond

// StartsFresh reports whether each game gets a fresh process: restarts help, and the engine starts within maxFreshStart in
// one of three trials.
func StartsFresh(r *runner.Runner, on engines.Engine, every int) bool {
	if every <= 0 {
		return false
	}
	for range 3 {
		took := startTime(r, &on)
		if took > 0 && took <= maxFreshStart {
			return true
		}
		if took > 4*maxFreshStart { // other work on the machine hardly slows a start so much
			return false
		}
	}
	return false
}

// RestartText describes the finding of FindRestart on an engine, and the consequence for those that get fresh
// processes.
func RestartText(engine string, found Restart, those string) string {
	const hint = " (hint: clear all state at ucinewgame)"
	switch found.Every {
	case NeverRepeats:
		return engine + " does not repeat its searches, even in fresh processes, so differences may be chance (hint: zugwatch doctor says what differs)"
	case StartsSlowly:
		return engine + " keeps state that outlives ucinewgame and starts too slowly for fresh processes, so differences may be chance" + hint
	case 0:
		return engine + " keeps state of a search that is stopped, so searches go on to their limit" + hint
	case 1:
		return engine + " keeps state that outlives ucinewgame, so " + those + " a fresh process for each search" + hint
	}
	whole := ""
	if found.NoStops {
		whole = "searches go on to their limit, and "
	}
	return fmt.Sprintf("%s keeps state that outlives ucinewgame, so %s%s a fresh process every %d searches%s", engine, whole, those, found.Every, hint)
}

// equalLast reports whether the last outcomes of a run are those of another, which has as many or fewer.
func equalLast(whole, last *bench.Run) bool {
	part := bench.Run{Outcomes: whole.Outcomes[len(whole.Outcomes)-len(last.Outcomes):]}
	return equalOutcomes(&part, last)
}

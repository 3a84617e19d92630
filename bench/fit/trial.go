package fit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Trial says whether an engine keeps a limit, as far as a few searches show.
type Trial struct {
	MissedLimit string // how it misses the limit; empty: it keeps it
	Failed      string // how most searches fail under a limit by nodes alone, which the engine may lack; empty: they do not
	Silent      bool   // it reports too few iterations, so the nodes to a solution are not known
}

// Most of tries searches decide. An engine that misses one limit in fifty is rejected with a chance of one in ten
// thousand.
const (
	tries = 5
	most  = 3
)

// TryLimit searches a few positions of a suite to the end of its limit. Nothing is judged. A short suite
// gives the zero value. The errors are those of opening the suite and the engine, and of the searches.
func TryLimit(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (*Trial, error) {
	suite, err := r.Config.Open(*chosen)
	if err != nil {
		return nil, err
	}
	if len(suite.Records) < 4*tries {
		return new(Trial), nil
	}
	limit := chosen.Limit
	limit.StopSolved = 0
	part, err := spreadPositions(suite, tries)
	if err != nil {
		return nil, err
	}
	run, _, err := search(ctx, r, on, part, limit)
	if err != nil {
		return nil, err
	}
	tried := &Trial{MissedLimit: MissedLimitsText(run), Silent: isSilent(run)}
	if limit.Nodes > 0 && limit.Depth == 0 {
		tried.Failed = failureText(run)
	}
	return tried, nil
}

// FindRestart searches restartProbes positions one after the other, or fewer of a smaller suite. State that one search in
// ten reveals is missed in three cases of a hundred. The last FreshProbes of them are searched in fresh processes as well.
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
	cheapStart = 5 * time.Millisecond // processes search longer to stay within it
)

// maxRestartEvery is the largest number of searches in one process of an engine with restarts.
const maxRestartEvery = 512

// FindRestart returns how the answers of an engine repeat under the limit of a suite, which is exact. If they do so only
// in fresh processes that start slowly, or not at all, it also tries the limit without its early stop: what an
// engine searches between the solution and the stop is chance, and may leave state. An engine in this process needs no
// restart, and one that has restarts keeps them.
func FindRestart(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (Restart, error) {
	if on.Restart > 0 || on.Command.Path == "" {
		return Restart{}, nil
	}
	start := startTime(r, &on)
	every, err := findRestart(ctx, r, on, chosen, start)
	dear := every < 0 || every == 1 && start > cheapStart
	if err != nil || !dear || chosen.Limit.StopSolved == 0 || chosen.Limit.Steps > 0 {
		return Restart{Every: every}, err
	}
	whole := *chosen
	whole.Limit.StopSolved = 0
	if unstopped, err := findRestart(ctx, r, on, &whole, start); err == nil && (unstopped == 0 || unstopped > 1) {
		return Restart{unstopped, true}, nil
	}
	return Restart{Every: every}, ctx.Err()
}

// findRestart searches positions of a suite one after the other, twice, and the last in fresh processes. If all answers
// are equal, it returns 0. If two more passes in the same order repeat the first, it returns the number of searches in
// each process. If only fresh processes repeat, three times, it returns 1, and else NeverRepeats. If the starts, each of the given
// time, would take too long, it returns StartsSlowly.
func findRestart(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, start time.Duration) (int, error) {
	suite, err := r.Config.Open(*chosen)
	if err != nil {
		return 0, err
	}
	probes, err := spreadPositions(suite, restartProbes)
	if err != nil {
		return 0, err
	}
	keys := recordKeys(probes)
	last, err := probes.Filter(keys[max(0, len(keys)-FreshProbes):]...)
	if err != nil {
		return 0, err
	}
	pass := func(part *suites.Suite, restart, workers int) *bench.Run {
		alone := *r
		alone.Workers, alone.Farm = workers, nil
		on.Restart = restart
		run, _, failed := search(ctx, &alone, on, part, chosen.Limit)
		err = cmp.Or(err, failed)
		return run
	}
	sequence := func() *bench.Run { return pass(probes, 0, 1) }
	fresh := func() *bench.Run { return pass(last, 1, r.Workers) }
	together, apart := sequence(), fresh()
	repeats := equalOutcomes(together, sequence())
	every := NeverRepeats
	switch {
	case err != nil || repeats && equalLast(together, apart):
		return 0, err
	case repeats && equalOutcomes(together, sequence()):
		every = restartEvery(start)
	case repeatsTwice(apart, fresh): // one repetition of eight searches may be chance
		every = 1
	}
	if err != nil {
		return 0, err
	}
	if every > 0 && start > time.Duration(every)*maxStart {
		return StartsSlowly, nil
	}
	return every, nil
}

// repeatsTwice reports whether two more runs have the outcomes of the first.
func repeatsTwice(first *bench.Run, again func() *bench.Run) bool {
	second := again()
	return equalOutcomes(first, second) && equalOutcomes(second, again())
}

// restartEvery returns the number of searches in each process of an engine that starts in the given time: a multiple of
// bench.RestartEvery up to maxRestartEvery.
func restartEvery(start time.Duration) int {
	const cheap = bench.RestartEvery * cheapStart
	return bench.RestartEvery * min(max(1, int((start+cheap-1)/cheap)), maxRestartEvery/bench.RestartEvery)
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
		if took := startTime(r, &on); took > 0 && took <= maxFreshStart {
			return true
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

// equalOutcomes reports whether two runs of the same positions have the same outcomes. A run that failed has none.
func equalOutcomes(a, b *bench.Run) bool {
	return a != nil && b != nil && slices.EqualFunc(a.Outcomes, b.Outcomes, func(a, b bench.Outcome) bool { return a.Equal(&b) })
}

// equalLast reports whether the last outcomes of a run are those of another, which has as many or fewer.
func equalLast(whole, last *bench.Run) bool {
	if whole == nil || last == nil || len(last.Outcomes) > len(whole.Outcomes) {
		return false
	}
	part := bench.Run{Outcomes: whole.Outcomes[len(whole.Outcomes)-len(last.Outcomes):]}
	return equalOutcomes(&part, last)
}

// search searches the positions of a suite without telling of progress.
func search(ctx context.Context, r *runner.Runner, on engines.Engine, suite *suites.Suite, limit bench.Limits) (*bench.Run, *bench.Timing, error) {
	quiet := r.Quiet()
	quiet.Processors = nil
	return quiet.Run(ctx, on, suite, bench.Config{Limits: limit, Iterations: true})
}

// spreadPositions returns n positions of a suite, evenly spread, as they stand; all of a shorter one.
func spreadPositions(suite *suites.Suite, n int) (*suites.Suite, error) {
	if suite.InForms > 1 {
		var err error
		if suite, err = suite.FormsBetween(0, 1); err != nil {
			return nil, err
		}
	}
	n = min(n, len(suite.Records))
	keys, spread := recordKeys(suite), make([]string, n)
	for i := range spread {
		spread[i] = keys[i*len(keys)/n]
	}
	return suite.Filter(spread...)
}

// recordKeys returns the keys of the records of a suite.
func recordKeys(suite *suites.Suite) []string {
	keys := make([]string, len(suite.Records))
	for i := range keys {
		keys[i] = suite.Records[i].Key()
	}
	return keys
}

// MissedLimitsText says how the searches of a trial missed their limit. It is empty where they kept it.
func MissedLimitsText(run *bench.Run) string {
	t := run.Totals()
	if !run.ExactLimits() || t.MissedLimits() < most {
		return ""
	}
	return fmt.Sprintf("suite %s: %d of the %d searches that were tried first did not keep limits %s: %s",
		run.Suite.Name, t.MissedLimits(), t.Positions, run.Limits, compare.MissedLimitsText(&t))
}

// failureText says how most searches of a trial failed. It is empty where they did not.
func failureText(run *bench.Run) string {
	var faults []bench.Fault
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict == bench.Faulted {
			faults = append(faults, o.Fault)
		}
	}
	if len(faults) < most {
		return ""
	}
	return fmt.Sprintf("suite %s: %d of the %d searches that were tried first failed under limits %s, first with %s",
		run.Suite.Name, len(faults), len(run.Outcomes), run.Limits, faults[0])
}

// isSilent reports whether the engine left out iterations in most searches.
func isSilent(run *bench.Run) bool {
	few := 0
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict != bench.Faulted && hasGap(o.Iterations) {
			few++
		}
	}
	return few >= most
}

// hasGap reports whether an iteration from the first one on is missing.
func hasGap(told *bench.Iterations) bool {
	if told == nil {
		return true
	}
	for i, iteration := range *told {
		if iteration.Depth != i+1 {
			return true
		}
	}
	return false
}

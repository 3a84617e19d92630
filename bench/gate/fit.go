package gate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// fitJobs adapts how the suites are searched to what both revisions can do. It returns the jobs that the base can
// answer, and whether a side checks its node limit by a timer. It notes the other suites in the result.
func fitJobs(ctx context.Context, r *runner.Runner, result *Result, jobs []*job, missed string, chosen map[string]bench.Limits) (kept []*job, onTimer bool, err error) {
	kept, result.Uncounted = fitCounts(ctx, r, jobs)
	if onTimer, err = fitLimits(ctx, r, kept, missed, chosen); err != nil {
		return nil, onTimer, err
	}
	return kept, onTimer, restartEngines(ctx, r, kept)
}

// fitCounts has suites that count legal moves ask for each move by searchmoves where the base has no go perft. It takes out
// those that the base cannot count in this way either, and returns their names.
func fitCounts(ctx context.Context, r *runner.Runner, jobs []*job) (kept []*job, uncounted []string) {
	for _, j := range jobs {
		before := j.config.Limit
		if j.counts() && !j.baseCounts(ctx, r) {
			j.config.Limit = bench.Limits{Limits: engine.Limits{Depth: 1}}
			if !j.baseCounts(ctx, r) {
				uncounted = append(uncounted, j.config.Name)
				continue
			}
			j.addNote(r, fmt.Sprintf("limit %s instead of %s: each legal move is asked for by searchmoves, as the base has no go perft", j.config.Limit, before))
		}
		kept = append(kept, j)
	}
	return kept, uncounted
}

// counts reports whether the suite asks for nothing but counts of legal moves.
func (j *job) counts() bool {
	return !slices.ContainsFunc(j.suite.Records, func(r epd.Record) bool {
		return !question.New(&r, j.config.Limit.ForRecord(&r)).Counts()
	})
}

// triedCounts is the number of positions that the base has to count to show that it can.
const triedCounts = 3

// baseCounts reports whether the base counts one of the first positions rightly. It returns true if they cannot be tried:
// the run reports that error.
func (j *job) baseCounts(ctx context.Context, r *runner.Runner) bool {
	var ids []string
	for i := range min(triedCounts, len(j.suite.Records)) {
		ids = append(ids, j.suite.Records[i].Key())
	}
	counted, err := j.searchPart(ctx, r.Silent(), j.base, j.suite, j.config.Limit, ids...)
	return err != nil || counted.Totals().Solved > 0
}

// refit replaces a limit by nodes with a limit by depth where too many searches missed it, though a few trial
// searches kept it. It does so too where the sides keep it in different ways. Where a limit by depth is missed, searches are no
// longer stopped: some engines end those after a stopped one at once. It reports whether the suite has to be judged again.
func (j *job) refit(ctx context.Context, r *runner.Runner, t *Trial, chosen map[string]bench.Limits) bool {
	if j.baseline != nil || t.Comparison == nil {
		return false
	}
	before, misses := j.config.Limit, t.Comparison.MissesLimits()
	switch {
	case misses && j.stopsByDepth() && endEarly(t.Comparison):
		j.addNote(r, "searches go on to their limit, as too many end before it where others are stopped")
		j.leaveStopsOut(ctx, r)
	case !j.needsNodes():
		return false
	case misses:
		j.fitLimit(ctx, r, "which the base or the head does not keep", chosen)
	case compare.SpendsUnequally(t.Base, t.Run):
		j.fitLimit(ctx, r, "under which base and head spend different numbers of nodes", chosen)
	default:
		return false
	}
	j.repeats = repeats{} // they are of the old limit
	return j.config.Limit != before
}

// fitLimits gives each suite a limit that both revisions keep. If a revision misses the limit by nodes of one suite, or
// checks it by a timer, all suites get limits by depth. Five searches of a suite may keep a limit by chance. A limit chosen
// for a suite before is used again, so that the runs of a revision serve for several pairs; chosen may be nil. Missed names
// the revision known to miss them; empty: this is tried. The error is that of CheckDepth or of a context that ended.
func fitLimits(ctx context.Context, r *runner.Runner, jobs []*job, missed string, chosen map[string]bench.Limits) (onTimer bool, err error) {
	if missed == "" {
		missed = sideMissingLimit(ctx, r, jobs)
	}
	if missed == "" {
		missed = sideOnTimer(ctx, r, jobs)
		onTimer = missed != ""
	}
	if missed == "" {
		return false, nil
	}
	checked := make(map[string]bool) // engines, by name
	for _, j := range jobs {
		if !j.needsNodes() && !j.boundsNodes() {
			continue
		}
		if !checked[j.head.Name] {
			checked[j.head.Name] = true
			if err := j.checkDepth(ctx); err != nil {
				return onTimer, err
			}
		}
		j.fitLimit(ctx, r, fmt.Sprintf("which the %s does not keep", missed), chosen)
		if ctx.Err() != nil {
			return onTimer, failure.Interruption(ctx, context.Cause(ctx))
		}
	}
	return onTimer, nil
}

// checkDepth returns an error if a side does not keep go depth 4.
func (j *job) checkDepth(ctx context.Context) error {
	for i, on := range []engines.Engine{j.base, j.head} {
		if err := fit.CheckDepth(ctx, on); err != nil {
			return fmt.Errorf("the %s: %w", sideNames[i], err)
		}
	}
	return nil
}

// needsNodes reports whether the suite is searched under a limit by nodes alone that has to be kept.
func (j *job) needsNodes() bool {
	limit := j.config.Limit
	return limit.Exact() && limit.Nodes > 0 && limit.Depth == 0 && j.config.Gate.MaxMissedLimits == 0
}

// endEarly reports whether a side ends more searches before their limit than any side overruns.
func endEarly(c *compare.Comparison) bool {
	base, head := &c.Base.Totals, &c.Head.Totals
	return max(base.Early, head.Early) > max(base.Late, head.Late)
}

// stopsByDepth reports whether the suite is searched to a depth, and stopped where a position is solved before.
func (j *job) stopsByDepth() bool {
	limit := j.config.Limit
	return limit.Exact() && limit.Depth > 0 && limit.Nodes == 0 && limit.StopSolved > 0
}

// boundsNodes reports whether the suite is searched to a depth with a bound by nodes. A slow engine that does not keep the
// bound may search for hours.
func (j *job) boundsNodes() bool {
	limit := j.config.Limit
	return limit.Exact() && limit.Nodes > 0 && limit.Depth > 0
}

// fitLimit replaces a limit by nodes, and notes why. The new one is the deepest limit by depth for which there is time on both
// sides. A limit by depth that both reach in that time stays. Errors here also occur in the run, which reports them.
func (j *job) fitLimit(ctx context.Context, r *runner.Runner, why string, known map[string]bench.Limits) {
	limit := j.config.Limit
	chosen, found := known[j.config.Name]
	var err error
	if !found {
		chosen, _, err = fit.DepthLimit(ctx, r.Silent(), []engines.Engine{j.base, j.head}, &j.config, fit.LookTime(j.config.Name))
	}
	if err != nil {
		j.addNote(r, fmt.Sprintf("limit %s, %s, stays, as no limit by depth was found: %v", limit, why, err))
		return
	}
	if known != nil {
		known[j.config.Name] = chosen
	}
	if limit.Depth > 0 && limit.Depth <= chosen.Depth {
		return
	}
	j.config.Limit = chosen
	j.addNote(r, fmt.Sprintf("limit %s instead of %s, %s", chosen, limit, why))
}

// addNote records and reports that the suite is searched in another way than the configuration
// says.
func (j *job) addNote(r *runner.Runner, text string) {
	j.known.Notes = append(j.known.Notes, text)
	r.Tell("%s: %s", j.config.Name, text)
}

// restartEngines restarts both sides every few searches if either side keeps state that outlives ucinewgame: the
// answers of such an engine depend on earlier searches. The first suite of an engine decides. The error is that of a
// context that ended.
func restartEngines(ctx context.Context, r *runner.Runner, jobs []*job) error {
	tried := make(map[string]bool)
	for _, j := range jobs {
		if tried[j.head.Name] || !j.config.Limit.Exact() || j.config.Limit.KeepState > 0 || len(j.suite.Records) < fit.FreshProbes {
			continue
		}
		tried[j.head.Name] = true
		side, found := j.sideToRestart(ctx, r)
		if ctx.Err() != nil {
			return failure.Interruption(ctx, context.Cause(ctx))
		}
		if found == (fit.Restart{}) {
			continue
		}
		j.addNote(r, fit.RestartText("the "+side, found, "both sides have"))
		for _, k := range jobs {
			if k.head.Name != j.head.Name {
				continue
			}
			k.drifts = true
			if found.Every < 0 { // whether anything changed cannot be asked then
				k.claimed = false
			} else {
				k.restart(r, found.Every)
				if found.NoStops && k.config.Limit.StopSolved > 0 && k.config.Limit.Steps == 0 {
					k.leaveStopsOut(ctx, r)
				}
			}
		}
	}
	return nil
}

// restart gives both sides a fresh process every so many searches. Searches that keep their state are as many in a row at
// least: each group of them begins with a fresh process then.
func (j *job) restart(r *runner.Runner, every int) {
	j.base.Restart, j.head.Restart = every, every
	if before := j.config.Limit; before.KeepState > 0 && before.KeepState < every {
		j.config.Limit.KeepState = every
		j.addNote(r, fmt.Sprintf("limit %s instead of %s, as each group of searches has a fresh process", j.config.Limit, before))
	}
}

// leaveStopsOut has searches go on to the limit of the suite. A limit by depth, which was chosen for searches that end
// earlier, becomes the deepest for which there is time. Errors here also occur in the run, which reports them.
func (j *job) leaveStopsOut(ctx context.Context, r *runner.Runner) {
	limit := &j.config.Limit
	limit.StopSolved = 0
	if limit.Depth == 0 || limit.Nodes > 0 {
		return
	}
	chosen, _, err := fit.DepthLimit(ctx, r.Silent(), []engines.Engine{j.base, j.head}, &j.config, fit.LookTime(j.config.Name))
	if err == nil && chosen.Depth < limit.Depth {
		j.addNote(r, fmt.Sprintf("limit %s instead of %s, as searches go on to it", chosen, limit))
		*limit = chosen
	}
}

// sideNames are the names of the sides, in the order of askSides.
var sideNames = [2]string{"base", "head"}

// askSides asks a question of the base and of the head, at the same time where there are two workers. Only what does not
// depend on time may be asked. Errors also occur in the run, which reports them: the answer is the zero value then.
func askSides[T any](r *runner.Runner, base, head engines.Engine, ask func(engines.Engine) (T, error)) (answers [2]T) {
	var waiting sync.WaitGroup
	for i, on := range []engines.Engine{base, head} {
		one := func() {
			if answer, err := ask(on); err == nil {
				answers[i] = answer
			}
		}
		if r.Workers > 1 {
			waiting.Go(one)
		} else {
			one()
		}
	}
	waiting.Wait()
	return answers
}

// sideToRestart returns which side needs restarts, the base or the head, and how its answers repeat: see
// fit.FindRestart. A side that never repeats its searches comes before one that does. Of two that
// repeat in processes of several searches the base is named, and the larger number counts, which both can afford.
func (j *job) sideToRestart(ctx context.Context, r *runner.Runner) (side string, worst fit.Restart) {
	for i, found := range askSides(r, j.base, j.head, func(on engines.Engine) (fit.Restart, error) {
		return fit.FindRestart(ctx, r.Silent(), on, &j.config)
	}) {
		if found == (fit.Restart{}) {
			continue
		}
		noStops := found.NoStops || worst.NoStops
		switch {
		case worst.Every > 1 && found.Every > 1:
			worst.Every = max(worst.Every, found.Every)
		case side == "" || worst.Every == 0 || found.Every != 0 && found.Every < worst.Every:
			side, worst = sideNames[i], found
		}
		worst.NoStops = noStops
	}
	return side, worst
}

// sideMissingLimit returns which side misses the limit of a suite, the base or the head, and "" if neither does. The
// processes of each engine serve for all suites, as nothing is judged and some engines start slowly.
func sideMissingLimit(ctx context.Context, r *runner.Runner, jobs []*job) string {
	pooled := make(map[string][2]engines.Engine) // base and head, by the name of the engine
	for _, j := range jobs {
		if !j.needsNodes() {
			continue
		}
		sides, found := pooled[j.head.Name]
		if !found {
			for i, on := range []engines.Engine{j.base, j.head} {
				var pool *engines.Pool
				pool, sides[i] = engines.NewPool(on)
				defer func() { _ = pool.Close() }()
			}
			pooled[j.head.Name] = sides
		}
		for i, on := range sides {
			if tried, err := fit.TryLimit(ctx, r.Silent(), on, &j.config); err == nil && (tried.MissedLimit != "" || tried.Failed != "") {
				return sideNames[i]
			}
		}
	}
	return ""
}

// timerTime is how long an engine may be asked whether it checks its node limit by a timer.
const timerTime = 20 * time.Second

// sideOnTimer returns which side repeats its searches by depth and not by nodes, the base or the head, and "" if neither
// does. It asks the engines of the first suite that says so. Errors here also occur in the run, which reports them.
func sideOnTimer(ctx context.Context, r *runner.Runner, jobs []*job) string {
	asked := make(map[string]bool) // engines, by name
	for _, j := range jobs {
		if !j.needsNodes() || asked[j.head.Name] {
			continue
		}
		short, cancel := context.WithTimeout(ctx, timerTime)
		var enough atomic.Bool // positions
		texts := askSides(r, j.base, j.head, func(on engines.Engine) (string, error) {
			text, could, err := fit.TimerText(short, r.Silent(), on, &j.config)
			if could {
				enough.Store(true)
			}
			return text, err
		})
		cancel()
		asked[j.head.Name] = enough.Load()
		for i, text := range texts {
			if text != "" {
				return sideNames[i]
			}
		}
	}
	return ""
}

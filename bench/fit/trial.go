package fit

import (
	"context"
	"fmt"
	"slices"

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

// A majority of tries searches decides. An engine that misses one limit in fifty is rejected with a chance of one in ten
// thousand.
const (
	tries    = 5
	majority = 3
)

// TryLimit searches a few positions of a suite to the end of its limit. Nothing is judged. A short suite
// gives the zero value. The errors are those of opening the suite and the engine, and of the searches.
func TryLimit(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (*Trial, error) {
	suite, err := openSingle(r, chosen)
	if err != nil {
		return nil, err
	}
	if len(suite.Records)*max(1, chosen.Forms) < 4*tries {
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
	tried := &Trial{MissedLimit: missedLimitsText(run), Silent: isSilent(run)}
	if limit.Nodes > 0 && limit.Depth == 0 {
		tried.Failed = failureText(run)
	}
	return tried, nil
}

// equalOutcomes reports whether two runs of the same positions have the same outcomes. A run that failed has none.
func equalOutcomes(a, b *bench.Run) bool {
	return a != nil && b != nil && slices.EqualFunc(a.Outcomes, b.Outcomes, func(a, b bench.Outcome) bool { return a.Equal(&b) })
}

// search searches the positions of a suite without telling of progress.
func search(ctx context.Context, r *runner.Runner, on engines.Engine, suite *suites.Suite, limit bench.Limits) (*bench.Run, *bench.Timing, error) {
	quiet := r.Quiet()
	quiet.Processors = nil
	return quiet.Run(ctx, on, suite, bench.Config{Limits: limit, Iterations: true})
}

// spreadPositions returns n positions of a suite that openSingle opens, evenly spread; all of a shorter one.
func spreadPositions(suite *suites.Suite, n int) (*suites.Suite, error) {
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

// missedLimitsText says how the searches of a trial missed their limit. It is empty where they kept it.
func missedLimitsText(run *bench.Run) string {
	t := run.Totals()
	if !run.ExactLimits() || t.MissedLimits() < majority {
		return ""
	}
	return fmt.Sprintf("suite %s: %d of the %d searches that were tried first did not keep limits %s: %s",
		run.Suite.Name, t.MissedLimits(), t.Positions, run.Limits, compare.MissedLimitsText(&t))
}

// failureText says how most searches of a trial failed, or failed and missed the limit together: an engine that does not
// know go nodes may end some by luck. It is empty where they did not.
func failureText(run *bench.Run) string {
	var faults []bench.Fault
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict == bench.Faulted {
			faults = append(faults, o.Fault)
		}
	}
	totals := run.Totals()
	missed := totals.MissedLimits()
	if len(faults) == 0 || len(faults)+missed < majority {
		return ""
	}
	text := fmt.Sprintf("suite %s: %d of the %d searches that were tried first failed under limits %s, first with %s",
		run.Suite.Name, len(faults), len(run.Outcomes), run.Limits, faults[0])
	if missed > 0 {
		text += fmt.Sprintf(", and %d missed them", missed)
	}
	return text
}

// isSilent reports whether the engine left out iterations in most searches.
func isSilent(run *bench.Run) bool {
	few := 0
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict != bench.Faulted && hasGap(o.Iterations) {
			few++
		}
	}
	return few >= majority
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

package fit

import (
	"cmp"
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
)

// UnrepeatedText says that searches of an engine repeat under a limit by depth, and not under the limit by nodes of a suite.
// Such an engine looks at its count of nodes by a timer. The text is empty for all others, and for a short suite. The
// errors are those of opening the suite and the engine, and of the searches.
func UnrepeatedText(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (string, error) {
	suite, err := r.Config.Open(*chosen)
	if err != nil || len(suite.Records) < 4*tries {
		return "", err
	}
	part, err := spreadPositions(suite, tries)
	if err != nil {
		return "", err
	}
	alone := *r
	alone.Workers, alone.Farm = 1, nil // one sequence, as state that lasts shows in both then
	pass := func(limit bench.Limits) *bench.Run {
		run, _, failed := search(ctx, &alone, on, part, limit)
		err = cmp.Or(err, failed)
		return run
	}
	limit := chosen.Limit
	limit.StopSolved = 0
	first := pass(limit)
	differ := differences(first, pass(limit))
	if err != nil || differ < most {
		return "", err
	}
	byDepth := bench.Limits{Limits: engine.Limits{Depth: leastDepth(first)}}
	if repeats := byDepth.Depth > 0 && equalOutcomes(pass(byDepth), pass(byDepth)); !repeats || err != nil {
		return "", err
	}
	return fmt.Sprintf("suite %s: %d of the %d searches that were tried first differ from the same search again under limits %s, and none under %s",
		chosen.Name, differ, len(first.Outcomes), limit, byDepth), nil
}

// differences counts the outcomes in which two runs of the same positions differ. A run that failed has none.
func differences(a, b *bench.Run) (n int) {
	if a == nil || b == nil {
		return 0
	}
	for i := range a.Outcomes {
		if !a.Outcomes[i].Equal(&b.Outcomes[i]) {
			n++
		}
	}
	return n
}

// leastDepth returns the smallest depth of the searches of a run.
func leastDepth(run *bench.Run) int {
	least := run.Outcomes[0].Depth
	for i := range run.Outcomes {
		least = min(least, run.Outcomes[i].Depth)
	}
	return least
}

package gate

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
)

// probeLimit searches a few positions of a long suite first. An engine that misses the limit there
// would be refused after all of them.
func probeLimit(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) error {
	if chosen.Gate.MaxMissedLimits > 0 {
		return nil
	}
	tried, err := fit.TryLimit(ctx, r, on, chosen)
	if err != nil {
		return err
	}
	if tried.MissedLimit != "" {
		return &store.AcceptError{Text: tried.MissedLimit}
	}
	return nil
}

// checkRunLimits refuses a run whose searches missed their limit, since later runs could not be
// compared with it. A gate that tolerates so many misses takes it.
func checkRunLimits(run *bench.Run, chosen *config.Suite) error {
	t := run.Totals()
	if !run.ExactLimits() || t.MissedLimits() <= max(chosen.Gate.MaxMissedLimits, bench.FewMissedLimits(t.Positions)) {
		return nil
	}
	return &store.AcceptError{Text: fmt.Sprintf("suite %s: %d of %d searches did not keep limits %s: %s; missed-limits: %d in its gate accepts the run all the same",
		chosen.Name, t.MissedLimits(), t.Positions, run.Limits, compare.MissedLimitsText(&t), t.MissedLimits())}
}

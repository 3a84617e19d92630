package gate

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// checkLimit searches a few positions of a long suite first: an engine that does not keep the
// limit would be refused after all of them.
func checkLimit(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, suite *suites.Suite) error {
	if chosen.Gate.MaxUnkept > 0 {
		return nil
	}
	run, err := try(ctx, r, on, chosen, suite)
	if run == nil || err != nil {
		return err
	}
	if text := unkeptText(run); text != "" {
		return &store.AcceptError{Text: text}
	}
	return nil
}

// checkKept refuses a run whose searches did not keep their limit: later ones could not be
// measured by it. A gate that tolerates so many takes it.
func checkKept(run *bench.Run, chosen *config.Suite) error {
	t := run.Totals()
	if !run.ExactLimits() || t.Unkept() <= max(chosen.Gate.MaxUnkept, bench.FewUnkept(t.Positions)) {
		return nil
	}
	return &store.AcceptError{Text: fmt.Sprintf("suite %s: %d of %d searches did not keep limits %s: %s; missed-limits: %d in its gate accepts the run all the same",
		chosen.Name, t.Unkept(), t.Positions, run.Limits, compare.UnkeptText(&t), t.Unkept())}
}

// unkeptText says how the tried searches missed their limit, empty where they did not.
func unkeptText(run *bench.Run) string {
	t := run.Totals()
	if !run.ExactLimits() || t.Unkept() < most {
		return ""
	}
	return fmt.Sprintf("suite %s: %d of the %d searches that were tried first did not keep limits %s: %s",
		run.Suite.Name, t.Unkept(), t.Positions, run.Limits, compare.UnkeptText(&t))
}

package gate

import (
	"context"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// TryLimit tells whether the engine of a suite of the configuration keeps its limit, and if
// not, why; nothing is judged. The errors are those of opening suite and engine and of the
// searches.
func TryLimit(ctx context.Context, r *runner.Runner, chosen *config.Suite) (why string, err error) {
	found, err := r.ForSuites(ctx, "", []config.Suite{*chosen})
	if err != nil {
		return "", err
	}
	suite, err := r.Config.Open(*chosen)
	if err != nil {
		return "", err
	}
	err = tryLimit(ctx, r, found[0], chosen, suite)
	if refused, ok := errors.AsType[*store.AcceptError](err); ok {
		return refused.Text, nil
	}
	return "", err
}

// Of tried searches in a long suite so many show that an engine does not keep the limit: were
// it one in fifty, that would be one chance in ten thousand.
const (
	tried  = 5
	unkept = 3
)

// tryLimit searches a few positions of a long suite first: an engine that does not keep the
// limit would be refused after all of them.
func tryLimit(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, suite *suites.Suite) error {
	if len(suite.Records) < 4*tried || chosen.Gate.MaxUnkept > 0 {
		return nil
	}
	if suite.InForms > 1 {
		var err error
		if suite, err = suite.Between(0, 1); err != nil {
			return err
		}
	}
	var ids []string
	for i := range tried {
		ids = append(ids, suite.Records[i*len(suite.Records)/tried].Key())
	}
	part, err := suite.Filter(ids...)
	if err != nil {
		return err
	}
	quiet, limit := *r, chosen.Limit
	quiet.Watch, limit.StopSolved = runner.Unwatched, 0
	run, _, err := quiet.Run(ctx, on, part, bench.Config{Limits: limit})
	if err != nil {
		return err
	}
	if t := run.Totals(); run.ExactLimits() && t.Unkept() >= unkept {
		return &store.AcceptError{Text: fmt.Sprintf("suite %s: %d of the %d searches that were tried first did not keep limits %s: %s",
			chosen.Name, t.Unkept(), t.Positions, run.Limits, compare.UnkeptText(&t))}
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

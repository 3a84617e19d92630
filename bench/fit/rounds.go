package fit

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// triedRounds is the number of positions whose second round of forms is tried.
const triedRounds = 16

// RepeatsRounds reports whether an engine searches the second round of forms as the first, to the node. Such an
// engine forgets its histories at each search, or its table too. The error is that of opening the suite and of the
// searches.
func RepeatsRounds(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (bool, error) {
	twice := *chosen
	twice.Forms, twice.First = 2*suites.Symmetries, 0
	suite, err := r.Config.Open(twice)
	if err != nil {
		return false, err
	}
	var keys []string
	for _, key := range recordKeys(suite) {
		if before := suites.FormKeyBefore(key); before != "" && suites.FormKeyBefore(before) == "" {
			keys = append(keys, before, key)
		}
	}
	pairs := len(keys) / 2
	var tried []string
	for i := range min(triedRounds, pairs) {
		at := i * pairs / min(triedRounds, pairs)
		tried = append(tried, keys[2*at], keys[2*at+1])
	}
	if suite, err = suite.Only(tried...); err != nil {
		return false, err
	}
	run, _, err := search(ctx, r, on, suite, chosen.Limit)
	if err != nil {
		return false, err
	}
	return compare.AreRoundsEqual(run.Outcomes, run.Outcomes), nil
}

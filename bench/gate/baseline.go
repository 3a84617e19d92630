package gate

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// LoadBaseline reads the accepted run of a suite. Where it is missing, the error
// says how to make it.
func LoadBaseline(settings *config.Config, chosen *config.Suite) (*store.Baseline, error) {
	baseline, err := store.LoadBaseline(settings.Path(chosen.Baseline))
	if file.IsMissing(err) {
		err = fmt.Errorf("%w (expected the accepted run of a suite in %s; make one with: zugwatch baseline accept --reason TEXT)", err, settings.File)
	}
	return baseline, err
}

// checkCurrent reports whether the baseline of a suite can be compared with a run of it, as far
// as that is known before an engine is opened. The error is that of renewalError.
func checkCurrent(baseline *store.Baseline, chosen *config.Suite, suite *suites.Suite) error {
	return renewalError(chosen, compare.Comparable(baseline.Run, bench.Plan(suite, &chosen.Limit), nil))
}

// renewalError returns the error of a comparison with the baseline of a suite. If these cannot be
// compared, it says how to make a new baseline. Any other error, and nil, stays as it is.
func renewalError(chosen *config.Suite, err error) error {
	if _, ok := errors.AsType[*compare.NotComparableError](err); ok {
		return fmt.Errorf("%w (expected a run of suite %s as it is now; make one with: zugwatch baseline accept %s --reason TEXT)", err, chosen.Name, chosen.Name)
	}
	return err
}

// sameRun reports whether two runs are equal to the byte.
func sameRun(a, b *bench.Run) bool {
	first, err := store.Encode(a)
	if err != nil {
		return false
	}
	second, err := store.Encode(b)
	return err == nil && bytes.Equal(first, second)
}

package gate

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/merge"
)

// FirstLook returns a run, with its times, in the forms that its suite is looked at in first, where
// the configuration has the suite with a range of forms and the run is finished in more of them:
// in as many, runs that looked once and more often can be set side by side. Any other
// is as it stands; timing may be nil. Nothing is searched, and the run is not changed. The error is of the
// kind Input, for a suite that cannot be opened.
func FirstLook(settings *config.Config, run *bench.Run, timing *bench.Timing) (*bench.Run, *bench.Timing, error) {
	named := slices.IndexFunc(settings.Suites, func(s config.Suite) bool { return s.Name == run.Suite.Name })
	if named < 0 || !run.Complete {
		return run, timing, nil
	}
	chosen := settings.Suites[named]
	if chosen.First == 0 || chosen.First >= run.Suite.Forms {
		return run, timing, nil
	}
	chosen.Forms = run.Suite.Forms
	suite, err := settings.Open(chosen)
	if err != nil || suite.Digest != run.Suite.Digest {
		return run, timing, err
	}
	part, err := suite.Between(0, chosen.First)
	if err != nil {
		return nil, nil, err
	}
	if timing != nil {
		timing = merge.Times(part, timing)
	}
	run, err = merge.Outcomes(part, run)
	return run, timing, err
}

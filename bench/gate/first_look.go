package gate

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/merge"
)

// NarrowToFirstLook reduces a run, with its times, to the forms of its first look. That makes runs
// with one look comparable with those that had more. A run stays as it is if it is not finished in
// more forms. So it does if the configuration does not have its suite with a range of forms.
func NarrowToFirstLook(settings *config.Config, run *bench.Run, timing *bench.Timing) (*bench.Run, *bench.Timing, error) {
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
	part, err := suite.FormsBetween(0, chosen.First)
	if err != nil {
		return nil, nil, err
	}
	if timing != nil {
		timing = merge.Times(part, timing)
	}
	run, err = merge.Outcomes(part, run)
	return run, timing, err
}

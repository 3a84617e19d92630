package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/profile/record"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// LoadProfile reads the accepted profile of a suite, nil if the suite is not
// profiled.
func LoadProfile(settings *config.Config, chosen *config.Suite) (*profile.Baseline, error) {
	if chosen.Profile == config.ProfileUnused {
		return nil, nil
	}
	file := settings.ProfileBaseline(chosen)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, failure.With(failure.Baseline, fmt.Errorf("%s: baseline is missing (expected the accepted profile of a suite in %s; make one with: zugwatch baseline accept --reason TEXT)", file, settings.File))
	}
	if err != nil {
		return nil, failure.Default(failure.Machine, err)
	}
	baseline, err := profile.DecodeBaseline(data)
	if err != nil {
		return nil, failure.With(failure.Baseline, fmt.Errorf("%s: %w", file, err))
	}
	return baseline, nil
}

// shifts profiles the suite and compares with the accepted profile, or with that of
// the base; nil if the suite is not profiled.
func (j *job) shifts(ctx context.Context, r *runner.Runner) (*profile.Shifts, error) {
	if j.config.Profile == config.ProfileUnused {
		return nil, nil
	}
	found := &profile.Shifts{Gate: j.config.Profile == config.ProfileGate}
	if j.baseline != nil {
		taken, summary, err := recordProfile(ctx, r, j.head, j.suite, &j.config)
		if err != nil {
			return nil, err
		}
		if found.Functions, found.Phases, err = j.profile.Shifts(summary, profile.ShiftRule()); err != nil {
			return nil, failure.With(failure.Baseline, fmt.Errorf("%s: %w", r.Config.ProfileBaseline(&j.config), err))
		}
		found.Calls, err = j.profile.CallsTo(taken)
		return found, err
	}
	taken, err := j.profiles(ctx, r)
	if err != nil {
		return nil, err
	}
	base, err := taken[0].Summarise()
	if err != nil {
		return nil, err
	}
	head, err := taken[1].Summarise()
	if err != nil {
		return nil, err
	}
	rule := profile.ShiftRule()
	if profile.Comparable(base, head) == nil { // both ran on this machine
		rule.Measure = profile.PerNode
	}
	difference, err := profile.Compare(base, head, rule)
	if err != nil {
		return nil, err
	}
	found.Measure, found.Functions, found.Phases = difference.Measure, difference.ClearFunctions(), difference.ClearPhases()
	found.Calls, err = profile.Calls(taken[0], taken[1])
	return found, err
}

// recordProfile profiles one suite under its limit, apart from the run that is judged, and sums it up.
func recordProfile(ctx context.Context, r *runner.Runner, on engines.Engine, suite *suites.Suite, chosen *config.Suite) (taken *profile.Profile, summary *profile.Summary, err error) {
	recording, err := newRecording(ctx, r, on, suite, chosen)
	if err != nil {
		return nil, nil, err
	}
	if taken, err = recording.Record(ctx, nil); err != nil {
		return nil, nil, err
	}
	summary, err = taken.Summarise()
	return taken, summary, err
}

// profiles takes a pass of the base and one of the head until both have the wanted samples. Both must also have the
// processes that a comparison takes.
func (j *job) profiles(ctx context.Context, r *runner.Runner) (taken [2]*profile.Profile, err error) {
	var sides [2]*record.Recording
	for i, on := range []engines.Engine{j.base, j.head} {
		if sides[i], err = newRecording(ctx, r, on, j.suite, &j.config); err != nil {
			return taken, err
		}
		sides[i].Passes = 1
	}
	for pass := 1; pass <= record.MaxPasses; pass++ {
		enough := pass >= profile.MinProcesses
		for i := range sides {
			if taken[i], err = sides[i].Record(ctx, taken[i]); err != nil {
				return taken, err
			}
			enough = enough && taken[i].Samples() >= int64(sides[i].Samples)
		}
		if enough {
			break
		}
	}
	return taken, nil
}

// newRecording returns the recording of a suite on an engine that has the machine to itself, each pass in a fresh
// process.
func newRecording(ctx context.Context, r *runner.Runner, on engines.Engine, suite *suites.Suite, chosen *config.Suite) (*record.Recording, error) {
	on, err := on.InOwnProcess(ctx)
	if err != nil {
		return nil, err
	}
	source, err := record.NewSource(ctx, &r.Finder, on, nil)
	if err != nil {
		return nil, err
	}
	alone := *r
	alone.Workers = 1
	return &record.Recording{
		Name: suite.Name, Samples: cmp.Or(chosen.Samples, profile.ShiftSamples), Least: profile.MinProcesses, Runner: &alone, Source: source,
		Suites: []*suites.Suite{suite}, Limits: []bench.Limits{chosen.Limit},
	}, nil
}

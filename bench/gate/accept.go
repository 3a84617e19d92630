package gate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// Acceptance says which runs become baselines.
type Acceptance struct {
	Suites   []config.Suite
	From     string         // file of the run to accept for the one suite; empty: it is measured
	Accepted store.Accepted // with the positions that alone are taken over, of the one suite
}

// Accepted is a run or a profile that was accepted.
type Accepted struct {
	File     string
	Suite    string
	Run, Old *bench.Run // nil Run: it is a profile; nil Old: there was no run that could be read
	Samples  int64      // of a profile
	Changed  bool       // the file was replaced
}

// Accept makes runs the baselines of suites, and profiles where they have one, and
// leaves alone what has not changed. Told is called for each suite.
func Accept(ctx context.Context, r *runner.Runner, a *Acceptance, told func(*Accepted) error) error {
	found := make([]engines.Engine, len(a.Suites))
	if a.measures() {
		var err error
		if found, err = r.ForSuites(ctx, "", a.Suites); err != nil {
			return err
		}
	}
	for i := range a.Suites {
		chosen := &a.Suites[i]
		suite, err := r.Config.Open(*chosen)
		if err != nil {
			return err
		}
		run, err := a.run(ctx, r, found[i], chosen, suite)
		if err == nil {
			err = checkRunLimits(run, chosen)
		}
		if err != nil {
			return err
		}
		accepted, err := replaceBaseline(r.Config.Path(chosen.Baseline), run, a.Accepted)
		if err != nil {
			return err
		}
		if err := told(accepted); err != nil {
			return err
		}
		if chosen.Profile == config.ProfileUnused {
			continue
		}
		if accepted, err = a.profile(ctx, r, found[i], chosen, suite); err != nil {
			return err
		}
		if err := told(accepted); err != nil {
			return err
		}
	}
	return nil
}

// measures reports whether any engine is run.
func (a *Acceptance) measures() bool {
	return a.From == "" || slices.ContainsFunc(a.Suites, func(s config.Suite) bool { return s.Profile != config.ProfileUnused })
}

// run returns the run to accept for a suite: that of the named file, or one measured now. With some positions alone,
// it returns the baseline with these from that run.
func (a *Acceptance) run(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, suite *suites.Suite) (*bench.Run, error) {
	only := a.Accepted.Only
	measured := suite
	var old *store.Baseline
	var err error
	if len(only) > 0 {
		if old, err = LoadBaseline(r.Config, chosen); err != nil {
			return nil, err
		}
		if old.Run.Suite.Digest != suite.Digest || old.Run.Limits != chosen.Limit.String() {
			return nil, failure.With(failure.Baseline, fmt.Errorf("%s: baseline is of other positions or limits, so that none of it can be kept (expected --only to be left out)", r.Config.Path(chosen.Baseline)))
		}
		if a.From == "" {
			if measured, err = suite.Filter(only...); err != nil {
				return nil, failure.Default(failure.Input, err)
			}
		}
	}
	var run *bench.Run
	if a.From != "" {
		run, err = storedRun(r.Config, chosen, suite, a.From)
	} else if err = probeLimit(ctx, r, on, chosen); err == nil {
		run, err = r.RunWithoutFaults(ctx, on, measured, chosen.Limit)
	}
	if err != nil || old == nil {
		return run, err
	}
	return merge.Replace(old.Run, run, only)
}

// storedRun returns the run in a file if it is one of the suite.
func storedRun(settings *config.Config, chosen *config.Suite, suite *suites.Suite, file string) (*bench.Run, error) {
	run, err := store.Load(file)
	if err != nil {
		return nil, err
	}
	if hasFewerForms(run, suite) {
		return nil, failure.Inputf("%s: run has %d of the %d forms of suite %s, which a look had decided (expected a run of all, as baseline accept %s searches without --from)",
			file, run.Suite.Forms, suite.InForms, chosen.Name, chosen.Name)
	}
	limit, err := bench.ParseLimits(run.Limits)
	if err != nil || limit != chosen.Limit || run.Suite.Digest != suite.Digest {
		return nil, failure.Inputf("%s: run is not of suite %s under its limit (found suite %s, digest %.12s, limits %s; expected digest %.12s and the limit of %s:%d)",
			file, chosen.Name, run.Suite.Name, run.Suite.Digest, run.Limits, suite.Digest, settings.File, chosen.Line)
	}
	run.Suite.Name = chosen.Name
	if !run.Complete {
		return nil, fmt.Errorf("%s: %w", file, run.IncompleteError())
	}
	return run, nil
}

// replaceBaseline writes the run as the baseline in the file, unless the one there
// holds the same run.
func replaceBaseline(file string, run *bench.Run, accepted store.Accepted) (*Accepted, error) {
	a := &Accepted{File: file, Suite: run.Suite.Name, Run: run}
	if old, err := store.LoadBaseline(file); err == nil {
		a.Old = old.Run
		if sameRun(old.Run, run) {
			return a, nil
		}
	}
	baseline, err := store.NewBaseline(run, accepted)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return nil, failure.Default(failure.Machine, err)
	}
	a.Changed = true
	return a, failure.Default(failure.Machine, store.SaveBaseline(file, baseline))
}

// profile replaces the accepted profile of a suite, unless nothing has shifted.
func (a *Acceptance) profile(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, suite *suites.Suite) (*Accepted, error) {
	taken, summary, err := recordProfile(ctx, r, on, suite, chosen)
	if err != nil {
		return nil, err
	}
	accepted := &Accepted{File: r.Config.ProfileBaseline(chosen), Suite: chosen.Name, Samples: profile.Total(summary.Samples)}
	if old, err := LoadProfile(r.Config, chosen); err == nil {
		functions, phases, err := old.Shifts(summary, profile.ShiftRule())
		if err == nil && len(functions)+len(phases) == 0 {
			return accepted, nil
		}
	}
	baseline := profile.NewBaseline(summary, a.Accepted.Reason, a.Accepted.Date)
	if err := baseline.KeepCalls(taken); err != nil {
		return nil, err
	}
	data, err := baseline.Encode()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(accepted.File), 0o777); err != nil {
		return nil, failure.Default(failure.Machine, err)
	}
	accepted.Changed = true
	return accepted, runner.OutputError(file.Disk{}.Write(accepted.File, data))
}

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

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// profileUse says what the profile of a suite is for in the main job.
type profileUse uint8

// The uses of a profile.
const (
	profileUnused      profileUse = iota // none is taken
	profileInformation                   // shifts are reported
	profileGate                          // a function that takes a larger share fails the job
)

// parseProfileUse reads the use of a profile.
func parseProfileUse(text string) (profileUse, error) {
	switch text {
	case "information":
		return profileInformation, nil
	case "gate":
		return profileGate, nil
	}
	return profileUnused, fmt.Errorf("profile %q (expected information or gate)", text)
}

// What the main job takes for a shift of the hot spots: a percentage point or
// more, and one false alarm in a hundred jobs of one suite; and the number of
// samples where the configuration names none.
const (
	profileSamples   = 2000
	profileLeast     = 0.01
	profileFalseRate = 0.01
)

// profileBaselineFile is the file of the accepted profile, beside that of the
// accepted run.
func profileBaselineFile(settings *config, chosen suiteConfig) string {
	return settings.path(strings.TrimSuffix(chosen.Baseline, ".json") + ".profile.json")
}

// loadProfileBaseline reads the accepted profile of a suite, nil if the suite is
// not profiled.
func loadProfileBaseline(settings *config, chosen suiteConfig) (*profile.Baseline, error) {
	if chosen.Profile == profileUnused {
		return nil, nil
	}
	file := profileBaselineFile(settings, chosen)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure{code: codeBaseline, err: fmt.Errorf("%s: baseline is missing (expected the accepted profile of a suite in %s; make one with: zugwatch baseline accept --reason TEXT)", file, settings.File)}
	}
	if err != nil {
		return nil, withCode(codeMachine, err)
	}
	baseline, err := profile.DecodeBaseline(data)
	if err != nil {
		return nil, &failure{code: codeBaseline, err: fmt.Errorf("%s: %w", file, err)}
	}
	return baseline, nil
}

// profileSuite profiles one suite under its limit, apart from the run that is
// judged.
func (m *measurement) profileSuite(ctx context.Context, on contender, suite *suites.Suite, chosen suiteConfig) (*profile.Summary, error) {
	source, err := m.sourceOf(ctx, on)
	if err != nil {
		return nil, err
	}
	alone := *m
	alone.workers = 1
	r := &recording{
		out: suite.Name, samples: cmp.Or(chosen.Samples, profileSamples), measurement: &alone, source: source,
		suites: []*suites.Suite{suite}, limits: []bench.Limits{chosen.Limit},
	}
	taken, err := r.record(ctx, nil)
	if err != nil {
		return nil, err
	}
	summary, err := taken.Summarise()
	if err != nil {
		return nil, profileError(err)
	}
	return summary, nil
}

// acceptProfile replaces the accepted profile of a suite that has one, unless
// nothing has shifted.
func acceptProfile(c *cli.Context, m *measurement, on contender, chosen suiteConfig, accepted store.Accepted) error {
	if chosen.Profile == profileUnused {
		return nil
	}
	suite, err := m.settings.open(chosen)
	if err != nil {
		return err
	}
	summary, err := m.profileSuite(c.Context, on, suite, chosen)
	if err != nil {
		return err
	}
	file := profileBaselineFile(m.settings, chosen)
	line := fmt.Sprintf("%s: %s: profile of %d samples", file, chosen.Name, profile.Total(summary.Samples))
	if old, err := loadProfileBaseline(m.settings, chosen); err == nil {
		functions, phases, err := old.Shifts(summary, shiftRule())
		if err == nil && len(functions)+len(phases) == 0 {
			_, err := fmt.Fprintln(c.App.Writer, line+" (unchanged)")
			return err
		}
	}
	data, err := profile.Accept(summary, accepted.Reason, accepted.Date).Encode()
	if err != nil {
		return profileError(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return withCode(codeMachine, err)
	}
	err = streamFile(file, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.App.Writer, line)
	return err
}

func shiftRule() profile.Rule {
	return profile.Rule{FalseAlarms: profileFalseRate, Least: profileLeast}
}

// profileShifts profiles the suite of a trial and compares it with the accepted
// profile, if the configuration asks for that.
func (t *trial) profileShifts(ctx context.Context, to *publication, m *measurement, found *finding) error {
	if t.profile == nil {
		return nil
	}
	summary, err := m.profileSuite(ctx, t.engine, t.suite, t.config)
	if err != nil {
		return err
	}
	functions, phases, err := t.profile.Shifts(summary, shiftRule())
	if err != nil {
		return &failure{code: codeBaseline, err: fmt.Errorf("%s: %w", profileBaselineFile(m.settings, t.config), err)}
	}
	found.shifts = append(found.shifts, report.Shifts{
		Suite: t.suite.Name, Gate: t.config.Profile == profileGate, Functions: functions, Phases: phases,
		Entry: to.place(m.settings.File, t.config.Line),
	})
	return nil
}

// judgeShifts lets the profiles that are gates count: a function that takes a
// larger share makes any verdict a failure.
func (f *finding) judgeShifts() {
	for i := range f.shifts {
		if f.shifts[i].Failed() {
			f.verdict, f.code = compare.Fail.String(), codeRegression
		}
	}
}

package main

import (
	"cmp"
	"context"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/suites"
)

// profileShifts profiles both engines on the suite, pass by pass in turns, and
// says which functions changed, nil when the suite is not profiled. Both ran on
// this machine, so that nanoseconds per node can be compared.
func (d *duel) profileShifts(ctx context.Context, m *measurement) (*report.Shifts, error) {
	if d.config.Profile == profileUnused {
		return nil, nil
	}
	base, head, err := d.profiles(ctx, m)
	if err != nil {
		return nil, err
	}
	rule := shiftRule()
	if profile.Comparable(base, head) == nil {
		rule.Measure = profile.PerNode
	}
	difference, err := profile.Compare(base, head, rule)
	if err != nil {
		return nil, profileError(err)
	}
	shifts := &report.Shifts{
		Suite: d.config.Name, Gate: d.config.Profile == profileGate, Measure: difference.Measure,
		Functions: difference.Clear(), Phases: difference.ClearPhases(),
	}
	return shifts, nil
}

// profiles takes a pass of the base and one of the head until both have the
// samples that are wanted, and the passes that a comparison takes.
func (d *duel) profiles(ctx context.Context, m *measurement) (base, head *profile.Summary, err error) {
	sides := [2]*recording{d.recording(m), d.recording(m)}
	for i, on := range []contender{d.base, d.head} {
		if sides[i].source, err = m.sourceOf(ctx, on); err != nil {
			return nil, nil, err
		}
	}
	var taken [2]*profile.Profile
	for pass := 1; pass <= maxPasses; pass++ {
		enough := pass >= profile.MinPasses
		for i := range sides {
			if taken[i], err = sides[i].record(ctx, taken[i]); err != nil {
				return nil, nil, err
			}
			enough = enough && taken[i].Samples() >= int64(sides[i].samples)
		}
		if enough {
			break
		}
	}
	if base, err = taken[0].Summarise(); err == nil {
		head, err = taken[1].Summarise()
	}
	return base, head, profileError(err)
}

// recording is that of one pass on one side.
func (d *duel) recording(m *measurement) *recording {
	alone := *m
	alone.workers = 1
	return &recording{
		out: d.suite.Name, samples: cmp.Or(d.config.Samples, profileSamples), passes: 1, measurement: &alone,
		suites: []*suites.Suite{d.suite}, limits: []bench.Limits{d.config.Limit},
	}
}

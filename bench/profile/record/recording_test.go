package record

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/must"
)

// passes is a source that has one sample in a pass marked x and none in another.
type passes string

func (p *passes) pass(context.Context, *Recording) (*profile.Profile, error) {
	mark := (*p)[0]
	*p = (*p)[1:]
	if mark != 'x' {
		return nil, profile.ErrNoSamples
	}
	const sample = "engine 1 1000 cpu-clock:u:\n 10 search (/engine)\n\n"
	part, err := profile.ReadPerf(strings.NewReader(sample))
	if err != nil {
		return nil, err
	}
	return profile.NewPass([]*profile.Profile{part}, profile.Notes{Passes: []profile.Pass{{Nodes: 1, Process: "p"}}}, profile.Rules{})
}

func TestRecordEmptyPasses(t *testing.T) {
	tests := []struct {
		name, passes  string
		least, passed int
		samples       int64 // 0: an error
	}{
		{name: "none empty", passes: "xxx", samples: 3},
		{name: "empty in between", passes: "x.x...x", samples: 3},
		{name: "empty first", passes: "...xxx", samples: 3},
		{name: "too many first", passes: "....xxx"},
		{name: "an empty pass is not one of the least", passes: "x.xxxx", least: 5, samples: 5},
		{name: "all of a number", passes: "..", passed: 2},
		{name: "one of a number", passes: ".x", passed: 2, samples: 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := passes(test.passes)
			r := Recording{Samples: 3, Passes: test.passed, Least: test.least, Source: &source, Runner: &runner.Runner{Tell: func(string, ...any) {}}}
			taken, err := r.Record(t.Context(), nil)
			if test.samples == 0 {
				if !errors.Is(err, profile.ErrNoSamples) {
					t.Errorf("error %v (expected that of no samples)", err)
				}
				return
			}
			if got := must.Get(taken, err)(t).Samples(); got != test.samples || source != "" {
				t.Errorf("%d samples, passes %q left (expected %d, none)", got, source, test.samples)
			}
		})
	}
}

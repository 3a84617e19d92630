package profile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"strconv"

	"github.com/google/pprof/profile"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// CaptureCPU profiles this process while work runs, at the 100 samples a second
// that every kernel keeps up with. Work says what it searched, in one pass. Rules give
// the samples their phases. There is one CPU profile at a time in a process; a
// second one is an error.
func CaptureCPU(rules Rules, work func() (Notes, error)) (*Profile, error) {
	var taken bytes.Buffer
	if err := pprof.StartCPUProfile(&taken); err != nil {
		return nil, fmt.Errorf("profile start: %w", err)
	}
	notes, err := work()
	pprof.StopCPUProfile()
	if err != nil {
		return nil, err
	}
	parsed, err := profile.ParseData(taken.Bytes())
	if err != nil {
		return nil, fmt.Errorf("profile of this process: %w", err)
	}
	return newPass(parsed, notes, rules)
}

// CaptureRaw writes a CPU profile of this process while work runs to a file, as the runtime
// gives it; without a file it only works.
func CaptureRaw(file string, work func() error) error {
	if file == "" {
		return work()
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return errors.Join(fmt.Errorf("profile: %w", err), out.Close())
	}
	err = work()
	pprof.StopCPUProfile()
	return errors.Join(err, out.Close())
}

// newPass makes a profile of one pass from the output of a profiler.
func newPass(taken *profile.Profile, notes Notes, rules Rules) (*Profile, error) {
	if len(taken.Sample) == 0 {
		return nil, noSamples("the searches were too short: a deeper limit or a larger suite takes longer")
	}
	stripPaths(taken)
	returnPreempted(taken)
	for _, sample := range taken.Sample {
		if sample.Label == nil {
			sample.Label = make(map[string][]string)
		}
		sample.Label[passLabel] = []string{"1"}
	}
	if len(rules.Phases) > 0 {
		rules.label(taken)
	}
	return &Profile{p: taken, Notes: notes}, nil
}

// NewPass returns the profile of one pass that another program took of itself: with
// the notes and without the paths of the machine.
//
// A program that was started several times has written as many profiles. Rules give the
// samples of the built-in engine their phases.
func NewPass(taken []*Profile, notes Notes, rules Rules) (*Profile, error) {
	var parts []*profile.Profile
	for _, part := range taken {
		parts = append(parts, part.p)
	}
	merged, err := profile.Merge(parts)
	if err != nil {
		return nil, fmt.Errorf("profiles do not fit together: %w", err)
	}
	return newPass(merged, notes, rules)
}

// CaptureMemory returns a profile of the memory of this process: kind "heap" is the memory
// in use, "allocs" all that was allocated.
func CaptureMemory(kind string, notes Notes) (*Profile, error) {
	source := pprof.Lookup(kind)
	if source == nil || kind != "heap" && kind != "allocs" {
		return nil, fmt.Errorf("memory profile %q (expected heap or allocs)", kind)
	}
	var taken bytes.Buffer
	if err := source.WriteTo(&taken, 0); err != nil {
		return nil, fmt.Errorf("%s profile: %w", kind, err)
	}
	parsed, err := profile.ParseData(taken.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s profile: %w", kind, err)
	}
	stripPaths(parsed)
	notes.Passes = nil
	return &Profile{p: parsed, Notes: notes}, nil
}

// ForCompiler returns the profile as the compiler reads it: without labels, so that equal
// stacks are one sample.
func (p *Profile) ForCompiler() (*Profile, error) {
	bare := p.p.Copy()
	for _, sample := range bare.Sample {
		sample.Label = nil
	}
	merged, err := profile.Merge([]*profile.Profile{bare})
	if err != nil {
		return nil, fmt.Errorf("profile merge: %w", err)
	}
	return &Profile{p: merged, Notes: p.Notes}, nil
}

// passOf returns the number of the pass that a sample is of, 1 where it names none.
func passOf(sample *profile.Sample) int {
	if values := sample.Label[passLabel]; len(values) == 1 {
		if n, err := strconv.Atoi(values[0]); err == nil && n >= 1 {
			return n
		}
	}
	return 1
}

// WithLabels returns an engine of this process whose samples carry the suite and the
// position. Name returns the label of a position. The labels do not change the search.
func WithLabels(inner engine.Engine, suite string, name func(game.Position) string) engine.Engine {
	return labelled{Engine: inner, suite: suite, name: name}
}

type labelled struct {
	engine.Engine
	suite string
	name  func(game.Position) string
}

// Search searches with the labels set.
func (l labelled) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (result engine.Result, err error) {
	labels := pprof.Labels(suiteLabel, l.suite, positionLabel, l.name(task.Start))
	pprof.Do(ctx, labels, func(ctx context.Context) { result, err = l.Engine.Search(ctx, task, each) })
	return result, err
}

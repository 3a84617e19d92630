// Package record takes CPU profiles of engines over suites. It profiles the built-in engine in this process, and
// programs with perf, with gperftools or by flags of their own.
package record

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// MaxPasses is the largest number of passes over the suites.
const MaxPasses = 200

// Recording is a profile to be recorded.
type Recording struct {
	Name    string // for errors: of the file or the suite
	Samples int
	Passes  int // 0: as many as the samples take
	Least   int // passes with samples at least, where Passes is 0: profile.MinProcesses to be judged, of an engine in processes of its own
	Suites  []*suites.Suite
	Limits  []bench.Limits // by suite
	Runner  *runner.Runner
	Source  Source
}

// Source profiles one pass over suites.
type Source interface {
	pass(ctx context.Context, r *Recording) (*profile.Profile, error)
}

// emptyPasses is how many passes without a sample a recording may begin with.
const emptyPasses = 3

// Record repeats the suites until it is enough. A pass that is too short for a sample adds
// nothing: it is an error only where the recording begins with more than emptyPasses of them.
func (r *Recording) Record(ctx context.Context, taken *profile.Profile) (*profile.Profile, error) {
	var fresh int64
	filled := 0
	for pass := 1; ; pass++ {
		more, err := r.Source.pass(ctx, r)
		switch {
		case errors.Is(err, profile.ErrNoSamples) && (fresh > 0 || pass <= emptyPasses && pass != r.Passes):
		case err != nil:
			return nil, err
		case taken == nil:
			taken, fresh, filled = more, more.Samples(), 1
		default:
			fresh += more.Samples()
			filled++
			if err := taken.Append(more); err != nil {
				return nil, failure.Inputf("%s: %w", r.Name, err)
			}
		}
		r.Runner.Tell("pass %d: %d samples", pass, fresh)
		if r.Passes == pass || r.Passes == 0 && (fresh >= int64(r.Samples) && filled >= r.Least || pass == MaxPasses) {
			return taken, nil
		}
	}
}

// search runs all suites once on an engine and gives the notes of the pass, made by a process
// of this name.
func (r *Recording) search(ctx context.Context, process string, open func(*suites.Suite) func() (engine.Engine, error)) (profile.Notes, error) {
	var nodes uint64
	var names, limits []string
	var who string
	here := *r.Runner
	here.Farm = nil // a profile is of this machine
	for i, suite := range r.Suites {
		on := engines.Engine{Open: open(suite)}
		run, err := here.RunWithoutFaults(ctx, on, suite, r.Limits[i])
		if err != nil {
			return profile.Notes{}, err
		}
		nodes += run.Signature()
		names = append(names, fmt.Sprintf("%s@%.12s", suite.Name, suite.Digest))
		limits = append(limits, run.Limits)
		who = run.Engine.Text()
	}
	return profile.Notes{
		Engine: who, Suite: strings.Join(names, " "), Limits: strings.Join(limits, " "), Machine: machine(),
		Passes: []profile.Pass{{Nodes: nodes, Process: process}},
	}, nil
}

// builtinSource profiles the built-in engine in this process.
type builtinSource struct {
	open func() (engine.Engine, error)
	name string // of this process
}

// pass searches the suites under the profiler.
func (s builtinSource) pass(ctx context.Context, r *Recording) (*profile.Profile, error) {
	return profile.CaptureCPU(profile.BuiltinRules(), func() (profile.Notes, error) {
		return r.search(ctx, s.name, func(suite *suites.Suite) func() (engine.Engine, error) {
			names := positionNames(suite)
			return func() (engine.Engine, error) {
				opened, err := s.open()
				if err != nil {
					return nil, err
				}
				return profile.WithLabels(opened, suite.Name, names), nil
			}
		})
	})
}

// positionNames returns the names of the positions of a suite. Two records of one position
// share the name of the first.
func positionNames(suite *suites.Suite) func(game.Position) string {
	names := make(map[game.Position]string)
	for i := range suite.Records {
		record := &suite.Records[i]
		if _, there := names[record.Position]; !there {
			names[record.Position] = record.Key()
		}
	}
	return func(p game.Position) string { return names[p] }
}

// machine returns a digest of this machine since its start: the times of two
// profiles with the same one can be compared. It is empty where the system does
// not tell.
func machine() string {
	started, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	text := strings.Join([]string{strings.TrimSpace(string(started)), runner.CPUModel(), runtime.GOARCH, runtime.Version()}, "\n")
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16]
}

// Form says what is written of a recording.
type Form struct {
	Append bool              // to the profile that is in the file, if there is one
	Guide  bool              // for the compiler (PGO), without labels
	Memory map[string]string // the files of profiles of the memory, by kind: heap and allocs; empty: none
}

// memoryKinds returns the kinds of profiles of the memory.
func memoryKinds() []string { return []string{"heap", "allocs"} }

// RecordFile records the profile and writes it into the file that the recording is named
// for.
func (r *Recording) RecordFile(ctx context.Context, form Form) (taken *profile.Profile, err error) {
	if form.Append {
		if taken, err = profile.LoadOptional(r.Name); err != nil {
			return nil, err
		}
	}
	if taken, err = r.Record(ctx, taken); err != nil {
		return nil, err
	}
	stored := taken
	if form.Guide {
		if stored, err = taken.ForCompiler(); err != nil {
			return nil, err
		}
	}
	if err := file.Output(r.Name, stored.WriteReadable); err != nil {
		return nil, err
	}
	for _, kind := range memoryKinds() {
		if form.Memory[kind] == "" {
			continue
		}
		memory, err := profile.CaptureMemory(kind, taken.Notes)
		if err != nil {
			return nil, err
		}
		if err := file.Output(form.Memory[kind], memory.Write); err != nil {
			return nil, err
		}
	}
	return taken, nil
}

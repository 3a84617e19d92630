package runner

import (
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/store"
)

// Stored is a run with its times, as it was measured or is stored in files.
type Stored struct {
	Run    *bench.Run
	Timing *bench.Timing // nil: there are none, or they were not asked for
}

// Load reads the runs in files, with their times if asked for. Faults reports whether the
// error is only of engine faults, which the runs show too. With it, and with unfinished
// runs, the runs that were read are returned.
func Load(files []string, times bool) (all []Stored, faults bool, err error) {
	var broken, holes []error
	for _, file := range files {
		run, err := store.Load(file)
		if err != nil {
			return all, false, err
		}
		s := Stored{Run: run}
		if times {
			if s.Timing, err = loadTiming(file, run); err != nil {
				return all, false, err
			}
		}
		all = append(all, s)
		broken = append(broken, FaultError(run, s.Timing))
		if !run.Finished() {
			holes = append(holes, run.IncompleteError())
		}
	}
	err = errors.Join(broken...)
	return all, err != nil && len(holes) == 0, errors.Join(append(holes, err)...)
}

// loadTiming returns the times of a run file, nil if there are none.
func loadTiming(file string, run *bench.Run) (*bench.Timing, error) {
	timing, err := store.LoadTiming(file)
	if timing != nil && len(timing.Positions) != len(run.Outcomes) {
		err = failure.With(failure.Baseline, fmt.Errorf("%s: times are of another run (expected as many positions as in %s; --no-times does without)", store.TimingPath(file), file))
	}
	return timing, err
}

// Merge makes one run of the files of all shards and writes it to out. With any
// program, shards of builds that differ are taken.
func Merge(files []string, anyProgram bool, out string) (*bench.Run, error) {
	parts := make([]*bench.Run, len(files))
	for i, file := range files {
		part, err := store.Load(file)
		if err != nil {
			return nil, err
		}
		if anyProgram {
			part.Origin.Program = ""
		}
		parts[i] = part
	}
	run, err := merge.Shards(parts)
	if err != nil {
		return nil, MergeError(files, err)
	}
	return run, OutputError(store.Save(out, run))
}

// MergeError gives the errors of a merge their kinds and names the file that does
// not belong.
func MergeError(files []string, err error) error {
	var foreign *merge.MismatchError
	var setup *bench.SetupError
	switch {
	case errors.As(err, &foreign):
		return failure.With(failure.Baseline, fmt.Errorf("%s: %w (expected the shards of one run; %s is the first)", files[foreign.Part], err, files[0]))
	case errors.As(err, &setup):
		return failure.With(failure.Baseline, err)
	}
	return failure.With(failure.Undecided, err)
}

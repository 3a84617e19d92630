package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// Recorder keeps a measurement W on disk, one finished part F after the other. It is
// *store.Checkpoint for runs and *store.MatchCheckpoint for matches.
type Recorder[W, F any] interface {
	Begin(whole W) (known []F, err error)
	Record(found F) error
	Lost() (torn int, damage *file.JournalError)
	Close() error
}

// Checkpoint keeps a measurement on disk while it goes on and tells the user what
// an earlier attempt has left. It is the recorder of the measurement.
type Checkpoint[W, F any] struct {
	Recorder[W, F]
	journal string // the file
	noun    string // noun of the finished parts, in the plural
	total   func(W) int
	tell    engines.Logf
}

// NewCheckpoint returns a checkpoint of what was opened for a file. The whole has total so many of
// the noun, such as "positions".
func NewCheckpoint[W, F any](kept Recorder[W, F], file, noun string, total func(W) int, tell engines.Logf) *Checkpoint[W, F] {
	return &Checkpoint[W, F]{kept, store.JournalPath(file), noun, total, tell}
}

// Begin gives what an earlier attempt has finished.
func (c *Checkpoint[W, F]) Begin(whole W) ([]F, error) {
	known, err := c.Recorder.Begin(whole)
	if err != nil {
		return nil, err
	}
	torn, damage := c.Lost()
	switch {
	case damage != nil:
		c.tell("%v; what stood there is lost", damage)
	case torn > 0:
		c.tell("journal: %d bytes at its end were not written to the end and are cut off", torn)
	}
	if len(known) > 0 {
		c.tell("resumed: %d of %d %s are finished already", len(known), c.total(whole), c.noun)
	}
	return known, nil
}

// SaveError returns the error of a measurement that was saved. Cause is why the measurement ended early, nil when it
// did not. Err is why it could not be written. While there is a journal, the error says how to go on.
func (c *Checkpoint[W, F]) SaveError(cause, err error) error {
	err = errors.Join(cause, OutputError(err))
	if err == nil {
		return nil
	}
	if _, gone := os.Stat(c.journal); gone != nil {
		return err
	}
	return failure.With(failure.Of(err), fmt.Errorf("%w (what is finished is kept; go on with the same command and --resume)", err))
}

// Close gives the lock back.
func (c *Checkpoint[W, F]) Close() error { return OutputError(c.Recorder.Close()) }

// RunWithCheckpoint runs as Run does and keeps the run in a file. It continues an earlier attempt from there as the
// mode says. Without a file it is Run. The run comes with an error too, if anything was measured.
func (r *Runner) RunWithCheckpoint(ctx context.Context, on engines.Engine, suite *suites.Suite, config bench.Config, file string, mode store.Mode) (run *bench.Run, timing *bench.Timing, err error) {
	if file == "" {
		return r.Run(ctx, on, suite, config)
	}
	key, err := r.CheckpointKey(on, max(1, config.Repeat))
	if err != nil {
		return nil, nil, err
	}
	opened, err := store.OpenCheckpoint(file, store.CheckpointOptions{Mode: mode, Holder: r.Holder, Key: key})
	if err != nil {
		return nil, nil, CheckpointError(err)
	}
	checkpoint := NewCheckpoint(opened, file, "positions", func(run *bench.Run) int { return run.Shard.Size(run.Suite.Count) }, r.Tell)
	defer func() {
		if closing := checkpoint.Close(); err == nil { // else it has been told, or follows from what was
			err = closing
		}
	}()
	config.Recorder = checkpoint
	run, timing, err = r.Run(ctx, on, suite, config)
	if run == nil {
		return nil, nil, CheckpointError(err)
	}
	return run, timing, checkpoint.SaveError(err, opened.Save(run, timing))
}

// CheckpointKey returns the key that two attempts at one run share, beyond the contents of the run
// file. An engine's own word on its version is not enough.
func (r *Runner) CheckpointKey(on engines.Engine, repeat int) ([]store.KeyPart, error) {
	digest, err := on.Digest()
	if err != nil {
		return nil, failure.With(failure.Engine, fmt.Errorf("engine %s: %w", on.Name, err))
	}
	key := []store.KeyPart{
		{Name: "tool", Value: r.Tool},
		{Name: "repeat", Value: strconv.Itoa(repeat)},
		{Name: "engine program", Value: digest},
	}
	if on.Restart > 0 {
		key = append(key, store.KeyPart{Name: "restart", Value: strconv.Itoa(on.Restart)})
	}
	return key, nil
}

// OutputError returns a failure of the machine to keep what was measured.
func OutputError(err error) error {
	if err == nil {
		return nil
	}
	return failure.Default(failure.Machine, fmt.Errorf("output: %w", err))
}

// CheckpointError gives the errors of opening and going on with a checkpoint
// their kinds and says what can be done.
func CheckpointError(err error) error {
	var (
		pending *store.PendingError
		unlike  *store.KeyError
		damage  *file.JournalError
		locked  *file.LockedError
		write   *file.WriteError
	)
	switch {
	case errors.As(err, &pending):
		return failure.With(failure.Input, fmt.Errorf("%w (expected --resume to go on with it, or --fresh to start over)", err))
	case errors.As(err, &unlike):
		return failure.With(failure.Baseline, fmt.Errorf("%w\n  (expected the command of that run; or --fresh to start over)", err))
	case errors.As(err, &damage) && damage.Offset == 0:
		return failure.With(failure.Machine, fmt.Errorf("%w (hint: --fresh starts over)", err))
	case errors.As(err, &damage):
		return failure.With(failure.Machine, fmt.Errorf("%w (hint: --salvage goes on with what stands before, --fresh starts over)", err))
	case errors.As(err, &locked), errors.As(err, &write):
		return OutputError(err)
	}
	return err
}

// Save writes a run, its times and the circumstances of its faults.
func Save(file string, run *bench.Run, timing *bench.Timing) error {
	if err := store.Save(file, run); err != nil {
		return OutputError(err)
	}
	if err := store.SaveTiming(file, timing); err != nil {
		return OutputError(err)
	}
	return OutputError(store.SaveFaultReports(file, timing))
}

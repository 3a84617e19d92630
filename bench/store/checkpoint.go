package store

import (
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench"
)

// Mode says what to do with the journal of an earlier attempt.
type Mode uint8

// The modes. Without such a journal all of them start from nothing.
const (
	Refuse  Mode = iota // return a *PendingError
	Resume              // go on from it; a damaged one is an error
	Salvage             // go on from what stands before the damage, if any
	Restart             // throw it away
)

// PendingError says that there is a journal of an earlier attempt and nothing
// was said about it.
type PendingError struct {
	Path string // of the journal
}

// Error names the file.
func (e *PendingError) Error() string {
	return fmt.Sprintf("%s: journal of an unfinished run is there", e.Path)
}

// CheckpointOptions say how to open a Checkpoint.
type CheckpointOptions struct {
	Mode   Mode
	Holder string    // who is running, for others to read in the lock: one line
	Key    []KeyPart // what beside the run's own header has to be the same to go on
}

// Checkpoint keeps a run on disk while it goes on. It is a bench.Recorder, and
// it has files of its own beside the run file FILE:
//
//	FILE.lock     held as long as the Checkpoint is open
//	FILE.journal  what is finished; gone once the whole run is in FILE
//	FILE.faults/  the circumstances of faults, one file for each position
//
// A process that is killed loses the positions it was searching, a machine that
// loses power what it finished in the last second.
type Checkpoint struct{ tenure }

// JournalPath is the file of the journal of the run in path.
func JournalPath(path string) string { return path + ".journal" }

// OpenCheckpoint takes the lock of the run file in path and removes what a killed
// process has left of half-written files. The errors are *LockedError,
// *PendingError and *WriteError.
func OpenCheckpoint(path string, options CheckpointOptions) (*Checkpoint, error) {
	return openCheckpoint(system{}, path, options, syncDelay)
}

func openCheckpoint(d disk, path string, options CheckpointOptions, delay time.Duration) (*Checkpoint, error) {
	a, err := openTenure(d, path, options, delay, TimingPath(path))
	if err != nil {
		return nil, err
	}
	return &Checkpoint{*a}, nil
}

// Begin opens the journal and gives what it holds of the same run; see
// bench.Recorder. The errors are *KeyError for that of another run,
// *JournalError for damage and *WriteError.
func (c *Checkpoint) Begin(run *bench.Run) ([]bench.Finding, error) {
	var old *contents
	found, err := c.begin(journalKind(), keyOf(run, c.options.Key), func(data []byte) (r records, err error) {
		old, err = decodeJournal(data)
		return records{key: old.key, count: len(old.findings), size: old.size, torn: old.torn}, err
	}, func() error { return removeCapsules(c.disk, c.path) })
	if err != nil || !found {
		return nil, err
	}
	return old.findings, nil
}

// Record writes a finding into the journal, and first the circumstances of its
// fault into a file of their own; see bench.Recorder.
func (c *Checkpoint) Record(f bench.Finding) error {
	if f.Time.Capsule != "" {
		if err := saveCapsule(c.disk, c.path, f.Outcome.ID, f.Time.Capsule); err != nil {
			return err
		}
	}
	return c.journal.append(f)
}

// Save writes the run and its times into their files as Save and SaveTiming do.
// If all positions are finished, the journal is removed afterwards; otherwise it
// stays, for another attempt to go on from.
func (c *Checkpoint) Save(run *bench.Run, timing *bench.Timing) error {
	if err := saveRun(c.disk, c.path, run); err != nil {
		return err
	}
	if err := saveTiming(c.disk, c.path, timing); err != nil {
		return err
	}
	if !run.Finished() {
		return nil
	}
	return c.done()
}

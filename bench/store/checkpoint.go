package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
type Checkpoint struct {
	disk    disk
	path    string
	options CheckpointOptions
	delay   time.Duration
	lock    *fileLock
	journal *journal
	damage  *JournalError
	torn    int
}

// JournalPath is the file of the journal of the run in path.
func JournalPath(path string) string { return path + ".journal" }

// OpenCheckpoint takes the lock of the run file in path and removes what a killed
// process has left of half-written files. The errors are *LockedError,
// *PendingError and *WriteError.
func OpenCheckpoint(path string, options CheckpointOptions) (*Checkpoint, error) {
	return openCheckpoint(system{}, path, options, syncDelay)
}

func openCheckpoint(d disk, path string, options CheckpointOptions, delay time.Duration) (*Checkpoint, error) {
	if _, err := targetOf(path); err != nil {
		return nil, &WriteError{Path: path, Step: "create", Err: err}
	}
	lock, err := acquire(path+".lock", options.Holder)
	if held := (*LockedError)(nil); errors.As(err, &held) {
		return nil, held
	}
	if err != nil {
		return nil, &WriteError{Path: path, Step: "create", Err: err}
	}
	c := &Checkpoint{disk: d, path: path, options: options, delay: delay, lock: lock}
	if err := c.tidy(); err != nil {
		return nil, errors.Join(err, lock.release())
	}
	return c, nil
}

// tidy looks at what an earlier attempt has left.
func (c *Checkpoint) tidy() error {
	directory := filepath.Dir(c.path)
	if err := sweep(c.disk, directory, filepath.Base(c.path), filepath.Base(TimingPath(c.path)), filepath.Base(JournalPath(c.path))); err != nil {
		return &WriteError{Path: c.path, Step: "remove", Err: err}
	}
	_, err := os.Lstat(JournalPath(c.path))
	switch {
	case err == nil && c.options.Mode == Refuse:
		return &PendingError{Path: JournalPath(c.path)}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &WriteError{Path: JournalPath(c.path), Step: "open", Err: err}
	}
	return nil
}

// Begin opens the journal and gives what it holds of the same run; see
// bench.Recorder. The errors are *KeyError for that of another run,
// *JournalError for damage and *WriteError.
func (c *Checkpoint) Begin(run *bench.Run) ([]bench.Finding, error) {
	key := keyOf(run, c.options.Key)
	old, err := c.load()
	if err != nil {
		return nil, err
	}
	if old == nil {
		return nil, c.start(key)
	}
	if differences := keyDifferences(old.key, key); len(differences) > 0 {
		return nil, &KeyError{Path: JournalPath(c.path), Differences: differences}
	}
	if err := c.extend(); err != nil {
		return nil, err
	}
	if c.torn > 0 || c.damage != nil {
		if err := c.journal.cut(int64(old.size)); err != nil {
			return nil, err
		}
	}
	return old.findings, nil
}

// load reads the journal; nil without an error means to start from nothing.
func (c *Checkpoint) load() (*contents, error) {
	path := JournalPath(c.path)
	if c.options.Mode == Restart {
		return nil, nil
	}
	data, err := read(path)
	if fault := (*FileError)(nil); errors.As(err, &fault) && fault.Reason == Missing {
		return nil, nil
	}
	if err != nil {
		return nil, &WriteError{Path: path, Step: "open", Err: err}
	}
	old, err := decodeJournal(data)
	c.torn = old.torn
	var damage *JournalError
	if !errors.As(err, &damage) {
		return old, err
	}
	damage.Path = path
	if c.options.Mode != Salvage || damage.Offset == 0 {
		return nil, damage
	}
	c.damage = damage
	return old, nil
}

// start begins a journal and takes away what is left of an earlier run.
func (c *Checkpoint) start(key []KeyPart) error {
	if err := removeCapsules(c.disk, c.path); err != nil {
		return err
	}
	if err := createJournal(c.disk, JournalPath(c.path), key); err != nil {
		return err
	}
	return c.extend()
}

func (c *Checkpoint) extend() (err error) {
	c.journal, err = extendJournal(c.disk, JournalPath(c.path), c.delay)
	return err
}

// Lost tells what of the journal was not used: bytes at its end that a process
// had not written to the end, and damage that was cut out; nil when there was
// none.
func (c *Checkpoint) Lost() (torn int, damage *JournalError) { return c.torn, c.damage }

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
	if err := c.closeJournal(); err != nil {
		return err
	}
	return removeJournal(c.disk, JournalPath(c.path))
}

// closeJournal closes the journal, if it is open.
func (c *Checkpoint) closeJournal() error {
	if c.journal == nil {
		return nil
	}
	closing := c.journal
	c.journal = nil
	return closing.close()
}

// Close brings the journal to the disk and gives the lock back.
func (c *Checkpoint) Close() error {
	return errors.Join(c.closeJournal(), c.lock.release())
}

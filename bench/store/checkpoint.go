package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
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

	disk file.Disk // one that fails, for tests
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
type Checkpoint struct{ attempt }

// JournalPath returns the file of the journal of the run in path.
func JournalPath(path string) string { return path + ".journal" }

// OpenCheckpoint takes the lock of the run file in path and removes what a killed
// process has left of half-written files. The errors are *file.LockedError,
// *PendingError and *file.WriteError.
func OpenCheckpoint(path string, options CheckpointOptions) (*Checkpoint, error) {
	a, err := openAttempt(path, options, TimingPath(path))
	if err != nil {
		return nil, err
	}
	return &Checkpoint{*a}, nil
}

// Begin opens the journal and gives what it holds of the same run; see
// bench.Recorder. The errors are *KeyError for that of another run,
// *file.JournalError for damage and *file.WriteError.
func (c *Checkpoint) Begin(run *bench.Run) ([]bench.Answer, error) {
	old := answers{seen: make(map[int]int)}
	if err := c.begin(journalKind(), keyOf(run, c.options.Key), old.readRecord, func() error { return removeFaultReports(c.disk, c.path) }); err != nil {
		return nil, err
	}
	return old.known(), nil
}

// Record writes an answer into the journal, and first the circumstances of its
// fault into a file of their own; see bench.Recorder.
func (c *Checkpoint) Record(f bench.Answer) error {
	if f.Time.FaultReport != "" {
		if err := saveFaultReport(c.disk, c.path, f.Outcome.ID, f.Time.FaultReport); err != nil {
			return err
		}
	}
	return c.journal.Append(encodeAnswer(f))
}

// Save writes the run and its times into their files as Save and SaveTiming do.
// If all positions are finished, the journal is removed afterwards; otherwise it
// stays, for another attempt to go on from.
func (c *Checkpoint) Save(run *bench.Run, timing *bench.Timing) error {
	if err := save(c.disk, c.path, "run", run, nil); err != nil {
		return err
	}
	if err := saveTiming(c.disk, c.path, timing); err != nil {
		return err
	}
	if !run.Finished() {
		return nil
	}
	return c.removeJournal()
}

// attempt is one attempt at a long computation with a result file: the lock of the file, and a
// journal of the finished parts.
type attempt struct {
	disk    file.Disk
	path    string
	options CheckpointOptions
	lock    *file.Lock
	journal *file.Journal
	damage  *file.JournalError
	torn    int
}

// openAttempt takes the lock of the file in path, or of its target if it is a symbolic link. This also keeps out a
// process that writes the target by its own name. More are files beside it that are written in the same way.
func openAttempt(path string, options CheckpointOptions, more ...string) (*attempt, error) {
	if err := file.CheckTarget(path); err != nil {
		return nil, err
	}
	lock, err := file.Acquire(file.Target(path)+".lock", options.Holder)
	if held, ok := errors.AsType[*file.LockedError](err); ok {
		return nil, held
	}
	if err != nil {
		return nil, &file.WriteError{Path: path, Step: "create", Err: err}
	}
	a := &attempt{disk: options.disk, path: path, options: options, lock: lock}
	if err := a.checkEarlier(more); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return a, nil
}

// checkEarlier looks for the journal of an earlier attempt.
func (a *attempt) checkEarlier(more []string) error {
	for _, path := range append([]string{a.path, JournalPath(a.path)}, more...) {
		if err := a.disk.RemoveTemporary(path); err != nil {
			return err
		}
	}
	_, err := os.Lstat(JournalPath(a.path))
	switch {
	case err == nil && a.options.Mode == Refuse:
		return &PendingError{Path: JournalPath(a.path)}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &file.WriteError{Path: JournalPath(a.path), Step: "open", Err: err}
	}
	return nil
}

// begin opens the journal. If there is one with the key, take reads its records. Otherwise clear
// removes the leftovers of another attempt, and a new journal begins. The errors are *KeyError for
// a journal with another key, *file.JournalError for damage and *file.WriteError.
func (a *attempt) begin(of kind, key []KeyPart, take func(record []byte) string, clear func() error) error {
	old, size, found, err := a.load(of, take)
	if err != nil {
		return err
	}
	path := JournalPath(a.path)
	if !found {
		if err := clear(); err != nil {
			return err
		}
		head, err := of.header(key)
		if err != nil {
			return &file.WriteError{Path: path, Step: "write", Err: err}
		}
		if err := file.NewJournal(a.disk, path, head); err != nil {
			return err
		}
		return a.openJournal()
	}
	if differences := keyDifferences(old, key); len(differences) > 0 {
		return &KeyError{Path: path, Differences: differences}
	}
	if err := a.openJournal(); err != nil || a.torn == 0 && a.damage == nil {
		return err
	}
	return a.journal.Cut(int64(size))
}

// load reads the journal: its key and how many bytes of it are whole. It is not
// found when the attempt is to start from nothing.
func (a *attempt) load(of kind, take func(record []byte) string) (key []KeyPart, size int, found bool, err error) {
	path := JournalPath(a.path)
	if a.options.Mode == Restart {
		return nil, 0, false, nil
	}
	data, err := file.Read(path)
	if file.IsMissing(err) {
		return nil, 0, false, nil
	}
	if err != nil {
		return nil, 0, false, &file.WriteError{Path: path, Step: "open", Err: err}
	}
	key, r, err := of.recover(data, take)
	a.torn = r.Torn
	damage, damaged := errors.AsType[*file.JournalError](err)
	if !damaged {
		return key, r.Size, true, err
	}
	damage.Path = path
	if a.options.Mode != Salvage || damage.Offset == 0 {
		return nil, 0, false, damage
	}
	a.damage = damage
	return key, r.Size, true, nil
}

func (a *attempt) openJournal() (err error) {
	delay := syncDelay
	if a.disk.Fault != nil {
		delay = 0
	}
	a.journal, err = file.OpenJournal(a.disk, JournalPath(a.path), delay)
	return err
}

// Lost returns the unused parts of the journal. Torn is the number of bytes of an unfinished record at its end.
// Damage is what was cut out, nil if there was none.
func (a *attempt) Lost() (torn int, damage *file.JournalError) { return a.torn, a.damage }

// removeJournal removes the journal, since the file holds all of it.
func (a *attempt) removeJournal() error {
	if err := a.closeJournal(); err != nil {
		return err
	}
	return file.RemoveJournal(a.disk, JournalPath(a.path))
}

// closeJournal closes the journal, if it is open.
func (a *attempt) closeJournal() error {
	if a.journal == nil {
		return nil
	}
	closing := a.journal
	a.journal = nil
	return closing.Close()
}

// Close brings the journal to the disk and gives the lock back.
func (a *attempt) Close() error {
	return errors.Join(a.closeJournal(), a.lock.Release())
}

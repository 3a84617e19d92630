package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// tenure is one attempt at something long whose result is to stand in a file:
// the lock of the file, and a journal of what is finished.
type tenure struct {
	disk    disk
	path    string
	options CheckpointOptions
	delay   time.Duration
	lock    *fileLock
	journal *journal
	damage  *JournalError
	torn    int
}

// openTenure takes the lock of the file in path. More are files beside it that
// are written as it is.
func openTenure(d disk, path string, options CheckpointOptions, delay time.Duration, more ...string) (*tenure, error) {
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
	a := &tenure{disk: d, path: path, options: options, delay: delay, lock: lock}
	if err := a.tidy(more); err != nil {
		return nil, errors.Join(err, lock.release())
	}
	return a, nil
}

// tidy looks at what an earlier attempt has left.
func (a *tenure) tidy(more []string) error {
	for _, path := range append([]string{a.path, JournalPath(a.path)}, more...) {
		if err := sweep(a.disk, filepath.Dir(path), filepath.Base(path)); err != nil {
			return &WriteError{Path: path, Step: "remove", Err: err}
		}
	}
	_, err := os.Lstat(JournalPath(a.path))
	switch {
	case err == nil && a.options.Mode == Refuse:
		return &PendingError{Path: JournalPath(a.path)}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &WriteError{Path: JournalPath(a.path), Step: "open", Err: err}
	}
	return nil
}

// begin opens the journal and tells whether there was one with the key, which
// decode has read then; otherwise a new one is begun, after clear has taken away
// what is left of another attempt. The errors are *KeyError for
// the journal of something else, *JournalError for damage and *WriteError.
func (a *tenure) begin(of kind, key []KeyPart, decode func(data []byte) (records, error), clear func() error) (found bool, err error) {
	old, err := a.load(decode)
	if err != nil {
		return false, err
	}
	if old == nil {
		if err := clear(); err != nil {
			return false, err
		}
		if err := createJournal(a.disk, JournalPath(a.path), of, key); err != nil {
			return false, err
		}
		return false, a.extend()
	}
	if differences := keyDifferences(old.key, key); len(differences) > 0 {
		return false, &KeyError{Path: JournalPath(a.path), Differences: differences}
	}
	if err := a.extend(); err != nil {
		return false, err
	}
	if a.torn > 0 || a.damage != nil {
		if err := a.journal.cut(int64(old.size)); err != nil {
			return false, err
		}
	}
	return true, nil
}

// load reads the journal; nil without an error means to start from nothing.
func (a *tenure) load(decode func(data []byte) (records, error)) (*records, error) {
	path := JournalPath(a.path)
	if a.options.Mode == Restart {
		return nil, nil
	}
	data, err := read(path)
	if fault := (*FileError)(nil); errors.As(err, &fault) && fault.Reason == Missing {
		return nil, nil
	}
	if err != nil {
		return nil, &WriteError{Path: path, Step: "open", Err: err}
	}
	old, err := decode(data)
	a.torn = old.torn
	var damage *JournalError
	if !errors.As(err, &damage) {
		return &old, err
	}
	damage.Path = path
	if a.options.Mode != Salvage || damage.Offset == 0 {
		return nil, damage
	}
	a.damage = damage
	return &old, nil
}

func (a *tenure) extend() (err error) {
	a.journal, err = extendJournal(a.disk, JournalPath(a.path), a.delay)
	return err
}

// Lost tells what of the journal was not used: bytes at its end that a process
// had not written to the end, and damage that was cut out; nil when there was
// none.
func (a *tenure) Lost() (torn int, damage *JournalError) { return a.torn, a.damage }

// done removes the journal: what it holds stands in the file.
func (a *tenure) done() error {
	if err := a.closeJournal(); err != nil {
		return err
	}
	return removeJournal(a.disk, JournalPath(a.path))
}

// closeJournal closes the journal, if it is open.
func (a *tenure) closeJournal() error {
	if a.journal == nil {
		return nil
	}
	closing := a.journal
	a.journal = nil
	return closing.close()
}

// Close brings the journal to the disk and gives the lock back.
func (a *tenure) Close() error {
	return errors.Join(a.closeJournal(), a.lock.release())
}

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench"
)

// syncDelay is the longest time that a record may be kept back from the disk: a
// power failure loses no more.
const syncDelay = time.Second

// maxCutText is what is kept of a text that makes a record too long, in bytes.
const maxCutText = 1 << 10

// journal is a file that records are appended to. It may be used concurrently.
type journal struct {
	disk  disk
	path  string
	delay time.Duration // between a record and its sync; 0: none

	lock  sync.Mutex
	file  *os.File
	dirty bool  // a sync is due, and under way
	err   error // the first one; nothing is written after it
}

// createJournal writes a journal without findings, in place of any other.
func createJournal(d disk, path string, of kind, key []KeyPart) error {
	record, err := marshal(header{Format: of.format, Schema: of.schema, Key: key})
	if err == nil && len(record) > maxRecord {
		err = fmt.Errorf("header has %d bytes (expected at most %d)", len(record), maxRecord)
	}
	if err != nil {
		return &WriteError{Path: path, Step: "write", Err: err}
	}
	return writeAtomic(d, path, appendFrame(nil, record))
}

// extendJournal opens a journal to append to it.
func extendJournal(d disk, path string, delay time.Duration) (*journal, error) {
	file, err := d.extend(path)
	if err != nil {
		return nil, &WriteError{Path: path, Step: "open", Err: err}
	}
	return &journal{disk: d, path: path, delay: delay, file: file}, nil
}

// append writes one finding; see put.
func (j *journal) append(f bench.Finding) error {
	record, err := encodeFinding(f)
	return j.put(record, err)
}

// put writes one record, unless there is an error with it. When it returns, the
// record survives the process; a second later it survives the machine.
func (j *journal) put(record []byte, err error) error {
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.err != nil {
		return j.err
	}
	if err == nil {
		err = j.disk.write(j.file, appendFrame(nil, record))
	}
	if err != nil {
		j.err = &WriteError{Path: j.path, Step: "write", Err: err}
		return j.err
	}
	if j.delay == 0 {
		j.sync()
		return j.err
	}
	if !j.dirty {
		j.dirty = true
		time.AfterFunc(j.delay, func() {
			j.lock.Lock()
			defer j.lock.Unlock()
			if j.dirty {
				j.sync()
			}
		})
	}
	return nil
}

// sync brings the file to the disk. One that failed is never tried again.
func (j *journal) sync() {
	j.dirty = false
	if err := j.disk.sync(j.file); err != nil && j.err == nil {
		j.err = &WriteError{Path: j.path, Step: "sync", Err: err}
	}
}

// cut shortens the file to so many bytes.
func (j *journal) cut(size int64) error {
	if err := j.disk.truncate(j.file, size); err != nil {
		return &WriteError{Path: j.path, Step: "truncate", Err: err}
	}
	j.sync()
	return j.err
}

// close brings everything to the disk and closes the file. Its error is the
// first of the journal.
func (j *journal) close() error {
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.dirty {
		j.sync()
	}
	if err := j.disk.close(j.file); err != nil && j.err == nil {
		j.err = &WriteError{Path: j.path, Step: "close", Err: err}
	}
	err := j.err
	if err == nil {
		j.err = os.ErrClosed
	}
	return err
}

// encodeFinding is the record of a finding. Long messages are cut where they
// do not fit.
func encodeFinding(f bench.Finding) ([]byte, error) {
	f.Time.ID = "" // it stands in the outcome
	record, err := marshal(&f)
	if err == nil && len(record) > maxRecord {
		for _, text := range []*string{&f.Time.Fault, &f.Time.Detail, &f.Time.Retried} {
			*text = (*text)[:min(len(*text), maxCutText)]
		}
		record, err = marshal(&f)
	}
	if err == nil && len(record) > maxRecord {
		err = fmt.Errorf("record of %.40q has %d bytes (expected at most %d)", f.Outcome.ID, len(record), maxRecord)
	}
	return record, err
}

// removeJournal takes a journal away that is not needed any more.
func removeJournal(d disk, path string) error {
	if err := d.remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return &WriteError{Path: path, Step: "remove", Err: err}
	}
	if err := d.syncDirectory(filepath.Dir(path)); err != nil {
		return &WriteError{Path: path, Step: "sync directory", Err: err}
	}
	return nil
}

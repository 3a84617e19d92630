package file

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// Journal is a file that records are appended to. It may be used concurrently.
type Journal struct {
	disk  Disk
	path  string
	delay time.Duration

	lock  sync.Mutex
	file  *os.File
	dirty bool  // a sync is due, and under way
	err   error // the first one; nothing is written after it
}

// NewJournal writes a journal with a header and no more, in place of any other.
// The header has no line feed. The error is a *WriteError.
func NewJournal(d Disk, path string, header []byte) error {
	if len(header) > MaxRecord {
		return &WriteError{Path: path, Step: "write", Err: fmt.Errorf("header has %d bytes (expected at most %d)", len(header), MaxRecord)}
	}
	return d.Write(path, appendFrame(nil, header))
}

// OpenJournal opens a journal to append to it. Delay is the longest time between a
// record and its sync, 0 for none. The error is a *WriteError.
func OpenJournal(d Disk, path string, delay time.Duration) (*Journal, error) {
	j := &Journal{disk: d, path: path, delay: delay}
	err := d.DoStep(path, "open", func() (err error) {
		j.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		return err
	})
	if err != nil {
		return nil, err
	}
	return j, nil
}

// Append writes one record, unless there is an error with it; after an error
// nothing more is written. When it returns, the record survives the process;
// after the delay it survives the machine. The error is a *WriteError.
func (j *Journal) Append(record []byte, err error) error {
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.err != nil {
		return j.err
	}
	if err != nil {
		j.err = &WriteError{Path: j.path, Step: "write", Err: err}
	} else {
		j.err = j.disk.write(j.path, j.file, appendFrame(nil, record))
	}
	if j.err != nil {
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
func (j *Journal) sync() {
	j.dirty = false
	if err := j.disk.sync(j.path, j.file); j.err == nil {
		j.err = err
	}
}

// Cut shortens the file to so many bytes. The error is a *WriteError.
func (j *Journal) Cut(size int64) error {
	if err := j.disk.DoStep(j.path, "truncate", func() error { return j.file.Truncate(size) }); err != nil {
		return err
	}
	j.sync()
	return j.err
}

// Close brings everything to the disk and closes the file. Its error is the
// first of the journal.
func (j *Journal) Close() error {
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.dirty {
		j.sync()
	}
	if err := j.disk.close(j.path, j.file); j.err == nil {
		j.err = err
	}
	err := j.err
	if err == nil {
		j.err = os.ErrClosed
	}
	return err
}

// RemoveJournal takes a journal away that is not needed any more. The error is a
// *WriteError.
func RemoveJournal(d Disk, path string) error {
	if err := d.DoStep(path, "remove", func() error { return os.Remove(path) }); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return d.syncDirectory(path, filepath.Dir(path))
}

// JournalError says that a journal is damaged: its author did not leave it so. The records
// before the damage can be kept.
type JournalError struct {
	Path   string
	Offset int    // of the first record that cannot be used, in bytes; 0: not even the header can
	Kept   int    // records before it
	Things string // what these are; empty: positions
	Detail string // what is wrong with it
}

// Error names the place and what is wrong.
func (e *JournalError) Error() string {
	return fmt.Sprintf("%s: journal is damaged at byte %d, after %d %s: %s", e.Path, e.Offset, e.Kept, cmp.Or(e.Things, "positions"), e.Detail)
}

// Recovered says how much of a journal is intact.
type Recovered struct {
	Size int // bytes of the records that are whole
	Torn int // bytes behind them, written when the process or the machine ended
}

// Recover reads a journal: a header and one record for each finished thing. Each is a line
// with the CRC-32C of the rest in eight hexadecimal digits, the length of the record and the
// record. Recover passes the records to header and take one by one. These return a text about
// what is wrong, or "", and must not keep the record. The end may be torn: bytes that are no
// whole record, with none after them, are counted and left out. The error is a *JournalError.
// The result is valid with an error too: it ends where the damage begins. Things is the plural
// noun for errors.
func Recover(data []byte, things string, header, take func(record []byte) string) (r Recovered, err error) {
	kept := 0
	damage := func(detail string) error {
		return &JournalError{Offset: r.Size, Kept: kept, Things: things, Detail: detail}
	}
	record, rest := cutFrame(data)
	if record == nil {
		return r, damage("header is missing or broken")
	}
	if detail := header(record); detail != "" {
		return r, damage(detail)
	}
	r.Size = len(data) - len(rest)
	for len(rest) > 0 {
		if record, rest = cutFrame(rest); record == nil {
			if hasFrame(rest) {
				return r, damage("record is broken, and whole ones follow")
			}
			r.Torn = len(data) - r.Size
			return r, nil
		}
		if detail := take(record); detail != "" {
			return r, damage(detail)
		}
		kept++
		r.Size = len(data) - len(rest)
	}
	return r, nil
}

// MaxRecord is the longest record of a journal, in bytes: the longest game has
// place in it.
const MaxRecord = 128 << 10

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendFrame appends a record as one line. The line has the CRC-32C of the rest in eight hexadecimal digits, the
// length of the record and the record, separated by blanks. The record has no line feed.
func appendFrame(line, record []byte) []byte {
	body := strconv.AppendInt(nil, int64(len(record)), 10)
	body = append(append(body, ' '), record...)
	line = fmt.Appendf(line, "%08x ", crc32.Checksum(body, castagnoli))
	return append(append(line, body...), '\n')
}

// cutFrame takes the first line from data. The record is nil when the line is
// no frame, or has no end.
func cutFrame(data []byte) (record, rest []byte) {
	line, rest, ended := bytes.Cut(data, []byte("\n"))
	if !ended {
		return nil, nil
	}
	_, body, _ := bytes.Cut(line, []byte(" "))
	_, record, found := bytes.Cut(body, []byte(" "))
	if !found || len(record) == 0 || len(record) > MaxRecord {
		return nil, rest
	}
	if spelt := appendFrame(nil, record); !bytes.Equal(spelt[:len(spelt)-1], line) {
		return nil, rest
	}
	return record, rest
}

// hasFrame reports whether a frame stands anywhere in data at the start of a line.
func hasFrame(data []byte) bool {
	for len(data) > 0 {
		record, rest := cutFrame(data)
		if record != nil {
			return true
		}
		data = rest
	}
	return false
}

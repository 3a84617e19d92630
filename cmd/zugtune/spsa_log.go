package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine/tune/spsa"
)

// The format and version in the head of every file.
const (
	spsaFormat = "zugwatch-spsa"
	spsaSchema = 1
)

// spsaHead is the first line of a file: everything that the games depend on.
type spsaHead struct {
	Format     string           `json:"format"`
	Schema     int              `json:"schema"`
	Signature  uint64           `json:"signature"` // of the engine at the start
	Search     string           `json:"search"`
	Limit      string           `json:"limit"`
	Hash       int              `json:"hash"` // MiB
	Book       string           `json:"book"` // digest
	Seed       uint64           `json:"seed"`
	Pairs      int              `json:"pairs"`
	Batch      int              `json:"batch"`
	Rate       float64          `json:"rate"`
	Parameters []spsa.Parameter `json:"parameters"`
}

// FileSchema returns the format of the file and its version.
func (h spsaHead) FileSchema() file.Schema { return file.Schema{Format: h.Format, Version: h.Schema} }

// words returns a description of each setting, in a fixed order.
func (h *spsaHead) words() []string {
	var parameters []string
	for _, p := range h.Parameters {
		parameters = append(parameters, p.String())
	}
	return []string{
		fmt.Sprintf("signature %d", h.Signature), "search " + h.Search, "limit " + h.Limit, fmt.Sprintf("hash %d", h.Hash),
		"book " + h.Book, fmt.Sprintf("seed %d", h.Seed), fmt.Sprintf("pairs %d", h.Pairs), fmt.Sprintf("batch %d", h.Batch),
		fmt.Sprintf("rate %g", h.Rate), "parameters " + strings.Join(parameters, " "),
	}
}

// spsaRecord is the line of an iteration.
type spsaRecord struct {
	Iteration int         `json:"iteration"` // from 1
	Theta     []float64   `json:"theta"`     // parameters after it
	Pairs     stats.Pairs `json:"pairs"`     // by the points of plus: 0, one half and so on
}

// spsaLog is the file of a tuning, locked and open at its end.
type spsaLog struct {
	file *os.File
	lock *file.Lock
}

// openLog reads the records of the file into t, or creates the file. It truncates an incomplete last line.
func (t *spsaRun) openLog() (l *spsaLog, err error) {
	l = new(spsaLog)
	if l.lock, err = file.Acquire(file.Target(t.path)+".lock", fmt.Sprintf("process %d", os.Getpid())); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close())
		}
	}()
	size, torn, err := t.load()
	if err != nil {
		return l, err
	}
	if l.file, err = os.OpenFile(t.path, os.O_WRONLY|os.O_APPEND, 0); err != nil || torn == 0 {
		return l, err
	}
	fmt.Fprintf(t.diagnostics, "%s: %d bytes at its end were not written to the end and are cut off\n", t.path, torn)
	return l, file.Disk{}.DoStep(t.path, "truncate", func() error { return l.file.Truncate(int64(size)) })
}

// load reads the records of the file, or creates it. It returns the bytes of its complete lines and of the incomplete last one.
func (t *spsaRun) load() (size, torn int, err error) {
	if err := (file.Disk{}).RemoveTemporary(t.path); err != nil {
		return 0, 0, err
	}
	data, err := os.ReadFile(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		line, err := file.Line(&t.head)
		if err != nil {
			return 0, 0, err
		}
		return len(line) + 1, 0, file.Disk{}.Write(t.path, append(line, '\n'))
	}
	if err != nil {
		return 0, 0, err
	}
	size = bytes.LastIndexByte(data, '\n') + 1
	head, records, err := file.ParseRecords[spsaHead, spsaRecord](t.path, data[:size], t.head.FileSchema())
	if err != nil {
		return 0, 0, err
	}
	found, want := head.words(), t.head.words()
	for i := range want {
		if found[i] != want[i] {
			return 0, 0, fmt.Errorf("%s has %s, this command %s (expected the same engine and settings, or another file)", t.path, found[i], want[i])
		}
	}
	for i, r := range records {
		if r.Iteration != i+1 || i >= t.tuning.Iterations || len(r.Theta) != len(t.head.Parameters) || r.Pairs.Count() != t.head.Batch {
			return 0, 0, fmt.Errorf("%s:%d: line is not of batch %d (expected the lines that the command wrote)", t.path, i+2, i+1)
		}
	}
	t.records = records
	return size, len(data) - size, nil
}

// append writes the line of an iteration and syncs the file.
func (l *spsaLog) append(r *spsaRecord) error {
	line, err := file.Line(r)
	if err != nil {
		return err
	}
	return file.Disk{}.DoStep(l.file.Name(), "write", func() error {
		if _, err := l.file.Write(append(line, '\n')); err != nil {
			return err
		}
		return l.file.Sync()
	})
}

// close closes the file and releases its lock.
func (l *spsaLog) close() error {
	var err error
	if l.file != nil {
		err = l.file.Close()
	}
	return errors.Join(err, l.lock.Release())
}

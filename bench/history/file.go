package history

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/epd"
)

// formatName tells a history from every other JSON.
const formatName = "zugwatch history"

// schemaVersion is the version of the lines. It grows by one with every change that a reader of
// an older version could not understand; lines of older schemas stay as they are.
const schemaVersion = 1

// line is a record as JSON sees it.
type line struct {
	Format string `json:"format"`
	Schema int    `json:"schema"`
	Record
	Check string `json:"check"` // of the line with an empty check: see checkOf
}

// checkDigits is the number of hexadecimal digits of a SHA-256 that guard a line.
const checkDigits = 16

// Load reads a history, line by line in the order of the file. Every error is a *file.Error, with the
// line if known, also that of a missing file.
func Load(path string) ([]Record, error) {
	data, err := file.Read(path)
	if err != nil {
		return nil, err
	}
	records, err := decode(data)
	return records, file.WithPath(path, err)
}

// decode reads the lines of a history. It takes only what encode writes.
func decode(data []byte) (records []Record, err error) {
	if len(data) == 0 {
		return nil, &file.Error{Reason: file.Empty, Detail: "expected a line for each run"}
	}
	number := 0
	for text := range bytes.Lines(data) {
		number++
		record, err := decodeLine(text)
		if fault, ok := errors.AsType[*file.Error](err); ok {
			fault.Line, fault.Col = number, max(fault.Col, 1)
			return nil, fault
		}
		records = append(records, record)
	}
	return records, nil
}

// decodeLine reads one line with its end. The error is a *file.Error; its line counts
// from this one.
func decodeLine(text []byte) (none Record, err error) {
	text, ended := bytes.CutSuffix(text, []byte("\n"))
	odd, broken := file.Scan[line](text)
	if err := cmp.Or(broken, file.CheckHead(text, formatName, schemaVersion), odd); err != nil {
		return none, err
	}
	l, err := file.Decode[line](text)
	if err != nil {
		return none, err
	}
	want, err := encodeLine(&l.Record)
	if check := checkOf(&l.Record); err == nil && check != l.Check {
		return none, &file.Error{Reason: file.Altered, Detail: fmt.Sprintf("the check of the line is %s, it names %.16q; hint: take the line from where it is whole, or leave it out", check, l.Check)}
	}
	if err := file.SameBytes(append(text[:len(text):len(text)], '\n'), want, err); err != nil {
		return none, err
	}
	if !ended {
		return none, &file.Error{Col: len(text) + 1, Reason: file.Cut, Detail: "expected the end of the line"}
	}
	if detail := l.contradiction(); detail != "" {
		return none, &file.Error{Reason: file.Contradiction, Detail: detail}
	}
	return l.Record, nil
}

// encodeLine returns the one spelling of a record, with the end of its line.
func encodeLine(r *Record) ([]byte, error) {
	text, err := file.Line(line{formatName, schemaVersion, *r, checkOf(r)})
	return append(text, '\n'), err
}

// checkOf returns the check of the line of a record; empty for one that JSON cannot hold,
// which encodeLine tells.
func checkOf(r *Record) string {
	text, err := file.Line(line{Format: formatName, Schema: schemaVersion, Record: *r})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:checkDigits]
}

// AddResult counts the records that were added, and those already known.
type AddResult struct {
	New   int // lines that were written
	Known int // records that the history has already
}

// Append adds records to the history in a file, which it creates if necessary. Existing lines stay to
// the byte, and the file is either the old one or the whole new one, whatever happens. A record of a
// commit that the series already has is known and not written. Under exact limits it has to be the
// same as the first; otherwise the error is of the kind Baseline, and nothing is written. Holder
// names the writer to others.
func Append(path, holder string, records ...Record) (added AddResult, err error) {
	return add(path, holder, func(known []Record, _ *Record) int { return len(known) }, records)
}

// Insert adds records as Append does, each before the first line of a later commit. Order numbers the
// commits by their full hash, older ones first; commits that it lacks do not matter.
func Insert(path, holder string, order map[string]int, records ...Record) (AddResult, error) {
	return add(path, holder, func(known []Record, r *Record) int {
		number, numbered := order[r.Commit]
		if i := slices.IndexFunc(known, func(k Record) bool { return numbered && order[k.Commit] > number }); i >= 0 {
			return i
		}
		return len(known)
	}, records)
}

// add adds records at the places that place returns: the number of lines before each.
func add(path, holder string, place func(known []Record, r *Record) int, records []Record) (added AddResult, err error) {
	lock, err := file.Acquire(file.Target(path)+".lock", holder)
	if err != nil {
		return added, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	data, err := file.Read(path)
	var known []Record
	switch {
	case file.IsMissing(err):
	case err != nil:
		return added, err
	default:
		if known, err = decode(data); err != nil {
			return added, file.WithPath(path, err)
		}
	}
	lines := slices.Collect(bytes.Lines(data))
	for i := range records {
		r := &records[i]
		if before := findLine(known, r); before > 0 {
			first := &known[before-1]
			if (r.exact() || first.exact()) && !r.sameResult(first) {
				return AddResult{}, anotherResult(path, before, first, r)
			}
			added.Known++
			continue
		}
		text, err := encodeLine(r)
		if err == nil {
			_, err = decodeLine(text)
		}
		if err != nil {
			return AddResult{}, fmt.Errorf("line for %s: %w", path, err)
		}
		at := place(known, r)
		lines, known, added.New = slices.Insert(lines, at, text), slices.Insert(known, at, *r), added.New+1
	}
	if added.New == 0 {
		return added, nil
	}
	return added, file.Disk{}.Write(path, bytes.Join(lines, nil))
}

// HasRun reports whether a suite was run under limits at a commit, by its full hash.
func HasRun(known []Record, commit string, suite bench.SuiteRef, limits string) bool {
	return findLine(known, &Record{Commit: commit, Suite: suite, Limits: limits}) > 0
}

// findLine returns the line, from 1, of the record of the same series and commit; 0: there is none.
func findLine(known []Record, r *Record) int {
	for i := range known {
		if known[i].Commit == r.Commit && known[i].series() == r.series() {
			return i + 1
		}
	}
	return 0
}

// anotherResult returns the error of a second result of a commit.
func anotherResult(path string, line int, before, now *Record) error {
	return failure.With(failure.Baseline, &epd.SyntaxError{
		File: path, Line: line, Col: 1,
		What: fmt.Sprintf("commit %s has another result of suite %s: %d solved with %d nodes by %.80q, not %d with %d by %.80q",
			now.ShortHash(), now.Suite.Name, before.Solved, before.Nodes, before.Engine.Name, now.Solved, now.Nodes, now.Engine.Name),
		Want: "one engine and one build of each commit; another engine gets a file of its own",
	})
}

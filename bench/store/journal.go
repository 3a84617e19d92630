package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
)

// syncDelay is the longest time that a record may be kept back from the disk: a
// power failure loses no more.
const syncDelay = time.Second

// maxCutText is the size to which a text is cut that makes a record too long, in bytes.
const maxCutText = 1 << 10

// journalFormat tells a journal from every other file.
const journalFormat = "zugwatch journal"

// header is the first record of a journal.
type header struct {
	Format string    `json:"format"`
	Schema int       `json:"schema"`
	Key    []KeyPart `json:"key"`
}

// kind tells the journals of different things apart.
type kind struct {
	format string
	schema int
	things string // what one record is, in the plural; empty: positions
}

// journalKind returns what the journals of runs are.
func journalKind() kind { return kind{format: journalFormat, schema: bench.Schema} }

// header returns the first record of a journal of the kind.
func (k kind) header(key []KeyPart) ([]byte, error) {
	return file.Line(header{Format: k.format, Schema: k.schema, Key: key})
}

// recover reads a journal of the kind: see file.Recover.
func (k kind) recover(data []byte, take func(record []byte) string) (key []KeyPart, r file.Recovered, err error) {
	r, err = file.Recover(data, k.things, func(record []byte) string {
		var head header
		if err := file.ParseLine(record, &head); err != nil || head.Format != k.format {
			return "header is not one of a journal"
		}
		if head.Schema != k.schema {
			return fmt.Sprintf("schema is %d (expected %d; hint: use the version of the tool that wrote it)", head.Schema, k.schema)
		}
		key = head.Key
		return ""
	}, take)
	return key, r, err
}

// encodeAnswer returns the record of an answer. Long messages are cut where they
// do not fit.
func encodeAnswer(f bench.Answer) ([]byte, error) {
	f.Time.ID = "" // it stands in the outcome
	record, err := file.Line(&f)
	if err == nil && len(record) > file.MaxRecord {
		for _, text := range []*string{&f.Time.Fault, &f.Time.Detail, &f.Time.Retried} {
			*text = (*text)[:min(len(*text), maxCutText)]
		}
		record, err = file.Line(&f)
	}
	if err == nil && len(record) > file.MaxRecord {
		err = fmt.Errorf("record of %.40q has %d bytes (expected at most %d)", f.Outcome.ID, len(record), file.MaxRecord)
	}
	return record, err
}

// answers holds the journal of a run, in the order of the file, each position once: its
// last answer counts.
type answers struct {
	all  []bench.Answer
	seen map[int]int // place in all by index
}

// readRecord reads one record and says what is wrong with it.
func (c *answers) readRecord(record []byte) string {
	var f bench.Answer
	if err := file.ParseLine(record, &f); err != nil {
		return "record does not parse: " + err.Error()
	}
	if (f.Outcome.Verdict == bench.Unfinished) != f.Void || f.Index < 0 || f.Time.ID != "" {
		return fmt.Sprintf("record of position %q is not a finding", f.Outcome.ID)
	}
	if detail := f.Outcome.Validate(); detail != "" && !f.Void {
		return detail
	}
	f.Time.ID = f.Outcome.ID
	at, again := c.seen[f.Index]
	if !again {
		c.seen[f.Index] = len(c.all)
		c.all = append(c.all, f)
		return ""
	}
	if before := &c.all[at]; before.Outcome.ID != f.Outcome.ID {
		return fmt.Sprintf("position %d is listed as %q and as %q", f.Index+1, before.Outcome.ID, f.Outcome.ID)
	}
	c.all[at] = f
	return ""
}

// known returns the answers that still hold.
func (c *answers) known() []bench.Answer {
	return slices.DeleteFunc(c.all, func(a bench.Answer) bool { return a.Void })
}

// KeyPart is one of the things that two attempts at one run have in common.
type KeyPart struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// keyOf lists all that the outcomes of a run may depend on; more stands at the
// end.
func keyOf(run *bench.Run, more []KeyPart) []KeyPart {
	key := []KeyPart{
		{"schema", strconv.Itoa(run.Schema)},
		{"suite", run.Suite.Name},
		{"suite digest", run.Suite.Digest},
		{"positions", strconv.Itoa(run.Suite.Count)},
		{"limits", run.Limits},
		{"shard", run.Shard.String()},
		{"engine", run.Engine.Name},
		{"version", run.Engine.Version},
	}
	for _, o := range run.Engine.Options {
		key = append(key, KeyPart{"option " + o.Name, o.Value})
	}
	return append(key, more...)
}

// KeyDifference is a part of a key that two attempts do not have in common. A
// part that one of them does not have is "(none)" there.
type KeyDifference struct{ Name, Journal, Now string }

// KeyError reports that a journal is of another run than the one to continue.
type KeyError struct {
	Path        string // of the journal
	Differences []KeyDifference
}

// Error returns a line for the file and one for each difference.
func (e *KeyError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: journal is of another run", e.Path)
	for _, d := range e.Differences {
		fmt.Fprintf(&b, "\n  %s: %s in the journal, %s now", d.Name, d.Journal, d.Now)
	}
	return b.String()
}

// keyDifferences compares two keys, part by part.
func keyDifferences(journal, now []KeyPart) []KeyDifference {
	var differences []KeyDifference
	seen := make(map[string]bool)
	for _, part := range append(append([]KeyPart{}, now...), journal...) {
		if seen[part.Name] {
			continue
		}
		seen[part.Name] = true
		before, after := valueIn(journal, part.Name), valueIn(now, part.Name)
		if before != after {
			differences = append(differences, KeyDifference{Name: part.Name, Journal: before, Now: after})
		}
	}
	return differences
}

// valueIn returns the quoted value of a part.
func valueIn(key []KeyPart, name string) string {
	for _, part := range key {
		if part.Name == name {
			return strconv.Quote(part.Value)
		}
	}
	return "(none)"
}

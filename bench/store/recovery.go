package store

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/zugwatch/zugwatch/bench"
)

// journalFormat tells a journal from every other file.
const journalFormat = "zugwatch journal"

// header is the first record of a journal.
type header struct {
	Format string    `json:"format"`
	Schema int       `json:"schema"`
	Key    []KeyPart `json:"key"`
}

// contents is what a journal holds.
type contents struct {
	key      []KeyPart
	findings []bench.Finding // in the order of the file, each position once
	size     int             // bytes of the records that are whole
	torn     int             // bytes behind them, written when the process or the machine ended
}

// JournalError says that a journal is damaged: its author did not leave it so.
// What stands before the damage can be kept.
type JournalError struct {
	Path   string
	Offset int    // of the first record that can not be used, in bytes; 0: not even the header can
	Kept   int    // records before it
	Things string // what these are; empty: positions
	Detail string // what is wrong with it
}

// Error names the place and what is wrong.
func (e *JournalError) Error() string {
	return fmt.Sprintf("%s: journal is damaged at byte %d, after %d %s: %s", e.Path, e.Offset, e.Kept, cmp.Or(e.Things, "positions"), e.Detail)
}

// decodeJournal reads the journal of a run; see decodeRecords.
func decodeJournal(data []byte) (*contents, error) {
	c := new(contents)
	seen := make(map[int]int) // place in findings by index
	r, err := decodeRecords(data, journalKind(), func(record []byte) string { return c.take(record, seen) })
	c.key, c.size, c.torn = r.key, r.size, r.torn
	return c, err
}

// journalKind is what the journals of runs are.
func journalKind() kind { return kind{format: journalFormat, schema: bench.Schema} }

// kind tells the journals of different things apart.
type kind struct {
	format string
	schema int
	things string // what one record is, in the plural; empty: positions
}

// records is what all journals have in common.
type records struct {
	key   []KeyPart
	count int
	size  int // bytes of the records that are whole
	torn  int // bytes behind them, written when the process or the machine ended
}

// decodeRecords reads a journal: a header and one record for each thing that is
// finished, each framed as appendFrame does and handed to take, which says what is
// wrong with it. The end may be torn: bytes that are no whole record with none
// after them are counted and left out. What is returned is valid with an error
// too, which is a *JournalError: it ends where the damage begins.
func decodeRecords(data []byte, of kind, take func(record []byte) string) (r records, err error) {
	damage := func(detail string) error {
		return &JournalError{Offset: r.size, Kept: r.count, Things: of.things, Detail: detail}
	}
	record, rest := cutFrame(data)
	if record == nil {
		return r, damage("header is missing or broken")
	}
	var head header
	if err := unmarshal(record, &head); err != nil || head.Format != of.format {
		return r, damage("header is not one of a journal")
	}
	if head.Schema != of.schema {
		return r, damage(fmt.Sprintf("schema is %d (expected %d; hint: use the version of the tool that wrote it)", head.Schema, of.schema))
	}
	r.key, r.size = head.Key, len(data)-len(rest)
	for len(rest) > 0 {
		if record, rest = cutFrame(rest); record == nil {
			if anyFrame(rest) {
				return r, damage("record is broken, and whole ones follow")
			}
			r.torn = len(data) - r.size
			return r, nil
		}
		if detail := take(record); detail != "" {
			return r, damage(detail)
		}
		r.count++
		r.size = len(data) - len(rest)
	}
	return r, nil
}

// take reads one record and says what is wrong with it.
func (c *contents) take(record []byte, seen map[int]int) string {
	var f bench.Finding
	if err := unmarshal(record, &f); err != nil {
		return "record does not parse: " + err.Error()
	}
	if detail := outcomeSense(&f.Outcome); detail != "" {
		return detail
	}
	if f.Outcome.Verdict == bench.Unfinished || f.Index < 0 || f.Time.ID != "" {
		return fmt.Sprintf("record of position %q is not a finding", f.Outcome.ID)
	}
	f.Time.ID = f.Outcome.ID
	at, again := seen[f.Index]
	if !again {
		seen[f.Index] = len(c.findings)
		c.findings = append(c.findings, f)
		return ""
	}
	if first := &c.findings[at]; !reflect.DeepEqual(first.Outcome, f.Outcome) {
		return fmt.Sprintf("position %q stands twice with different outcomes", f.Outcome.ID)
	}
	return ""
}

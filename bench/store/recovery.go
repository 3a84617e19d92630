package store

import (
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
	Kept   int    // findings before it
	Detail string // what is wrong with it
}

// Error names the place and what is wrong.
func (e *JournalError) Error() string {
	return fmt.Sprintf("%s: journal is damaged at byte %d, after %d positions: %s", e.Path, e.Offset, e.Kept, e.Detail)
}

// decodeJournal reads a journal: a header and one record for each finding, each
// framed as appendFrame does. The end may be torn: bytes that are no whole
// record with none after them are counted and left out. The contents are valid
// with an error too, which is a *JournalError: they end where the damage begins.
func decodeJournal(data []byte) (*contents, error) {
	c := new(contents)
	record, rest := cutFrame(data)
	if record == nil {
		return c, c.damage("header is missing or broken")
	}
	var head header
	if err := unmarshal(record, &head); err != nil || head.Format != journalFormat {
		return c, c.damage("header is not one of a journal")
	}
	if head.Schema != bench.Schema {
		return c, c.damage(fmt.Sprintf("schema is %d (expected %d; hint: use the version of the tool that wrote it)", head.Schema, bench.Schema))
	}
	c.key, c.size = head.Key, len(data)-len(rest)
	seen := make(map[int]int) // place in findings by index
	for len(rest) > 0 {
		if record, rest = cutFrame(rest); record == nil {
			if anyFrame(rest) {
				return c, c.damage("record is broken, and whole ones follow")
			}
			c.torn = len(data) - c.size
			return c, nil
		}
		if detail := c.take(record, seen); detail != "" {
			return c, c.damage(detail)
		}
		c.size = len(data) - len(rest)
	}
	return c, nil
}

func (c *contents) damage(detail string) *JournalError {
	return &JournalError{Offset: c.size, Kept: len(c.findings), Detail: detail}
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

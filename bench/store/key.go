package store

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
)

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

// KeyError says that a journal is of another run than the one that was asked to
// go on with it.
type KeyError struct {
	Path        string // of the journal
	Differences []KeyDifference
}

// Error is a line for the file and one for each difference.
func (e *KeyError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: journal is of another run", e.Path)
	for _, d := range e.Differences {
		fmt.Fprintf(&b, "\n  %s: %s in the journal, %s now", d.Name, d.Journal, d.Now)
	}
	return b.String()
}

// keyDifferences holds two keys against each other, part by part.
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

// valueIn is the quoted value of a part.
func valueIn(key []KeyPart, name string) string {
	for _, part := range key {
		if part.Name == name {
			return strconv.Quote(part.Value)
		}
	}
	return "(none)"
}

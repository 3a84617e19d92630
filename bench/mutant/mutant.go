// Package mutant holds changes of an engine that are known to do damage or to do none. It has the corpus of the
// built-in engine, and builds an engine from a change of its source.
package mutant

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
)

// Mutant is a change of an engine with a known effect: it does damage or it does not.
type Mutant struct {
	Name    string
	Kind    Kind
	What    string          // its damage or change, one line; may be empty
	Options []engine.Option // UCI options that differ from those of the engine as it is
	Edits   []Edit          // of the source of the built-in engine
	Tuned   bool            // settings of the gates were chosen with it, so that it proves less
	Line    int             // where it is written, from 1
	Col     int             // byte of the line, from 1
}

// Kind is the effect that a mutant is known to have.
type Kind uint8

// The kinds.
const (
	Damaging Kind = iota + 1 // takes something away or breaks it
	Neutral                  // it is neither better nor worse
)

// kinds are the names of the kinds.
var kinds = map[Kind]string{Damaging: "damaging", Neutral: "neutral"}

// String returns the name of the kind.
func (k Kind) String() string { return kinds[k] }

// ParseKind reads what String writes.
func ParseKind(text string) (Kind, error) {
	for k, name := range kinds {
		if name == text {
			return k, nil
		}
	}
	return 0, fmt.Errorf("kind %.20q (expected damaging or neutral)", text)
}

// HasEdits reports whether the mutant has to be built.
func (m *Mutant) HasEdits() bool { return len(m.Edits) > 0 }

// Edit is one change of a file.
type Edit struct {
	File string // from the root of the tree, with slashes
	Old  string // what stands there exactly once
	New  string // what takes its place
	Line int    // where the edit is written, from 1
}

// apply makes the edit in the text of its file. The error says how often the text to be
// replaced was found when that is not once.
func (e *Edit) apply(text string) (string, error) {
	if n := strings.Count(text, e.Old); n != 1 {
		first, _, _ := strings.Cut(strings.TrimSpace(e.Old), "\n")
		return "", fmt.Errorf("%s has %d times the text %.60q (expected once)", e.File, n, first)
	}
	return strings.Replace(text, e.Old, e.New, 1), nil
}

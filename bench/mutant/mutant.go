package mutant

import (
	"fmt"

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

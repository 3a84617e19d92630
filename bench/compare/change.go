package compare

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
)

// Change is one position as both runs have it. The outcomes are those of the
// runs themselves.
type Change struct {
	Index int            `json:"index"` // in the suite, from 0
	Base  *bench.Outcome `json:"base"`
	Head  *bench.Outcome `json:"head"`
}

// ID names the position.
func (c Change) ID() string { return c.Head.ID }

// names lists the IDs.
func names(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID()
	}
	return ids
}

// some names the first of some changes.
func some(changes []Change) string {
	return someOf(names(changes))
}

// someOf names the first of many.
func someOf(ids []string) string {
	if more := len(ids) - maxNoted; more > 0 {
		return strings.Join(ids[:maxNoted], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(ids, ", ")
}

// maxNoted is how many positions a note names.
const maxNoted = 5

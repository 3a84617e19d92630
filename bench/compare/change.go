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

// changeNames returns the IDs of changes, with commas between.
func changeNames(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID()
	}
	return ids
}

// someNames returns the IDs of the first changes, and how many more there are.
func someNames(changes []Change) string {
	return someIDs(changeNames(changes))
}

// someIDs returns the first of many IDs, and how many more there are.
func someIDs(ids []string) string {
	if more := len(ids) - maxNoted; more > 0 {
		return strings.Join(ids[:maxNoted], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(ids, ", ")
}

// maxNoted is how many positions a note names.
const maxNoted = 5

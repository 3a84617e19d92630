package compare

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/text"
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

// changeNames returns the IDs of changes.
func changeNames(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID()
	}
	return ids
}

// someIDs returns the first of many IDs, and how many more there are.
func someIDs(ids []string) string { return text.JoinMost(ids, maxNoted) }

// maxNoted is the largest number of positions that a note names.
const maxNoted = 5

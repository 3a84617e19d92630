package mutant

import (
	"fmt"
	"strings"
)

// Edit is one change of a file.
type Edit struct {
	File string // from the root of the tree, with slashes
	Old  string // what stands there exactly once
	New  string // what takes its place
	Line int    // where the edit is written, from 1
}

// Apply makes the edit in the text of its file. The error says how often the text to be
// replaced was found when that is not once.
func (e *Edit) Apply(text string) (string, error) {
	if n := strings.Count(text, e.Old); n != 1 {
		first, _, _ := strings.Cut(strings.TrimSpace(e.Old), "\n")
		return "", fmt.Errorf("%s has %d times the text %.60q (expected once)", e.File, n, first)
	}
	return strings.Replace(text, e.Old, e.New, 1), nil
}

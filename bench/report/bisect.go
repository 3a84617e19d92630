package report

import (
	"strconv"

	"github.com/zugwatch/zugwatch/bench/bisect"
)

// BisectFields returns the pairs of a bisection. The commit is empty where it is not sure.
func BisectFields(r *bisect.Result) []Field {
	commit := ""
	if len(r.Suspects) == 1 {
		commit = r.Suspects[0].Hash
	}
	return []Field{
		{"suite", r.Suite},
		{"position", r.Position},
		{"forms", strconv.Itoa(r.Forms)},
		{"commit", commit},
		{"steps", strconv.Itoa(r.Steps)},
		{"skipped", strconv.Itoa(r.Skipped)},
	}
}

package finding

import (
	"github.com/zugwatch/zugwatch/bench/bisect"
	"github.com/zugwatch/zugwatch/bench/report"
)

// BisectFields returns the pairs of a bisection. The commit is empty where it is not sure.
func BisectFields(r *bisect.Result) []report.Field {
	commit := ""
	if len(r.Suspects) == 1 {
		commit = r.Suspects[0].Hash
	}
	return []report.Field{
		{Key: "suite", Value: r.Suite},
		{Key: "position", Value: r.Position},
		report.CountField("forms", r.Forms),
		{Key: "commit", Value: commit},
		report.CountField("steps", r.Steps),
		report.CountField("skipped", r.Skipped),
	}
}

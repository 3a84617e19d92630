package export

import (
	"io"

	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
)

// jsonSensitivity is the report on mutants.
type jsonSensitivity struct {
	sensitivity.Head
	Summary sensitivity.Summary `json:"summary"`
	Played  *sensitivity.Head   `json:"played,omitempty"` // the head of games that were played elsewhere
	Mutants []sensitivity.Row   `json:"mutants"`
	Left    []string            `json:"left_out,omitempty"`
}

// Sensitivity writes what was found of mutants as one JSON object or in a format for
// people. Games are the head of games that were played elsewhere, nil for none.
func Sensitivity(w io.Writer, r *sensitivity.Report, games *sensitivity.Head, options Options) error {
	return Finding(w, finding.Sensitivity(r, games, options.Options.Verbose), jsonSensitivity{r.Head, r.Summary(), games, emptyIfNil(r.Rows), r.Left}, options)
}

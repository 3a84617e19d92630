package export

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
)

// Finding writes a result as one JSON object, or its document in a format for people.
func Finding(w io.Writer, d doc.Document, result any, options Options) error {
	if options.Format == JSON {
		return encodeJSON(w, result, " ")
	}
	return doc.Write(w, d, doc.Format(options.Format), options.Extent)
}

// Matrix writes a finished table as one JSON object or in a format for people.
func Matrix(w io.Writer, t *matrix.Table, options Options) error {
	whole := *t
	whole.Columns, whole.Rows = emptyIfNil(t.Columns), emptyIfNil(t.Rows)
	return Finding(w, finding.Matrix(t), &whole, options)
}

// Profile writes the difference of two profiles as one JSON object, with six
// decimals: processors differ in the last digits.
func Profile(w io.Writer, d *profile.Difference) error {
	shown := *d
	shown.Time, shown.Nodes, shown.Cost = sixDecimals(d.Time), sixDecimals(d.Nodes), sixDecimals(d.Cost)
	shown.Whole = roundedDelta(d.Whole)
	shown.Functions = emptyIfNil(slices.Clone(d.Functions))
	for i, f := range shown.Functions {
		shown.Functions[i].Flat, shown.Functions[i].Cum = roundedDelta(f.Flat), roundedDelta(f.Cum)
	}
	shown.Phases = emptyIfNil(slices.Clone(d.Phases))
	for i, p := range shown.Phases {
		shown.Phases[i].Delta = roundedDelta(p.Delta)
	}
	return encodeJSON(w, &shown, "  ")
}

// encodeJSON writes a value as one JSON document with an indentation.
func encodeJSON(w io.Writer, value any, indent string) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", indent)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

func roundedDelta(d profile.Delta) profile.Delta {
	d.Base, d.Head = sixDecimals(d.Base), sixDecimals(d.Head)
	d.Change, d.Error = sixDecimals(d.Change), sixDecimals(d.Error)
	return d
}

func sixDecimals(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Calibration writes a calibration as one JSON object or in a format for people.
func Calibration(w io.Writer, c *calibrate.Calibration, options Options) error {
	whole := *c
	whole.Suites = emptyIfNil(c.Suites)
	return Finding(w, finding.Calibration(c), &whole, options)
}

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

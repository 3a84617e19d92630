package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/profile"
)

// ProfileJSON writes the difference of two profiles as one JSON object, with six
// decimals: processors differ in the last digits.
func ProfileJSON(w io.Writer, d *profile.Difference) error {
	shown := *d
	shown.Time, shown.Nodes, shown.Cost = sixDecimals(d.Time), sixDecimals(d.Nodes), sixDecimals(d.Cost)
	shown.Whole = roundedDelta(d.Whole)
	shown.Functions = slices.Clone(d.Functions)
	for i, f := range shown.Functions {
		shown.Functions[i].Flat, shown.Functions[i].Cum = roundedDelta(f.Flat), roundedDelta(f.Cum)
	}
	shown.Phases = slices.Clone(d.Phases)
	for i, p := range shown.Phases {
		shown.Phases[i].Delta = roundedDelta(p.Delta)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(&shown); err != nil {
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

package export

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Calibration writes what was measured and what follows as one JSON object or in a format
// for people.
func Calibration(w io.Writer, c *calibrate.Calibration, format Format) error {
	if format != JSON {
		return doc.Write(w, report.Calibration(c), doc.Format(format), doc.Extent{})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(c); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

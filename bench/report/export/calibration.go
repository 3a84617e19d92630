package export

import (
	"io"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/report/finding"
)

// Calibration writes a calibration as one JSON object or in a format for people.
func Calibration(w io.Writer, c *calibrate.Calibration, options Options) error {
	whole := *c
	whole.Suites = emptyIfNil(c.Suites)
	return Finding(w, finding.Calibration(c), &whole, options)
}

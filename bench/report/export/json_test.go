package export

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
)

// TestNoNull: what is empty is written as an empty list.
func TestNoNull(t *testing.T) {
	options := Options{Format: JSON}
	for name, write := range map[string]func(*strings.Builder) error{
		"report": func(b *strings.Builder) error {
			return Write(b, &report.Report{Shifts: []report.Shifts{{Suite: "wac"}}}, options)
		},
		"lines":       func(b *strings.Builder) error { return Write(b, &report.Report{}, Options{Format: JSONLines}) },
		"profile":     func(b *strings.Builder) error { return Profile(b, &profile.Difference{}) },
		"matrix":      func(b *strings.Builder) error { return Matrix(b, &matrix.Table{}, options) },
		"sensitivity": func(b *strings.Builder) error { return Sensitivity(b, &sensitivity.Report{}, nil, options) },
		"calibration": func(b *strings.Builder) error { return Calibration(b, &calibrate.Calibration{}, options) },
	} {
		var b strings.Builder
		if err := write(&b); err != nil || !strings.Contains(b.String(), "[]") || strings.Contains(b.String(), "null") {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
}

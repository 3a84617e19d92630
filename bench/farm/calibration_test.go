package farm

import (
	"strings"
	"testing"
	"time"
)

// TestFactor: clocks run by the speed of a core when all are busy; a machine out of the bounds
// plays none.
func TestFactor(t *testing.T) {
	for _, test := range []struct {
		name      string
		c         Calibration
		reference float64
		want      float64
		refused   string
	}{
		{"as fast", Calibration{1000, 1000, 0}, 1000, 1, ""},
		{"half as fast", Calibration{500, 500, 0}, 1000, 2, ""},
		{"slower when busy", Calibration{1000, 800, maxLate}, 1000, 1.25, ""},
		{"too slow when busy", Calibration{1000, 600, 0}, 1000, 0, "a core has 60 % of its speed when all are busy (expected 70 % or more"},
		{"late", Calibration{1000, 1000, maxLate + time.Millisecond}, 1000, 0, "timers are up to 26ms late (expected 25ms at most)"},
		{"too slow", Calibration{200, 200, 0}, 1000, 0, "times would be multiplied by 5.00 (expected a machine at most 4 times"},
		{"too fast", Calibration{5000, 5000, 0}, 1000, 0, "times would be multiplied by 0.20"},
		{"unknown", Calibration{}, 1000, 0, "speed is not known"},
		{"no reference", Calibration{1000, 1000, 0}, 0, 0, "speed is not known"},
	} {
		got, err := test.c.ClockFactor(test.reference)
		if got != test.want || (err != nil) != (test.refused != "") || err != nil && !strings.HasPrefix(err.Error(), test.refused) {
			t.Errorf("%s: got %v, %v", test.name, got, err)
		}
	}
}

// TestCalibrate measures this machine.
func TestCalibrate(t *testing.T) {
	c, err := calibrate(t.Context(), 2, 1000, time.Now)
	if err != nil || c.Alone <= 0 || c.Busy <= 0 || c.Late < 0 {
		t.Errorf("got %v, %v", c, err)
	}
}

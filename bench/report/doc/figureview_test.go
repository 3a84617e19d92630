package doc

import "testing"

func TestIntervalText(t *testing.T) {
	tests := []struct {
		mean, low, high float64
		want            Text
	}{
		{1.25, -0.5, 3, "+1.2% (-0.5 to +3.0)"},
		{0, 0, 0, "+0.0% (+0.0 to +0.0)"},
		{-0.1, -99.9, 9.7, "-0.1% (-99.9 to +9.7)"},
		{-0.1, -99.99, 9.7, "-0.1% (at most +9.7)"},
	}
	for _, test := range tests {
		if got := IntervalText(test.mean, test.low, test.high); got != test.want {
			t.Errorf("(%v, %v, %v): %q, want %q", test.mean, test.low, test.high, got, test.want)
		}
	}
	if got := (Effect{Mean: 2, Low: 2, High: 2}).Interval(); got != "+2.0%" {
		t.Errorf("without an interval: %q", got)
	}
}

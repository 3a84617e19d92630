package heuristic

import (
	"math"
	"testing"
)

// TestLogarithms compares log1024 with the floating-point logarithm.
func TestLogarithms(t *testing.T) {
	for n := 1; n < 64; n++ {
		want := 1024 * math.Log(float64(n))
		if got := float64(log1024(n)); math.Abs(got-want) > 6 {
			t.Errorf("log1024(%d) = %.0f, want %.1f", n, got, want)
		}
	}
}

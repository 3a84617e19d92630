package uci

import "testing"

// TestLeavesOf checks the total of a perft in the formats of several engines, and lines without a total.
func TestLeavesOf(t *testing.T) {
	for line, want := range map[string]uint64{
		"Nodes searched: 8902":           8902,
		"Nodes searched  : 20":           20,
		"nodes 400":                      400,
		"Total: 197281":                  197281,
		"total nodes = 4865609":          4865609,
		"e2e4: 600":                      0,
		"a7a8q: 1":                       0,
		"Total time (ms) : 20":           0,
		"Nodes/second    : 12345":        0,
		"info string nodes 20":           0,
		"Total: 99999999999999999999999": 0,
		"":                               0,
	} {
		if got, found := leavesOf(line); got != want || found != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", line, got, found, want)
		}
	}
}

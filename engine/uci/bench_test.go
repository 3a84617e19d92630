package uci

import "testing"

// TestReadBench checks the forms in which engines print node counts.
func TestReadBench(t *testing.T) {
	for printed, want := range map[string]uint64{
		"info depth 3 nodes 77 nps 5\n\nTotal time (ms) : 12\nNodes searched  : 2030154\nNodes/second    : 1030540\n": 2030154,
		"1234 nodes 5678 nps\n":                       1234,
		"Time  : 16221ms\nNodes : 5132900\nNPS   : 1": 5132900,
		"Bench: 42\n":                                 42,
		"1234 nodes, 987654 nodes/s\n":                1234,
		"nodes 10\nnodes 20 nps 7":                    20,
		"":                                            0,
		"uciok\nnps 12 of 3":                          0,
		"0 nodes 0 nps":                               0,
		"nodes 99999999999999999999":                  0,
	} {
		if got, err := readBench(printed); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: got %d, %v, want %d", printed, got, err, want)
		}
	}
}

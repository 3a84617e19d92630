package bisect

import "testing"

func TestNearer(t *testing.T) {
	tests := []struct {
		n, a, b uint64
		want    bool
	}{
		{100, 100, 1, true},
		{1, 100, 1, false},
		{10, 100, 1, true}, // on the border
		{9, 100, 1, false},
		{9, 1, 100, true},
		{11, 1, 100, false},
		{1 << 63, 1 << 62, 1, true},
		{0, 0, 4, true},
		{2, 0, 3, false},
	}
	for _, test := range tests {
		if got := isNearer(test.n, test.a, test.b); got != test.want {
			t.Errorf("nearer(%d, %d, %d) = %t", test.n, test.a, test.b, got)
		}
	}
}

package random

import (
	"slices"
	"testing"
)

// TestNext expects the first numbers of the generator's reference for the seed 0.
func TestNext(t *testing.T) {
	var s Source
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := s.Next(); got != want {
			t.Errorf("number %d is %#x, want %#x", i, got, want)
		}
	}
}

// TestShuffle checks that a shuffled list keeps its elements, and that its order depends on the source.
func TestShuffle(t *testing.T) {
	var orders [2][]int
	for number := range orders {
		for i := range 50 {
			orders[number] = append(orders[number], i)
		}
		Shuffle(New(7, uint64(number)), orders[number])
	}
	if slices.Equal(orders[0], orders[1]) || slices.IsSorted(orders[0]) {
		t.Errorf("orders %v", orders)
	}
	for i, n := range slices.Sorted(slices.Values(orders[0])) {
		if n != i {
			t.Fatalf("%d stands where %d should", n, i)
		}
	}
}

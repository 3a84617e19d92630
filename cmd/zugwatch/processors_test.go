package main

import (
	"slices"
	"testing"
)

// TestProcessors: an engine gets the processor with the fewest, and gives it
// back once.
func TestProcessors(t *testing.T) {
	p := newProcessors([]int{4, 2, 7})
	var got []int
	for range 5 {
		got = append(got, p.numbers[p.take()])
	}
	p.leave(1)
	p.leave(1)
	got = append(got, p.numbers[p.take()])
	if want := []int{4, 2, 7, 4, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

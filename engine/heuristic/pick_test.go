package heuristic

import (
	"slices"
	"testing"
)

// TestTakeBest takes moves one by one: by score, and the first of equals.
func TestTakeBest(t *testing.T) {
	for _, test := range []struct {
		moves  string
		scores []int32
		want   string
	}{
		{"a", []int32{-5}, "a"},
		{"abcd", []int32{1, 4, 4, 2}, "bcda"},
		{"abc", []int32{3, 3, 3}, "abc"},
		{"abc", []int32{-1 << 20, 7, -3}, "bca"},
	} {
		moves, scores := []byte(test.moves), append(slices.Clone(test.scores), 1<<30) // one score too many
		for n := range moves {
			TakeBest(moves[n:], scores[n:])
		}
		if string(moves) != test.want {
			t.Errorf("%s by %v: %s, want %s", test.moves, test.scores, moves, test.want)
		}
		if !slices.IsSortedFunc(scores[:len(moves)], func(a, b int32) int { return int(b - a) }) {
			t.Errorf("%s by %v: scores %v are not beside their moves", test.moves, test.scores, scores)
		}
	}
}

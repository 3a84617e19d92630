package search

import "testing"

// TestDeeper checks the depth of the re-search of a reduced move that fails high.
func TestDeeper(t *testing.T) {
	for _, c := range []struct {
		margin      int
		value, best int32
		want        int
	}{
		{0, 900, 0, 0},
		{60, 61, 0, onePly},
		{60, 60, 0, 0},
		{60, 8, 0, 0},
		{60, 7, 0, -onePly},
		{60, -infinity + 100, -infinity, onePly},
	} {
		th := thread{params: Params{LMRDeeper: c.margin}}
		if got := th.deeper(c.value, c.best); got != c.want {
			t.Errorf("deeper by %d after %d for %d with a margin of %d (expected %d)", got, c.value, c.best, c.margin, c.want)
		}
	}
}

package heuristic

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
)

// TestSalvage holds what becomes of the best move of an iteration that was not completed.
func TestSalvage(t *testing.T) {
	for _, c := range []struct {
		name         string
		best, before int
		value        int32
		complete     bool
		bound        engine.Bound
		taken        bool
	}{
		{"none", 0, 7, 50, true, engine.Exact, false},
		{"a better one", 8, 7, 50, true, engine.Exact, true},
		{"the same", 7, 7, -50, true, engine.Exact, true},
		{"the same, mated", 7, 7, -mateBound, true, engine.Exact, false},
		{"the first of all, mated", 7, 7, -mateBound, false, engine.Lower, true},
		{"another, mated", 8, 7, -mateBound, true, engine.Lower, true},
	} {
		bound, taken := UseUnfinished(c.best, c.before, c.value, c.complete)
		if bound != c.bound || taken != c.taken {
			t.Errorf("%s: %s, %t", c.name, bound, taken)
		}
	}
}

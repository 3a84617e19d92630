package commits

import (
	"maps"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
)

// TestDepthLimits: a range that goes on takes the depths that it had, and no limit by nodes.
func TestDepthLimits(t *testing.T) {
	pairs := []Pair{
		{Suites: []Suite{{Suite: "wac", Limit: "depth=9,stop-when-solved=3"}, {Suite: "mates", Limit: "nodes=10000"}, {Suite: "old"}}},
		{Suites: []Suite{{Suite: "wac", Limit: "depth=10,stop-when-solved=3"}}},
	}
	want, err := bench.ParseLimits("depth=10,stop-when-solved=3")
	if err != nil {
		t.Fatal(err)
	}
	if got := depthLimits(pairs); !maps.Equal(got, map[string]bench.Limits{"wac": want}) {
		t.Errorf("got %v", got)
	}
}

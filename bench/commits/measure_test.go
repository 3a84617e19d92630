package commits

import (
	"maps"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestDepthLimits: a range that goes on takes the depths that it had, and no limit by nodes.
func TestDepthLimits(t *testing.T) {
	pairs := []Pair{
		{Suites: []Suite{{Suite: "wac", Limit: "depth=9,stop-when-solved=3"}, {Suite: "mates", Limit: "nodes=10000"}, {Suite: "old"}}},
		{Suites: []Suite{{Suite: "wac", Limit: "depth=10,stop-when-solved=3"}}},
	}
	want := must.Get(bench.ParseLimits("depth=10,stop-when-solved=3"))(t)
	if got := depthLimits(pairs); !maps.Equal(got, map[string]bench.Limits{"wac": want}) {
		t.Errorf("got %v", got)
	}
}

// TestKeepReplaces: the record of a pair that is judged again takes the place of the earlier one.
func TestKeepReplaces(t *testing.T) {
	s := session{options: &Options{}, kept: &records{pairs: []Pair{{Commit: "a", Verdict: errored}, {Commit: "b", Verdict: errored}}}}
	for _, pair := range []Pair{{Commit: "a", Verdict: "pass"}, {Commit: "a", Reversed: true, Verdict: "fail"}} {
		must.Do(t, s.savePair(&pair))
	}
	var got []string
	for _, p := range s.kept.pairs {
		got = append(got, p.Commit+" "+p.Verdict)
	}
	if want := []string{"a pass", "b error", "a fail"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

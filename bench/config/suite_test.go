package config

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

func TestDefaultGrowth(t *testing.T) {
	for text, want := range map[string]compare.Growth{
		"depth=9": 50, "depth=9,nodes=50000": 50, "sd": 50,
		"nodes=50000": compare.Unlimited, "movetime=1s": compare.Unlimited, "cputime=1s": compare.Unlimited,
		"depth=9,cputime=1s": compare.Unlimited, "depth=9,stop-when-solved=3": compare.Unlimited,
	} {
		limits := must.Get(bench.ParseLimits(text))(t)
		if got := DefaultGrowth(limits); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// TestLooks: from the first forms on twice as many each time, up to all.
func TestLooks(t *testing.T) {
	for text, want := range map[string][]int{"1": {1}, "4": {4}, "4-8": {4, 8}, "2-16": {2, 4, 8, 16}, "3-8": {3, 6, 8}} {
		c, err := Parse("x.yaml", []byte("suites:\n  - {name: a, kind: tactics, limit: nodes=5, forms: "+text+"}\n"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := c.Suites[0].Looks(); !slices.Equal(got, want) || c.Suites[0].Forms != want[len(want)-1] {
			t.Errorf("%s: looks %d of %d, want %d", text, got, c.Suites[0].Forms, want)
		}
	}
}

// TestKindsOfSuites checks that suite list shows the kind that stands in zugwatch.yaml.
// The perft suite is the exception: no engine searches it.
func TestKindsOfSuites(t *testing.T) {
	all := must.Get(suites.All())(t)
	for _, suite := range all {
		if _, err := ParseKind(suite.Kind); err != nil && suite.Name != "perft" {
			t.Errorf("suite %s: %v", suite.Name, err)
		}
	}
}

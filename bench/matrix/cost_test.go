package matrix

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

// TestCosts: the built-in engine is held against itself without null moves; for
// another nothing is known.
func TestCosts(t *testing.T) {
	r := newRunner(t)
	r.Own.Chess.Policy = must.Get(nullmove.Parse("r3,guard=none,min=1"))(t)
	costs, err := MeasureCosts(t.Context(), r, CostOptions{Suites: []string{"own.epd", "own.epd"}, Filter: []string{"OWN.1"}})
	if err != nil || len(costs) != 2 {
		t.Fatalf("%d costs, %v", len(costs), err)
	}
	cost := costs[1]
	if cost.Engine != "zugwatch" || cost.Run.Limits != "sd+2" || cost.NullMove == nil || len(cost.NullMove.Positions) != 4 || len(cost.NullMove.Forms.Positions) != 1 {
		t.Fatalf("cost %+v", cost)
	}
	for i, id := range []engine.ID{cost.NullMove.With.Engine, cost.NullMove.Without.Engine} {
		if got, want := id.Option("NullMove", ""), []string{"r3,min=1,guard=none", "off"}[i]; got != want {
			t.Errorf("null move %s, want %s", got, want)
		}
	}
	if len(cost.NullMove.Positions) != len(cost.Run.Outcomes) {
		t.Errorf("%d positions of %d", len(cost.NullMove.Positions), len(cost.Run.Outcomes))
	}
}

// TestCostForms: four forms under exact limits, one under others, and what is asked for.
func TestCostForms(t *testing.T) {
	for _, test := range []struct {
		limits string
		forms  int
		want   int
	}{{"", 0, 4}, {"stop-when-solved=3", 0, 4}, {"depth=3", 0, 4}, {"movetime=20ms", 0, 1}, {"movetime=20ms", 8, 8}, {"depth=3", 1, 1}} {
		o := CostOptions{Forms: test.forms}
		switch {
		case test.limits == "stop-when-solved=3":
			o.Limits.StopSolved = 3
		case test.limits != "":
			o.Limits = must.Get(bench.ParseLimits(test.limits))(t)
		}
		if got := o.forms(); got != test.want {
			t.Errorf("limits %q, %d forms: %d, want %d", test.limits, test.forms, got, test.want)
		}
	}
	costs, err := MeasureCosts(t.Context(), newRunner(t), CostOptions{Suites: []string{"own.epd"}, Filter: []string{"OWN.1"}, Forms: 1})
	if err != nil || len(costs) != 1 || len(costs[0].Run.Outcomes) != 1 || costs[0].NullMove.Forms != nil {
		t.Errorf("as it stands: %+v, %v", costs, err)
	}
}

// TestCostErrors: engines and suites that cannot be are told before a search.
func TestCostErrors(t *testing.T) {
	r := newRunner(t)
	for _, test := range []struct {
		options CostOptions
		want    string
	}{
		{CostOptions{Engines: []string{"zugwatch", "zugwatch"}}, "engine zugwatch is given twice (expected different ones; names can be given in " + config.FileName + ")"},
		{CostOptions{Suites: []string{"own.epd"}, Filter: []string{"NONE"}}, `suite own: no record matches "NONE"`},
		{CostOptions{Engines: []string{"nosuch"}}, `engine "nosuch" is neither in`},
	} {
		costs, err := MeasureCosts(t.Context(), r, test.options)
		if costs != nil || failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("costs %v, error %v, want %s", costs, err, test.want)
		}
	}
}

// TestCostLimits: without limits they are those that fit the suite, and when a search
// ends is for the user to say beside them.
func TestCostLimits(t *testing.T) {
	for _, test := range []struct{ suite, given, want string }{
		{"zugzwang-proven", "", "sd+2"},
		{"wac", "", "nodes=200000"},
		{"wac", "depth=3", "depth=3"},
		{"zugzwang-proven", "acd,stop-when-solved=4", "acd,stop-when-solved=4"},
	} {
		suite := must.Get(bench.OpenSuite(test.suite, 1))(t)
		var o CostOptions
		if test.given != "" {
			o.Limits = must.Get(bench.ParseLimits(test.given))(t)
		}
		if got := o.limits(suite).String(); got != test.want {
			t.Errorf("suite %s, limits %q: %s, want %s", test.suite, test.given, got, test.want)
		}
		o.Limits = bench.Limits{StopSolved: 5}
		if got := o.limits(suite); got.StopSolved != 5 || (bench.Limits{StopSolved: 5}) == got {
			t.Errorf("suite %s with an end alone: %s", test.suite, got)
		}
	}
}

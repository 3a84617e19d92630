package merge

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestReplace(t *testing.T) {
	old := &bench.Run{Schema: bench.Schema, Engine: engine.ID{Name: "old"}, Limits: "depth=3", Complete: true, Outcomes: []bench.Outcome{
		{ID: "a", Verdict: bench.Solved, Want: "e4", Nodes: 1}, {ID: "b", Verdict: bench.Solved, Want: "d4", Nodes: 2}, {ID: "c", Verdict: bench.Missed, Want: "c4", Nodes: 3},
	}}
	before := fmt.Sprint(*old)
	now := &bench.Run{Engine: engine.ID{Name: "new"}, Limits: "depth=3", Outcomes: []bench.Outcome{
		{ID: "c", Verdict: bench.Solved, Want: "c4", Nodes: 30}, {ID: "a", Verdict: bench.Missed, Want: "e4", Nodes: 10}, {ID: "x", Want: "?"},
	}}
	got := must.Get(Replace(old, now, []string{"c"}))(t)
	want := *old
	want.Engine = now.Engine
	want.Outcomes = []bench.Outcome{old.Outcomes[0], old.Outcomes[1], now.Outcomes[0]}
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("got %+v, want %+v", *got, want)
	}
	if fmt.Sprint(*old) != before {
		t.Errorf("the base became %+v", *old)
	}
}

// TestReplaceForms: a position is taken in all its forms, and a form by itself.
func TestReplaceForms(t *testing.T) {
	run := func(nodes uint64) *bench.Run {
		r := &bench.Run{Limits: "depth=3", Suite: bench.SuiteRef{Forms: 2}}
		for _, id := range []string{"a", "a/flip", "b", "b/flip"} {
			r.Outcomes = append(r.Outcomes, bench.Outcome{ID: id, Nodes: nodes})
		}
		return r
	}
	for id, want := range map[string][]uint64{"a": {2, 2, 1, 1}, "b/flip": {1, 1, 1, 2}} {
		replaced := must.Get(Replace(run(1), run(2), []string{id}))(t)
		var got []uint64
		for _, o := range replaced.Outcomes {
			got = append(got, o.Nodes)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: nodes %d, want %d", id, got, want)
		}
	}
}

func TestReplaceErrors(t *testing.T) {
	run := func(limits string, outcomes ...bench.Outcome) *bench.Run {
		return &bench.Run{Limits: limits, Outcomes: outcomes}
	}
	base := run("depth=3", bench.Outcome{ID: "a", Want: "e4"})
	tests := []struct {
		name  string
		other *bench.Run
		id    string
		want  string
	}{
		{"limits", run("depth=4", bench.Outcome{ID: "a", Want: "e4"}), "a", `limits are "depth=3" and "depth=4" (expected the same)`},
		{"another hash", &bench.Run{Limits: "depth=3", Engine: engine.ID{Options: []engine.Option{{Name: "Hash", Value: "8"}}}, Outcomes: base.Outcomes}, "a", `option Hash is "" and "8" (expected the same)`},
		{"threads", &bench.Run{Limits: "depth=3", Engine: engine.ID{Options: []engine.Option{{Name: "Threads", Value: "2"}}}, Outcomes: base.Outcomes}, "a", `option Threads is "" and "2" (expected the same)`},
		{"not in the base", run("depth=3", bench.Outcome{ID: "b"}), "b", `position "b" is not in both runs`},
		{"not in the other", run("depth=3", bench.Outcome{ID: "b"}), "a", `position "a" is not in both runs`},
		{"another question", run("depth=3", bench.Outcome{ID: "a", Want: "d4"}), "a", `position "a" asks "e4" for 0 points and "d4" for 0 points (expected the same question)`},
		{"other points", run("depth=3", bench.Outcome{ID: "a", Want: "e4", MaxPoints: 9}), "a", `position "a" asks "e4" for 0 points and "e4" for 9 points (expected the same question)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Replace(base, test.other, []string{test.id}); fmt.Sprint(err) != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

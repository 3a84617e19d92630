package gate

import (
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestAccept(t *testing.T) {
	r := folder(t)
	own := r.Config.Suites[:1]
	if got := accept(t, r, &Acceptance{Suites: own}); got != "own" {
		t.Errorf("at first %q was replaced", got)
	}
	if got := accept(t, r, &Acceptance{Suites: own}); got != "" {
		t.Errorf("the same run replaced %q", got)
	}
	before := must.Get(LoadBaseline(r.Config, &own[0]))(t)
	forge(t, r, &own[0], func(run *bench.Run) {
		for i := range run.Outcomes {
			run.Outcomes[i].Nodes++
		}
	})
	if got := accept(t, r, &Acceptance{Suites: own, Accepted: store.Accepted{Only: []string{"OTHER"}}}); got != "own" {
		t.Errorf("one position replaced %q", got)
	}
	now := must.Get(LoadBaseline(r.Config, &own[0]))(t)
	for i, o := range now.Run.Outcomes {
		if want := before.Run.Outcomes[i].Nodes; o.ID == "OTHER" && o.Nodes != want || o.ID != "OTHER" && o.Nodes != want+1 {
			t.Errorf("%s has %d nodes, was measured with %d", o.ID, o.Nodes, want)
		}
	}
	must.Do(t, runner.Save("run.json", before.Run, &bench.Timing{Positions: make([]bench.PositionTime, 3)}))
	if got := accept(t, r, &Acceptance{Suites: own, From: "run.json"}); got != "own" {
		t.Errorf("a stored run replaced %q", got)
	}
	refused := Acceptance{Suites: r.Config.Suites[1:2], From: "run.json"}
	err := Accept(t.Context(), r, &refused, func(*Accepted) error { return nil })
	if failure.Of(err) != failure.Input || !strings.Contains(err.Error(), "run is not of suite tree under its limit") {
		t.Errorf("the run of another suite: %v", err)
	}
}

// TestCheck makes every status that a baseline can have.
func TestCheck(t *testing.T) {
	r := folder(t)
	own := r.Config.Suites[:1]
	status := func(static bool) (all []string) {
		err := Check(t.Context(), r, &CheckOptions{Suites: own, All: true, Static: static, Today: "2026-01-02"}, func(s Status) { all = append(all, s.Word) })
		must.Do(t, err)
		return all
	}
	expect := func(what string, static bool, want ...string) {
		t.Helper()
		if got := status(static); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	expect("nothing is there", false, "missing")
	accept(t, r, &Acceptance{Suites: own})
	file := r.Config.Path(own[0].Baseline)
	accepted := must.Get(os.ReadFile(file))(t)
	expect("accepted", false, "current")
	expect("not measured", true, "current")
	for _, test := range []struct {
		want   string
		change func(*bench.Run)
	}{
		{"worse", solve},
		{"stale", func(run *bench.Run) { run.Limits = "nodes=201" }},
		{"stale", func(run *bench.Run) { run.Suite.Digest = strings.Repeat("0", 64) }},
		{"stale", func(run *bench.Run) { run.Engine.Options[0].Value = "2" }},
		{"changed", func(run *bench.Run) { run.Outcomes[0].Nodes-- }},
		{"better", func(run *bench.Run) { run.Outcomes[0].Nodes++ }},
	} {
		e := CheckOptions{Suites: own, EqualOptions: []string{"Hash"}, Today: "2026-01-02"}
		forge(t, r, &own[0], test.change)
		var got string
		if err := Check(t.Context(), r, &e, func(s Status) { got = s.Word }); err != nil || got != test.want {
			t.Errorf("got %s, %v, want %s", got, err, test.want)
		}
		must.Do(t, os.WriteFile(file, accepted, 0o666))
	}
	must.Do(t, os.WriteFile("bench/baselines/none.json", nil, 0o666))
	must.Do(t, os.WriteFile(file, accepted[:len(accepted)/2], 0o666))
	expect("cut", true, "damaged", "orphan")
}

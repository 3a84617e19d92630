package play

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestFindPreset: a preset can be changed, and is the same the next time.
func TestFindPreset(t *testing.T) {
	o, err := FindPreset("table6")
	if err != nil || o.Pairs != 500 || !slices.Equal(o.A, []string{"search=falcon", "nullmove=nmr3-4"}) || o.Limits["nodes"] != "10000" {
		t.Fatalf("preset is %+v, %v", o, err)
	}
	o.Limits["depth"], o.A[0] = "3", "nodes=1"
	control, err := o.control()
	if err != nil || control.String() != "depth=3,nodes=10000" {
		t.Errorf("limit is %v, %v", control, err)
	}
	if o, _ = FindPreset("table6"); len(o.Limits) != 1 || o.A[0] != "search=falcon" {
		t.Errorf("preset is %+v afterwards", o)
	}
	if o, err = FindPreset(""); err != nil || o.Pairs != 0 || o.Limits == nil || o.Published != nil {
		t.Errorf("no preset is %+v, %v", o, err)
	}
	if control, err = o.control(); err != nil || control.String() != defaultLimit {
		t.Errorf("limit is %v, %v", control, err)
	}
	o.Limits["tc"] = "8x"
	if _, err := o.control(); failure.Of(err) != failure.Input {
		t.Errorf("clock: %v", err)
	}
	if _, err := FindPreset("table7"); failure.Of(err) != failure.Input || !strings.HasSuffix(err.Error(), "did you mean table6?)") {
		t.Errorf("unknown preset: %v", err)
	}
}

// TestPresets: the players of each preset can be opened and differ in one option, each
// has a published figure, and no test runs out of openings.
func TestPresets(t *testing.T) {
	r := newRunner(t)
	seen := make(map[string]bool)
	for _, p := range Presets() {
		if seen[p.Name] || p.What == "" || len(p.Published) == 0 {
			t.Errorf("preset %+v", p)
		}
		seen[p.Name] = true
		players, err := findPlayers(t.Context(), r, &p.Options)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		var options [2][]engine.Option
		for i := range options {
			opened, err := players[i].Open(0)
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			options[i] = opened.ID().Options
			opened.Close()
		}
		options[0] = slices.DeleteFunc(options[0], func(o engine.Option) bool { return slices.Contains(options[1], o) })
		if len(options[0]) != 1 || options[0][0].Name != builtin.NullMoveOption && options[0][0].Name != builtin.SearchOption {
			t.Errorf("%s: the players differ in %v, want one option of the search", p.Name, options[0])
		}
		schedule, err := p.schedule(game.Chess, true)
		if err != nil || p.Test != nil && schedule.Rounds != MaxPairs {
			t.Errorf("%s: %d rounds, %v", p.Name, schedule.Rounds, err)
		}
		for _, one := range p.Published {
			if told := one.Pairs != (stats.Pairs{}) || one.Games != (stats.Games{}); one.Source == "" || told == (one.Elo != "") {
				t.Errorf("%s: published is %+v", p.Name, one)
			}
		}
	}
}

// TestTests: the published pairs of the tutorial's tests accept H1 in the test that the
// preset plays.
func TestTests(t *testing.T) {
	count := 0
	for _, p := range Presets() {
		if p.Test == nil || p.Published[0].Elo != "" {
			continue
		}
		count++
		if got, _ := p.Test.Decide(p.Published[0].Pairs); got != stats.AcceptedH1 || p.Test.Elo0 != 0 || p.Test.Elo1 != 5 {
			t.Errorf("%s: the published pairs decide %+v otherwise", p.Name, p.Test)
		}
	}
	if count != 4 {
		t.Errorf("%d tests have published pairs, want 4", count)
	}
}

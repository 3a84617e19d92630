package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// zugzwang judges lines of two runs on the axis zugzwang under a gate with
// roles.
func zugzwang(t *testing.T, base, head []string, change func(*Gate)) *Comparison {
	t.Helper()
	gate := off(change)
	gate.Axis = Zugzwang
	return must.Get(Compare(runOf(t, base...), runOf(t, head...), gate, Evidence{}))(t)
}

// told returns what the gates of a comparison say.
func told(c *Comparison) []string {
	var all []string
	for _, r := range c.Gates {
		all = append(all, fmt.Sprintf("%s %s %v %v %v", r.Axis, r.Verdict, r.Reasons, r.Positions, r.Notes))
	}
	return all
}

func TestRoles(t *testing.T) {
	base := []string{"must solved x 1", "hard missed x 1", "like solved x 1", "lose solved x 1"}
	roles := func(g *Gate) { g.ExpectedFail, g.Control = []string{"hard", "lose"}, []string{"like"} }
	const (
		one   = "zugzwang pass [lost 0 of 1 solved (allowed: 0)] [] []"
		kept  = "tactics pass [controls: lost 0 of 1 solved (allowed: 0)] [] []"
		hints = " (take it off expected-fail, then zugwatch baseline accept)"
	)
	for _, test := range []struct {
		name    string
		solved  string // by the head
		verdict Verdict
		want    []string
	}{
		{"an expected failure that fails again, and one that fails newly", "must like", Pass, []string{one, kept}},
		{"expected failures that pass", "must hard like lose", Pass, []string{"zugzwang pass [lost 0 of 1 solved (allowed: 0)] [] [hard, lose: expected to fail and solved now" + hints + "]", kept}},
		{"a lost control is lost tactics", "must", Fail, []string{one, "tactics fail [controls: lost 1 of 1 solved (allowed: 0)] [like] []"}},
		{"what must pass", "like", Fail, []string{"zugzwang fail [lost 1 of 1 solved (allowed: 0)] [must] []", kept}},
	} {
		var head []string
		for _, id := range []string{"must", "hard", "like", "lose"} {
			verdict := bench.Missed
			if slices.Contains(strings.Fields(test.solved), id) {
				verdict = bench.Solved
			}
			head = append(head, fmt.Sprintf("%s %s x 1", id, verdict))
		}
		c := zugzwang(t, base, head, roles)
		if got := told(c); c.Verdict != test.verdict || !slices.Equal(got, test.want) {
			t.Errorf("%s: verdict %s, want %s:\n got %q\nwant %q", test.name, c.Verdict, test.verdict, got, test.want)
		}
	}
}

// TestControlsOfTactics: in a suite of tactics a control is a position like any
// other.
func TestControlsOfTactics(t *testing.T) {
	gate := off(func(g *Gate) { g.Control, g.MaxLost = []string{"a", "c"}, 1 })
	base, head := runOf(t, "a solved x 1", "b solved x 1", "c solved x 1"), runOf(t, "a missed x 1", "b missed x 1", "c missed x 1")
	c, err := Compare(base, head, gate, Evidence{})
	want := []string{"tactics fail [lost 3 of 3 solved (allowed: 1)] [a b c] []"}
	if err != nil || !reflect.DeepEqual(told(c), want) {
		t.Errorf("got %q, %v, want %q", told(c), err, want)
	}
}

func TestHopelessIsNoted(t *testing.T) {
	var lines []string
	for i := range 7 {
		lines = append(lines, fmt.Sprintf("p%d missed x 1", i))
	}
	lines = append(lines, "hard missed x 1", "done solved x 1")
	c := zugzwang(t, lines, lines, func(g *Gate) { g.ExpectedFail = []string{"hard"} })
	want := "p0, p1, p2, p3, p4 and 2 more: must pass and solved by neither run (list it under expected-fail, or mend it)"
	if c.Verdict != Pass || len(c.Gates[0].Notes) != 1 || c.Gates[0].Notes[0] != want {
		t.Errorf("got %s %q, want pass %q", c.Verdict, c.Gates[0].Notes, want)
	}
	if c = zugzwang(t, lines, lines, func(*Gate) {}); len(c.Gates[0].Notes) != 0 {
		t.Errorf("without roles: got %q", c.Gates[0].Notes)
	}
}

func TestQuarantine(t *testing.T) {
	gate := off(func(g *Gate) {
		g.Total, g.Position, g.Today = 0, 0, "2026-11-21"
		for _, id := range []string{"lost", "grown", "broken", "same"} {
			g.Quarantine = append(g.Quarantine, Quarantine{ID: id, Reason: "flaky", Until: "2026-11-21"})
		}
	})
	base := runOf(t, "kept solved x 5", "lost solved x 5", "grown solved x 5", "broken solved x 5", "same solved x 5")
	head := runOf(t, "kept solved x 5", "lost missed x 5", "grown solved x 9", "broken crash-exit - 0", "same solved x 5")
	c := must.Get(Compare(base, head, gate, Evidence{}))(t)
	want := []string{
		"tactics pass [lost 0 of 1 solved (allowed: 0)] [] [lost, grown, broken: in quarantine and not as before; not judged]",
		"nodes pass [total 5 to 5, +0.0% (allowed: +0%) 0 of 1 positions grew by more than 0%] [] []",
	}
	if got := told(c); c.Verdict != Pass || !reflect.DeepEqual(got, want) {
		t.Errorf("verdict %s:\n got %q\nwant %q", c.Verdict, got, want)
	}
	if got := ids(c.Quarantined); got != "lost grown broken" || len(c.Lost)+len(c.Broken)+len(c.NodesChanged) != 0 {
		t.Errorf("lists: got %q, %v", got, c.Lost)
	}
}

func TestGateErrors(t *testing.T) {
	entry := func(id, reason, until string) func(*Gate) {
		return func(g *Gate) {
			g.Quarantine, g.Today = []Quarantine{{ID: id, Reason: reason, Until: until}}, "2026-11-21"
		}
	}
	tests := []struct {
		name   string
		change func(*Gate)
		want   string
	}{
		{"the last day", entry("a", "flaky", "2026-11-21"), ""},
		{"expired", entry("a", "flaky", "2026-11-20"), "gate: quarantine of a expired after 2026-11-20: flaky (expected a later date with a reason, or no entry)"},
		{"no date", entry("a", "flaky", "soon"), `gate: quarantine of a is until "soon" (expected YYYY-MM-DD)`},
		{"no reason", entry("a", "", "2026-12-01"), `gate: quarantine of "a" gives no reason (expected id, reason and until)`},
		{"no id", entry("", "x", "2026-12-01"), `gate: quarantine of "" gives no id (expected id, reason and until)`},
		{"no today", func(g *Gate) { entry("a", "x", "2026-12-01")(g); g.Today = "" }, `gate: quarantine needs the date of today, found "" (expected YYYY-MM-DD)`},
		{"unknown in quarantine", entry("z", "x", "2026-12-01"), `gate: quarantine names "z", which is no position of the suite (expected an id)`},
		{"unknown control", func(g *Gate) { g.Control = []string{"a", "z"} }, `gate: control names "z", which is no position of the suite (expected an id)`},
		{"two roles", func(g *Gate) { g.Control, g.ExpectedFail = []string{"a"}, []string{"a"} }, `gate: position "a" stands under expected-fail and under control (expected each once)`},
		{"twice", func(g *Gate) { g.Control = []string{"a", "a"} }, `gate: position "a" stands under control and under control (expected each once)`},
		{"points", func(g *Gate) { g.MinPoints = -1 }, "gate: points -1 (expected 0 or more)"},
		{"points of nodes", func(g *Gate) { g.MinPoints, g.Axis = 1, Nodes }, "gate: points, must-solve and roles say nothing on the axis nodes (expected tactics, zugzwang, mates or rules)"},
		{"must-solve of nodes", func(g *Gate) { g.MustSolve, g.Axis = []string{"a"}, Nodes }, "gate: points, must-solve and roles say nothing on the axis nodes (expected tactics, zugzwang, mates or rules)"},
		{"unknown must-solve", func(g *Gate) { g.MustSolve = []string{"z"} }, `gate: must-solve names "z", which is no position of the suite (expected an id)`},
		{"must-solve of a control", func(g *Gate) { g.Control, g.MustSolve = []string{"a"}, []string{"a"} }, `gate: position "a" stands under control and under must-solve (expected each once)`},
		{"speed of a suite", func(g *Gate) { g.Axis = Speed }, "gate: speed is not what a suite can speak for (expected tactics, zugzwang, mates, rules or nodes)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run := runOf(t, "a solved x 1", "b solved x 1")
			_, err := Compare(run, run, off(test.change), Evidence{})
			if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestPoints(t *testing.T) {
	run := withEach(runOf(t, "a missed x 1", "b solved x 1", "c missed x 1"), func(o *bench.Outcome) { o.MaxPoints = 10 })
	run.Outcomes[0].Points, run.Outcomes[1].Points = 7, 10
	tests := []struct {
		least   int
		limits  string
		verdict Verdict
		want    string
	}{
		{17, "depth=9", Pass, "17 of 30 points (at least: 17)"},
		{18, "depth=9", Fail, "17 of 30 points (at least: 18)"},
		{18, "movetime=1s", Inconclusive, "17 of 30 points (at least: 18)"},
		{31, "depth=9", Inconclusive, "17 of 30 points (at least: 31)"},
	}
	for _, test := range tests {
		again := *run
		c, err := Compare(under(test.limits, &again), &again, off(func(g *Gate) { g.MinPoints = test.least }), Evidence{})
		if err != nil || c.Verdict != test.verdict || !strings.Contains(strings.Join(c.Gates[0].Reasons, "; "), test.want) {
			t.Errorf("at least %d under %s: got %v, %v, want %s %q", test.least, test.limits, told(c), err, test.verdict, test.want)
		}
	}
}

func TestPointsInQuarantineStayAsTheyWere(t *testing.T) {
	base := runOf(t, "a missed x 1", "b solved x 1")
	base.Outcomes[0].MaxPoints, base.Outcomes[0].Points = 10, 7
	head := *base
	head.Outcomes = append([]bench.Outcome{}, base.Outcomes...)
	head.Outcomes[0].Points = 0
	head.Outcomes[0].Best = "y"
	c, err := Compare(base, &head, off(func(g *Gate) {
		g.MinPoints, g.Today, g.Quarantine = 7, "2026-11-21", []Quarantine{{"a", "x", "2026-12-01"}}
	}), Evidence{})
	if err != nil || c.Verdict != Pass {
		t.Errorf("got %v, %v", told(c), err)
	}
}

func TestAlikeOptions(t *testing.T) {
	base, head := runOf(t, "a solved x 1"), runOf(t, "a solved x 1")
	base.Engine.Options = append(base.Engine.Options, option16("16"))
	head.Engine.Options = append(head.Engine.Options, option16("32"))
	if _, err := Compare(base, head, Gate{}, Evidence{EqualOptions: []string{"Threads"}}); err != nil {
		t.Errorf("an option that may differ: %v", err)
	}
	_, err := Compare(base, head, Gate{}, Evidence{EqualOptions: []string{"Hash"}})
	if want := `runs are not comparable: option Hash is "16" and "32"`; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

package sensitivity

import (
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// sample returns rows of every kind: found by two axes, found by one, missed, broken, and
// neutral. One neutral mutant is red and one was not judged.
func sample() *Report {
	axis := func(suite, name, verdict string, changed bool) Axis {
		return Axis{Suite: suite, Axis: name, Verdict: verdict, Reasons: []string{"because"}, Base: 10, Head: 8, Changed: changed}
	}
	return &Report{Head: Head{Format: format, Schema: schema, Engine: "e"}, Rows: []Row{
		{Name: "both", Kind: "damaging", Verdict: "fail", Axes: []Axis{axis("wac", "tactics", "fail", true), axis("tree", "nodes", "fail", true)}},
		{Name: "one", Kind: "damaging", Verdict: "fail", Axes: []Axis{axis("wac", "tactics", "fail", true), axis("tree", "nodes", "pass", true)}},
		{Name: "missed", Kind: "damaging", Verdict: "undecided", Axes: []Axis{axis("wac", "tactics", "undecided", true)}},
		{Name: "broken", Kind: "damaging", Verdict: "inconclusive", Fault: "crashes"},
		{Name: "green", Kind: "neutral", Tuned: true, Verdict: "pass", Axes: []Axis{axis("wac", "tactics", "pass", false)}},
		{Name: "red", Kind: "neutral", Verdict: "fail", Axes: []Axis{axis("wac", "tactics", "fail", true)}},
		{Name: "later", Kind: "neutral"},
	}}
}

// TestSummary counts them.
func TestSummary(t *testing.T) {
	want := Summary{
		Damaging: Count{3, 4}, Neutral: Count{1, 2}, Fresh: Count{1, 1},
		Axes:   []AxisCount{{"tactics", 2, 1}, {"nodes", 1, 0}},
		Missed: []string{"missed"}, Alarms: []string{"red"}, Same: []string{"green"}, Waiting: 1,
	}
	if got := sample().Summary(); !reflect.DeepEqual(got, want) {
		t.Errorf("summary\n%+v, want\n%+v", got, want)
	}
}

// TestUnlike holds in what two measurements may differ, and how that is said.
func TestUnlike(t *testing.T) {
	head := func() Head {
		return Head{Engine: "e 1", Bench: 5, Suites: []string{"wac nodes=5 forms=8 abc gate=12", "tree depth=8 forms=2 def gate=34"}, Tests: 7, Command: "a", Date: "2026-01-02"}
	}
	for _, test := range []struct {
		name, want string
		change     func(*Head)
	}{
		{"nothing", "", func(h *Head) { h.Command, h.Date = "b", "2026-02-03" }},
		{"engine", "engine e 1 (expected e 2)", func(h *Head) { h.Engine = "e 2" }},
		{"program", `program "" (expected "0123")`, func(h *Head) { h.Program = "0123" }},
		{"bench", "bench 5 (expected 6)", func(h *Head) { h.Bench = 6 }},
		{"gate", "suite tree depth=8 forms=2 def gate=34 (expected tree depth=8 forms=2 def gate=56)", func(h *Head) { h.Suites[1] = "tree depth=8 forms=2 def gate=56" }},
		{"suite", "suite tree depth=8 forms=2 def gate=34 (expected none)", func(h *Head) { h.Suites = h.Suites[:1] }},
		{"tests and again", "tests 7 (expected 9), again 0 (expected 3)", func(h *Head) { h.Tests, h.Again = 9, 3 }},
		{"games", `games "" (expected "2 games")`, func(h *Head) { h.Games = "2 games" }},
	} {
		has, other := head(), head()
		test.change(&other)
		if got := has.differences(&other); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestJudging: every setting that changes the judgement is part of its description.
func TestJudging(t *testing.T) {
	said := make(map[string]string)
	for _, suite := range []string{
		"forms: 8", "forms: 4-8", "forms: 8, gate: {nodes-solution: 1%}", "forms: 8, gate: {nodes-total: 7%}", "forms: 8, gate: {faults: 1}",
	} {
		c := must.Get(config.Parse("zugwatch.yaml", []byte("suites:\n  - {name: own, suite: wac, kind: tactics, limit: depth=6, "+suite+"}\n")))(t)
		text := judgingText(&c.Suites[0], "0123456789abcdef")
		if other, twice := said[text]; twice || !strings.HasPrefix(text, "own depth=6 forms=") || !strings.Contains(text, " 0123456789ab gate=") {
			t.Errorf("%s is said as %s, as %s is", suite, text, other)
		}
		said[text] = suite
		if c.Suites[0].Gate.Today = "2026-01-02"; judgingText(&c.Suites[0], "0123456789abcdef") != text {
			t.Errorf("%s is another gate today", suite)
		}
	}
}

// TestChange holds that two mutants are one where their settings and their edits are.
func TestChange(t *testing.T) {
	mutants := []mutant.Mutant{
		{Options: []engine.Option{{Name: "Hash", Value: "4"}, {Name: "NullMove", Value: "off"}}},
		{Edits: []mutant.Edit{{File: "a.go", Old: "x", New: "y", Line: 3}, {File: "b.go", Old: "x", New: "y"}}},
		{Edits: []mutant.Edit{{File: "a.go", Old: "x", New: "y", Line: 9}, {File: "b.go", Old: "x", New: "y"}}},
		{Edits: []mutant.Edit{{File: "a.go", Old: "x", New: "z"}, {File: "b.go", Old: "x", New: "y"}}},
	}
	var changes []string
	for i := range mutants {
		changes = append(changes, changeText(&mutants[i]))
	}
	if changes[0] != "Hash=4 NullMove=off" || changes[1] != changes[2] || changes[1] == changes[3] || !strings.HasPrefix(changes[3], "a.go b.go ") {
		t.Errorf("changes %q", changes)
	}
}

// TestCompared holds that games are those of the same change of the built-in engine.
func TestCompared(t *testing.T) {
	games := &Report{Head: Head{Engine: "e"}, Rows: []Row{{Name: "same", Change: "a.go 12", Games: &Games{}}, {Name: "other", Change: "a.go 34", Games: &Games{}}}}
	report := &Report{Head: Head{Engine: "e"}, Rows: []Row{{Name: "same", Change: "a.go 12"}, {Name: "other", Change: "a.go 56"}, {Name: "new"}}}
	compared, said := report.Compared(games)
	if said == nil || compared.Rows[0].Games == nil || compared.Rows[1].Games != nil || compared.Rows[2].Games != nil || report.Rows[0].Games != nil {
		t.Errorf("compared %+v by %+v", compared, said)
	}
	report.Program = "0123"
	if compared, said = report.Compared(games); said != nil || compared.Rows[0].Games != nil {
		t.Errorf("an engine of others: compared %+v by %+v", compared, said)
	}
}

// TestPlayed reads the games that the program brings.
func TestPlayed(t *testing.T) {
	if _, err := PlayedGames(); err != nil {
		t.Error(err)
	}
}

// TestSolved counts each suite once, and none of nodes alone.
func TestSolved(t *testing.T) {
	row := &Row{Axes: []Axis{
		{Suite: "wac", Axis: "tactics", Base: 10, Head: 8},
		{Suite: "wac", Axis: "nodes", Base: 10, Head: 8},
		{Suite: "tree", Axis: "nodes", Base: 7, Head: 7},
		{Suite: "zz", Axis: "zugzwang", Base: 5, Head: 6},
	}}
	if base, head := row.Solved(); base != 15 || head != 14 {
		t.Errorf("%d and %d solved, want 15 and 14", base, head)
	}
}

package selftest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// everyKey returns a suite whose gate has every key, with its baseline and its profile.
func everyKey(axis compare.Axis) *gateTest {
	run := &bench.Run{
		Schema: bench.Schema, Limits: "depth=9", Complete: true,
		Suite: bench.SuiteRef{Name: "all", Digest: "0a", Count: 16},
	}
	for i := range 16 {
		run.Outcomes = append(run.Outcomes, bench.Outcome{
			ID: fmt.Sprintf("P%02d", i), Verdict: bench.Solved, Want: "e4", Best: "e4", Nodes: uint64(500 + 1000*i),
			Stable: &bench.Point{Depth: 3, Nodes: uint64(100 + i)}, Points: 5, MaxPoints: 10,
		})
	}
	run.Outcomes[15].Verdict, run.Outcomes[15].Best, run.Outcomes[15].Stable = bench.Missed, "d4", nil
	slower, faster := compare.Growth(200), compare.Growth(30)
	return &gateTest{
		judges: programJudges(), base: run,
		suite: config.Suite{Name: "all", Profile: config.ProfileGate, Gate: compare.Gate{
			Exact: true, Axis: axis, MaxLost: 1, MaxFaults: 2, MaxMissedLimits: 2, MinPoints: 60, Total: 50, Position: 200, Floor: 1000, Solution: &slower, Speed: &faster,
			ExpectedFail: []string{"P15"}, Control: []string{"P01"}, MustSolve: []string{"P00"}, Today: "2026-11-21",
			Quarantine: []compare.Quarantine{{ID: "P02", Reason: "flaky", Until: "2026-12-31"}},
		}},
		profile: &profile.Baseline{Suite: "all", Limits: "depth=9", Samples: 2000, Processes: 5, Phases: []profile.Share{}, Functions: []profile.Share{
			{Name: "search", Flat: 6000, Cum: 10000}, {Name: "evaluate", Flat: 4000, Cum: 4000},
		}},
	}
}

// inForms returns a suite of positions in four forms whose gate has every key that they
// bear, with its baseline.
func inForms(axis compare.Axis) *gateTest {
	g := everyKey(axis)
	g.profile, g.suite.Profile = nil, config.ProfileUnused
	g.suite.Forms, g.base.Suite.Forms, g.tests = 4, 4, 5
	plain := g.base.Outcomes
	g.base.Outcomes = nil
	for _, o := range plain {
		o.Points, o.MaxPoints = 0, 0
		for i, form := range []string{"", "/flip", "/mirror", "/turn"} {
			of := o
			of.ID, of.SelDepth = of.ID+form, i // no form is searched as another one
			if of.Stable != nil {
				of.Stable = &bench.Point{Depth: of.Stable.Depth, Nodes: of.Stable.Nodes * uint64(2+i) / 2} // nor is one a copy
			}
			g.base.Outcomes = append(g.base.Outcomes, of)
		}
	}
	gate := &g.suite.Gate
	gate.MaxLost, gate.MinPoints, gate.Position, gate.Floor, gate.Speed = 0, 0, compare.Unlimited, 0, nil
	gate.Control = []string{"P01", "P03", "P04"}
	if axis != compare.Tactics {
		gate.Solution = nil
	}
	return g
}

// lookAway judges that nothing changed.
func lookAway(base, _ *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error) {
	return compare.Compare(base, base, gate, evidence)
}

// TestForms: every injection into positions in several forms is found, and by a judge
// that passes everything none that costs something.
func TestForms(t *testing.T) {
	for _, axis := range []compare.Axis{compare.Tactics, compare.Zugzwang} {
		g := inForms(axis)
		all := g.run()
		if diff := cmp.Diff([]string(nil), missed(all)); diff != "" || len(all) < 9 {
			t.Errorf("%s: %d injections, missed (-want +got):\n%s", axis, len(all), diff)
		}
		if !slices.ContainsFunc(all, func(i Injection) bool { return i.What == "a position that must be solved is not in one form, P00" }) {
			t.Errorf("%s: no form of a position that must be solved is missed", axis)
		}
		g = inForms(axis)
		g.judges.runs = lookAway
		for _, injection := range g.run() {
			if injection.Found != (injection.What == "nothing" || injection.Expected == failure.Input) {
				t.Errorf("%s, deaf: %s: found %t", axis, injection.What, injection.Found)
			}
		}
	}
}

// TestSeesDeafLostForms: where tactics may lose all of their forms, and how late does not matter, their loss is missed.
func TestSeesDeafLostForms(t *testing.T) {
	g := inForms(compare.Tactics)
	all, unlimited := compare.Growth(1000), compare.Unlimited
	g.judges.runs = func(base, head *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error) {
		gate.LostForms, gate.Solution = &all, &unlimited
		return compare.Compare(base, head, gate, evidence)
	}
	got := missed(g.run())
	if !slices.ContainsFunc(got, func(what string) bool { return strings.HasSuffix(what, "solved forms lost") }) {
		t.Errorf("missed %q", got)
	}
}

// missed returns the injections that were not found.
func missed(all []Injection) (missed []string) {
	for _, injection := range all {
		if !injection.Found {
			missed = append(missed, injection.What)
		}
	}
	return missed
}

// brokenGates are gates that are deaf on one key, and what must not be found then.
var brokenGates = []struct {
	field  string // of compare.Gate
	deafen func(*compare.Gate)
	missed []string
}{
	{"", func(*compare.Gate) {}, nil},
	{"Exact", func(g *compare.Gate) { g.Exact = false }, []string{"one ply of selective depth more"}},
	{"MaxLost", func(g *compare.Gate) { g.MaxLost = 99 }, []string{"2 of 13 solved positions lost"}},
	{"MaxFaults", func(g *compare.Gate) { g.MaxFaults = 99 }, []string{"an engine fault on 3 of 16 positions"}},
	{"MaxMissedLimits", func(g *compare.Gate) { g.MaxMissedLimits = 99 }, []string{"3 of 16 searches that overrun their limit"}},
	{"MinPoints", func(g *compare.Gate) { g.MinPoints = 0 }, []string{"55 points"}},
	{"Total", func(g *compare.Gate) { g.Total = compare.Unlimited }, []string{"+6% nodes"}},
	{"Position", func(g *compare.Gate) { g.Position = compare.Unlimited }, []string{"+21% nodes of one position", "a position of fewer nodes that grows to the floor of 1000"}},
	{"Floor", func(g *compare.Gate) { g.Floor = 0 }, []string{"a position of fewer nodes that grows to the floor of 1000"}},
	{"Solution", func(g *compare.Gate) { g.Solution = nil }, []string{"+21% nodes to the solution"}},
	{"ExpectedFail", func(g *compare.Gate) { g.ExpectedFail = nil }, []string{"an expected failure that is solved, P15"}},
	{"MustSolve", func(g *compare.Gate) { g.MustSolve = nil }, []string{"a position that must be solved is not, P00"}},
	{"Control", func(g *compare.Gate) { g.Control = nil }, []string{"a lost control"}},
	{"Quarantine", func(g *compare.Gate) { g.Quarantine = nil }, []string{"a loss in quarantine, P02", "a quarantine that has expired, of P02", "+21% nodes to the solution"}},
	{"Today", func(g *compare.Gate) { g.Today = "2026-11-21" }, []string{"a quarantine that has expired, of P02"}},
}

// TestSeesDeafGates breaks every key of a gate, and the self-test misses
// what that key has to find and nothing else.
func TestSeesDeafGates(t *testing.T) {
	// Axis is no tolerance, and Speed is judged elsewhere: see below. LostForms is of forms: see above. The others change what a
	// loss is.
	fields := map[string]bool{"Axis": true, "Speed": true, "LostForms": true, "Strict": true, "MinExercised": true, "SameTree": true, "Symmetric": true}
	for _, test := range brokenGates {
		fields[test.field] = true
		t.Run(test.field, func(t *testing.T) {
			g := everyKey(compare.Zugzwang)
			g.judges.runs = func(base, head *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error) {
				test.deafen(&gate)
				return compare.Compare(base, head, gate, evidence)
			}
			if diff := cmp.Diff(test.missed, missed(g.run())); diff != "" {
				t.Errorf("missed (-want +got):\n%s", diff)
			}
		})
	}
	gate := reflect.TypeFor[compare.Gate]()
	for i := range gate.NumField() {
		if name := gate.Field(i).Name; !fields[name] {
			t.Errorf("no test breaks compare.Gate.%s", name)
		}
	}
}

// TestSeesDeafJudges does the same to those who judge speed and profiles,
// and to one that passes everything.
func TestSeesDeafJudges(t *testing.T) {
	g := everyKey(compare.Tactics)
	g.judges.speed = func(first, second *speed.Measurement, _ compare.Growth) speed.Assessment {
		return speed.Assess(first, second, compare.Unlimited)
	}
	g.judges.shifts = func(*profile.Baseline, *profile.Summary, profile.Rule) ([]profile.FunctionDelta, []profile.PhaseDelta, error) {
		return nil, nil, nil
	}
	want := []string{"the times of an engine 4% slower", "a function that takes a fifth of the time"}
	if diff := cmp.Diff(want, missed(g.run())); diff != "" {
		t.Errorf("missed (-want +got):\n%s", diff)
	}
	g = everyKey(compare.Tactics)
	g.judges.runs = lookAway
	for _, injection := range g.run() {
		if toPass := injection.What == "nothing" || strings.HasPrefix(injection.What, "a position of fewer nodes"); injection.Found != toPass &&
			!strings.Contains(injection.What, "times of an engine") && !strings.Contains(injection.What, "fifth of the time") && !strings.Contains(injection.What, "expired") {
			t.Errorf("a gate that looks away: %s is found: %t", injection.What, injection.Found)
		}
	}
}

// TestSeesWrongCodes: a gate that gives the right answer with a wrong exit
// code is found.
func TestSeesWrongCodes(t *testing.T) {
	g := everyKey(compare.Tactics)
	g.judges.runs = func(*bench.Run, *bench.Run, compare.Gate, compare.Evidence) (*compare.Comparison, error) {
		return nil, failure.With(failure.Machine, errors.New("disk full"))
	}
	for _, injection := range g.run() {
		if judged := strings.Contains(injection.What, "times of an engine") || strings.Contains(injection.What, "fifth of the time"); injection.Found != judged {
			t.Errorf("%s is found: %t with exit code %d", injection.What, injection.Found, injection.Got)
		}
	}
}

// TestSmallSuites: roles and a quarantine are kept to where they leave one position.
// A gate that cannot fail is found, and so is a baseline with which it cannot pass.
func TestSmallSuites(t *testing.T) {
	quarantine := []compare.Quarantine{{ID: "P00", Reason: "later", Until: "2999-12-31"}}
	nodes := compare.Gate{Total: 50, Position: 200}
	tests := []struct {
		name  string
		gate  compare.Gate
		kind  bench.Verdict // of both positions
		found []string
		lost  []string // that is not found, with the answer
	}{
		{"control", compare.Gate{Axis: compare.Zugzwang, Total: 50, Position: 200, Control: []string{"P00"}}, bench.Solved, []string{"1 of 1 solved positions lost", "a lost control"}, nil},
		{
			"quarantine",
			compare.Gate{Axis: compare.Tactics, Total: 50, Position: 200, Quarantine: quarantine, Today: "2026-11-21"},
			bench.Solved,
			[]string{"1 of 1 solved positions lost", "a quarantine that has expired, of P00"},
			nil,
		},
		{
			"deaf",
			compare.Gate{Axis: compare.Tactics, MaxLost: 9, Total: compare.Unlimited, Position: compare.Unlimited},
			bench.Solved, nil,
			[]string{"2 of 2 solved positions lost: gate tactics: pass"},
		},
		{"hard", nodes, bench.Missed, nil, []string{"nothing: gate tactics: inconclusive", "0 of 0 solved positions lost: gate tactics: inconclusive"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := everyKey(compare.Tactics)
			g.profile, g.suite.Profile, g.suite.Gate = nil, config.ProfileUnused, test.gate
			g.base.Suite.Count, g.base.Outcomes = 2, g.base.Outcomes[:2]
			for i := range g.base.Outcomes {
				g.base.Outcomes[i].Verdict = test.kind
			}
			var found, lost []string
			for _, one := range g.run() {
				if one.Found {
					found = append(found, one.What)
				} else {
					lost = append(lost, one.What+": "+one.Answer)
				}
			}
			for _, want := range test.found {
				if !slices.Contains(found, want) {
					t.Errorf("found %q, want %q too", found, want)
				}
			}
			if diff := cmp.Diff(test.lost, lost); diff != "" {
				t.Errorf("missed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnderClock: what one run under a clock can prove is known.
func TestUnderClock(t *testing.T) {
	g := everyKey(compare.Tactics)
	g.base.Limits = "movetime=1s"
	g.suite.Gate.Total, g.suite.Gate.Position, g.suite.Gate.Exact = compare.Unlimited, compare.Unlimited, false
	if got := missed(g.run()); got != nil {
		t.Errorf("missed: %q", got)
	}
}

// TestRace: a slower engine is found, and an equal one is not. A race that stays undecided is run again, for longer,
// and is no finding in the end.
func TestRace(t *testing.T) {
	var budgets []string
	r := &rehearsal{ctx: t.Context()}
	r.Call = func(_ context.Context, args ...string) (failure.Kind, string, bool) {
		budgets = append(budgets, args[slices.Index(args, "--budget")+1])
		return failure.Undecided, "gate speed (allowed: +10%)\nzugwatch: verdict=inconclusive code=6 suite=speed\n", true
	}
	var said strings.Builder
	r.races(RaceTime, func(format string, args ...any) { fmt.Fprintf(&said, format, args...) })
	if want := []string{"4s", "8s", "16s", "32s", "4s", "8s", "16s", "32s"}; !slices.Equal(budgets, want) {
		t.Errorf("budgets: got %v, want %v", budgets, want)
	}
	if len(r.found) != 2 || !r.found[0].Found || r.found[1].Found {
		t.Errorf("undecided: got %+v, want the equal one to do and the slower one to be missed", r.found)
	}
	if strings.Count(said.String(), "once more with") != 6 {
		t.Errorf("said %s", said.String())
	}
	for kind, want := range map[failure.Kind]bool{failure.None: false, failure.Regression: true} {
		r.found = nil
		r.Call = func(context.Context, ...string) (failure.Kind, string, bool) {
			return kind, "gate speed (allowed: +10%)\n", true
		}
		r.races(RaceTime, t.Logf)
		if r.found[0].Found == want || r.found[1].Found != want {
			t.Errorf("kind %d: got %+v", kind, r.found)
		}
	}
}

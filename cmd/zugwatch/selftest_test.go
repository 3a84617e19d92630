package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
)

// everyKey is a suite whose gate has every key, with its baseline and its profile.
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
	run.Outcomes[15].Verdict, run.Outcomes[15].Stable = bench.Missed, nil
	slower, faster := compare.Growth(200), compare.Growth(30)
	return &gateTest{
		judges: theJudges(), base: run,
		suite: suiteConfig{Name: "all", Profile: profileGate, Gate: compare.Gate{
			Axis: axis, MaxLost: 1, MaxFaults: 2, MinPoints: 60, Total: 50, Position: 200, Floor: 1000, Solution: &slower, Speed: &faster,
			ExpectedFail: []string{"P15"}, Control: []string{"P01"}, Today: "2026-11-21",
			Quarantine: []compare.Quarantine{{ID: "P02", Reason: "flaky", Until: "2026-12-31"}},
		}},
		profile: &profile.Baseline{Suite: "all", Limits: "depth=9", Samples: 2000, Phases: []profile.Share{}, Functions: []profile.Share{
			{Name: "search", Flat: 6000, Cum: 10000}, {Name: "evaluate", Flat: 4000, Cum: 4000},
		}},
	}
}

// missed are the injections that were not found.
func missed(all []report.Injection) (missed []string) {
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
	{"MaxLost", func(g *compare.Gate) { g.MaxLost = 99 }, []string{"2 of 13 solved positions lost"}},
	{"MaxFaults", func(g *compare.Gate) { g.MaxFaults = 99 }, []string{"an engine fault on 3 of 16 positions"}},
	{"MinPoints", func(g *compare.Gate) { g.MinPoints = 0 }, []string{"55 points"}},
	{"Total", func(g *compare.Gate) { g.Total = compare.Unlimited }, []string{"+6% nodes"}},
	{"Position", func(g *compare.Gate) { g.Position = compare.Unlimited }, []string{"+21% nodes of one position", "a position of fewer nodes that grows to the floor of 1000"}},
	{"Floor", func(g *compare.Gate) { g.Floor = 0 }, []string{"a position of fewer nodes that grows to the floor of 1000"}},
	{"Solution", func(g *compare.Gate) { g.Solution = nil }, []string{"+21% nodes to the solution"}},
	{"ExpectedFail", func(g *compare.Gate) { g.ExpectedFail = nil }, []string{"an expected failure that is solved, P15"}},
	{"Control", func(g *compare.Gate) { g.Control = nil }, []string{"a lost control"}},
	{"Quarantine", func(g *compare.Gate) { g.Quarantine = nil }, []string{"a loss in quarantine, P02", "a quarantine that has expired, of P02", "+21% nodes to the solution"}},
	{"Today", func(g *compare.Gate) { g.Today = "2026-11-21" }, []string{"a quarantine that has expired, of P02"}},
}

// TestSelftestSeesDeafGates breaks every key of a gate, and the self-test misses
// what that key has to find and nothing else.
func TestSelftestSeesDeafGates(t *testing.T) {
	fields := map[string]bool{"Axis": true, "Speed": true} // no tolerance, and judged elsewhere: see below
	for _, test := range brokenGates {
		fields[test.field] = true
		t.Run(test.field, func(t *testing.T) {
			g := everyKey(compare.Zugzwang)
			g.runs = func(base, head *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error) {
				test.deafen(&gate)
				return compareRuns(base, head, gate, evidence)
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

// TestSelftestSeesDeafJudges does the same to those who judge speed and profiles,
// and to one that passes everything.
func TestSelftestSeesDeafJudges(t *testing.T) {
	g := everyKey(compare.Tactics)
	g.speed = func(first, second *speed.Measurement, _ compare.Growth) speed.Finding {
		return speed.Decide(first, second, compare.Unlimited)
	}
	g.shifts = func(*profile.Baseline, *profile.Summary, profile.Rule) ([]profile.FunctionDelta, []profile.PhaseDelta, error) {
		return nil, nil, nil
	}
	want := []string{"the times of an engine 4% slower", "a function that takes a fifth of the time"}
	if diff := cmp.Diff(want, missed(g.run())); diff != "" {
		t.Errorf("missed (-want +got):\n%s", diff)
	}
	g = everyKey(compare.Tactics)
	g.runs = func(base, _ *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error) {
		return compareRuns(base, base, gate, evidence)
	}
	for _, injection := range g.run() {
		if toPass := injection.What == "nothing" || strings.HasPrefix(injection.What, "a position of fewer nodes"); injection.Found != toPass &&
			!strings.Contains(injection.What, "times of an engine") && !strings.Contains(injection.What, "fifth of the time") && !strings.Contains(injection.What, "expired") {
			t.Errorf("a gate that looks away: %s is found: %t", injection.What, injection.Found)
		}
	}
}

// TestSelftestSeesWrongCodes: a gate that gives the right answer with a wrong exit
// code is found.
func TestSelftestSeesWrongCodes(t *testing.T) {
	g := everyKey(compare.Tactics)
	g.runs = func(*bench.Run, *bench.Run, compare.Gate, compare.Evidence) (*compare.Comparison, error) {
		return nil, &failure{code: codeMachine, err: errors.New("disk full")}
	}
	for _, injection := range g.run() {
		if judged := strings.Contains(injection.What, "times of an engine") || strings.Contains(injection.What, "fifth of the time"); injection.Found != judged {
			t.Errorf("%s is found: %t with exit code %d", injection.What, injection.Found, injection.Got)
		}
	}
}

// counting is an engine that searches as many nodes as it may.
type counting struct {
	engine.Engine
	nodes *uint64
}

func (c counting) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	*c.nodes = task.Limits.Nodes
	each(engine.Info{Nodes: task.Limits.Nodes / 2})
	return engine.Result{Nodes: task.Limits.Nodes}, nil
}

// TestSlower: the slower engine searches more nodes than it says, and says as many
// as it was asked for.
func TestSlower(t *testing.T) {
	var searched, said uint64
	result, err := slower{counting{nodes: &searched}, 30}.Search(t.Context(), engine.Task{Limits: engine.Limits{Nodes: 1000}}, func(i engine.Info) { said = i.Nodes })
	if err != nil || searched != 1300 || said != 500 || result.Nodes != 1000 {
		t.Errorf("searched %d nodes, said %d on the way and %d, %v", searched, said, result.Nodes, err)
	}
}

// TestSelftestUnderClock: what one run under a clock can prove is known.
func TestSelftestUnderClock(t *testing.T) {
	g := everyKey(compare.Tactics)
	g.base.Limits = "movetime=1s"
	g.suite.Gate.Total, g.suite.Gate.Position = compare.Unlimited, compare.Unlimited
	if got := missed(g.run()); got != nil {
		t.Errorf("missed: %q", got)
	}
}

// keyTests are keys of the configuration of the folder, what is written in their
// place, and what is missed then.
var keyTests = []struct {
	name, old, new string
	step           func(*rehearsal) error
	missed         []string
}{
	{"none", `^$`, "", (*rehearsal).gates, nil},
	{"lost", `lost: 1`, "lost: 4", (*rehearsal).roles, []string{"one more lost position than is allowed"}},
	{"nothing lost", `gate: {lost: 1}`, "gate: {}", (*rehearsal).roles, []string{"as many lost positions as are allowed"}},
	{"quarantine", `gate: {quarantine: \[\{.*\}\]}`, "gate: {}", (*rehearsal).roles, []string{"a quarantine that has expired", "a lost position in quarantine"}},
	{"control", `gate: {control: .*\]}`, "gate: {}", (*rehearsal).roles, []string{"a lost control"}},
	{"expected-fail", `gate: {expected-fail: .*\]}`, "gate: {}", (*rehearsal).roles, []string{"a lost position that is expected to fail", "an expected failure that is solved"}},
	{"points", `gate: {points: \d+}`, "gate: {}", (*rehearsal).gates, []string{"as many points as are asked for", "fewer points than are asked for"}},
	{"nodes-solution", `gate: {nodes-solution: 20%}`, "gate: {}", (*rehearsal).gates, []string{"+40% nodes to the solution"}},
	{"nodes-floor", `, nodes-floor: \d+`, "", (*rehearsal).gates, []string{"more nodes of positions below the floor"}},
	{"nodes-position", `nodes-position: 50%`, "nodes-position: off", (*rehearsal).gates, []string{"more nodes of positions below the floor", "more nodes of positions beyond the floor"}},
	{"nodes-position of one", `nodes-position: 50%`, "nodes-position: off", (*rehearsal).regressions, []string{"+60% nodes of one position"}},
	{"nodes-total", `nodes-total: 5%`, "nodes-total: off", (*rehearsal).regressions, []string{"nothing", "+7% nodes"}},
	{"faults", `gate: {faults: 8}`, "gate: {}", (*rehearsal).engines, []string{"an engine that hangs as often as is allowed"}},
	{"profile", `profile: gate`, "profile: information", (*rehearsal).hotSpots, []string{"a function that takes more of the time"}},
}

// TestSelftestSeesDeafProgram runs the program with configurations in which a key is
// missing: what it has to find is missed, and nothing else.
func TestSelftestSeesDeafProgram(t *testing.T) {
	for _, test := range keyTests {
		t.Run(test.name, func(t *testing.T) {
			r := &rehearsal{program: program{path: installed(t)}, ctx: t.Context(), folder: t.TempDir()}
			r.call = func(ctx context.Context, args ...string) (int, string) {
				if i := slices.Index(args, "--config"); i > 0 && args[0] == "ci" {
					change(t, args[i+1], test.old, test.new)
				}
				return inProcess(ctx, args...)
			}
			if err := r.prepare(); err != nil {
				t.Fatal(err)
			}
			if err := test.step(r); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.missed, missed(r.found)); diff != "" {
				t.Errorf("missed (-want +got):\n%s\n%+v", diff, r.found)
			}
		})
	}
}

// installed is the path of the program: that of the test would run the tests.
func installed(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("zugwatch")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// change replaces what matches a pattern in a file.
func change(t *testing.T, file, pattern, with string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(pattern).ReplaceAll(text, []byte(with))
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestSelftestSeesDeafVerdicts runs a program that answers and never fails: every
// fault is missed, and the self-test fails.
func TestSelftestSeesDeafVerdicts(t *testing.T) {
	last := regexp.MustCompile(`(?m)^zugwatch: verdict=\w+ code=\d+`)
	deaf := func(ctx context.Context, args ...string) (int, string) {
		code, out := inProcess(ctx, args...)
		if args[0] == "baseline" || args[0] == "run" {
			return code, out
		}
		return codePass, last.ReplaceAllString(out, "zugwatch: verdict=pass code=0")
	}
	all, err := testProgram(t.Context(), program{installed(t), deaf}, 0, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, injection := range all {
		if injection.Found != (injection.Expected == codePass) {
			t.Errorf("%s: found %t, want code %d", injection.What, injection.Found, injection.Expected)
		}
	}
	if end := selftestEnd(all); end.code != codeRegression || end.verdict != compare.Fail.String() {
		t.Errorf("ends with %+v", end)
	}
}

// TestSelftestRace: an engine that is slower is found, one that is not is not, and a
// race that stays undecided is run again, for longer, and is no finding in the end.
func TestSelftestRace(t *testing.T) {
	var budgets []string
	r := &rehearsal{ctx: t.Context()}
	r.call = func(_ context.Context, args ...string) (int, string) {
		budgets = append(budgets, args[slices.Index(args, "--budget")+1])
		return codeUndecided, "gate speed (allowed: +10%)\nzugwatch: verdict=inconclusive code=6 suite=speed\n"
	}
	var said strings.Builder
	r.speed(raceTime, &said)
	if want := []string{"4s", "8s", "16s", "32s", "4s", "8s", "16s", "32s"}; !slices.Equal(budgets, want) {
		t.Errorf("budgets: got %v, want %v", budgets, want)
	}
	if len(r.found) != 2 || !r.found[0].Found || r.found[1].Found {
		t.Errorf("undecided: got %+v, want the equal one to do and the slower one to be missed", r.found)
	}
	if strings.Count(said.String(), "once more with") != 6 {
		t.Errorf("said %s", said.String())
	}
	for code, want := range map[int]bool{codePass: false, codeRegression: true} {
		r.found = nil
		r.call = func(context.Context, ...string) (int, string) {
			return code, fmt.Sprintf("gate speed (allowed: +10%%)\nzugwatch: verdict=x code=%d suite=speed\n", code)
		}
		r.speed(raceTime, io.Discard)
		if r.found[0].Found == want || r.found[1].Found != want {
			t.Errorf("code %d: got %+v", code, r.found)
		}
	}
}
